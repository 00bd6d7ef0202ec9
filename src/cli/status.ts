import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { connectClient, wordsOf } from '../client/index.ts';
import { stateDirectory } from '../config/index.ts';
import { isSameProcess, processRef, readRunState, type RunState } from '../embedded/index.ts';
import { loadSettings, type CommonOptions, type Settings } from './settings.ts';
import { sitesOf } from './sites.ts';
import { simulatedConfigFile } from './stack.ts';

/** `status --json` (design 4.1). */
export interface Status {
  temporal: { address: string; ok: boolean; ui: string | null; detail: string | null };
  worker: { pid: number | null; polling: boolean };
  sites: { name: string; ok: boolean; detail: string | null }[];
  simulator?: { control: string; sites: { name: string; url: string }[] };
}

/** A poller that was not heard of for longer has gone (long polls end after a minute). */
const POLLER_FRESH_MS = 75_000;

export async function statusOf(options: CommonOptions, env: NodeJS.ProcessEnv): Promise<Status> {
  const { settings, running } = settingsInForce(options, env);
  const [temporalAndWorker, sites] = await Promise.all([
    temporalStatus(settings, running),
    siteStatus(settings, env),
  ]);
  return {
    ...temporalAndWorker,
    sites,
    ...(running?.simulator ? { simulator: simulatorOf(running.simulator) } : {}),
  };
}

export function works({ temporal, worker, sites }: Status): boolean {
  return temporal.ok && worker.polling && sites.every(({ ok }) => ok);
}

function simulatorOf({
  control,
  sites,
}: NonNullable<RunState['simulator']>): NonNullable<Status['simulator']> {
  return { control, sites };
}

/** The config of the running worker: with simulated ZVMs that is the one that `up` wrote for it. */
function settingsInForce(
  options: CommonOptions,
  env: NodeJS.ProcessEnv,
): { settings: Settings; running: RunState | null } {
  const state = stateDirectory(env);
  const fallback = simulatedConfigFile(env, env['TEMPORAL_ADDRESS'] || '127.0.0.1:7233');
  const settings = load(options, env, fallback);
  const running = readRunState(state, settings.temporal.address);
  if (!running?.simulator || !isSameProcess(running.up)) return { settings, running };
  return {
    settings: loadSettings({ config: simulatedConfigFile(env, settings.temporal.address) }, env),
    running,
  };
}

function load(options: CommonOptions, env: NodeJS.ProcessEnv, fallback: string): Settings {
  try {
    return loadSettings(options, env);
  } catch (error) {
    if (options.config !== undefined || env['ZERTO_REWIND_CONFIG'] || !existsSync(fallback)) throw error;
    return loadSettings({ config: fallback }, env);
  }
}

async function temporalStatus(
  { temporal }: Settings,
  running: RunState | null,
): Promise<Pick<Status, 'temporal' | 'worker'>> {
  const { address, namespace, taskQueue } = temporal;
  const ui = running?.temporal && isSameProcess(running.temporal.process) ? running.temporal.ui : null;
  const pidOfUp = running?.worker && isSameProcess(running.worker) ? running.worker.pid : null;
  try {
    const { client, close } = await connectClient(temporal);
    try {
      const { pollers } = await client.connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: 1,
      });
      const alive = pollers.filter(({ identity, lastAccessTime }) => {
        const seenMs = Number(lastAccessTime?.seconds ?? 0) * 1000;
        return Date.now() - seenMs < POLLER_FRESH_MS && !isDeadHere(identity ?? '');
      });
      const pid = alive.map(({ identity }) => pidHere(identity ?? '')).find((one) => one !== null) ?? pidOfUp;
      return {
        temporal: { address, ok: true, ui, detail: null },
        worker: { pid, polling: alive.length > 0 },
      };
    } finally {
      await close();
    }
  } catch (error) {
    return {
      temporal: { address, ok: false, ui: null, detail: wordsOf(error) },
      worker: { pid: pidOfUp, polling: false },
    };
  }
}

/** A worker's identity is `pid@host`. */
function pidHere(identity: string): number | null {
  const [pid, host] = identity.split('@');
  return host === hostname() && /^\d+$/u.test(pid ?? '') ? Number(pid) : null;
}

/** Temporal lists a killed worker for minutes; here we can see that its process is gone. */
function isDeadHere(identity: string): boolean {
  const pid = pidHere(identity);
  return pid !== null && processRef(pid) === null;
}

async function siteStatus({ config }: Settings, env: NodeJS.ProcessEnv): Promise<Status['sites']> {
  return await Promise.all(
    sitesOf(config, env).map(async ({ name, zvm }) => {
      try {
        await zvm.localSite();
        return { name, ok: true, detail: null };
      } catch (error) {
        return { name, ok: false, detail: wordsOf(error) };
      } finally {
        await zvm.close();
      }
    }),
  );
}
