import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { configDirectory, hostAndPort, isLoopback, stateDirectory } from '../../config/index.ts';
import { embeddedFiles, isSameProcess, readRunState } from '../../embedded/index.ts';
import { startChild, ended } from '../child.ts';
import { action } from '../command.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { positiveNumber } from '../options.ts';
import { loadSettings, type CommonOptions } from '../settings.ts';
import { untilStopped } from '../signals.ts';
import { startStack, type StackOptions } from '../stack.ts';
import { statusOf } from '../status.ts';

interface UpOptions extends CommonOptions {
  simulate?: boolean;
  speed?: number;
  seed?: number;
  detach?: boolean;
}

const DEFAULT_TEMPORAL = {
  address: '127.0.0.1:7233',
  namespace: 'default',
  taskQueue: 'zerto-rewind',
  uiPort: null,
};
const DETACHED_START_MS = 180_000;

export function upCommand(): Command {
  return new Command('up')
    .description('run Temporal (embedded, file database) and a worker until Ctrl-C')
    .option('--simulate', 'with simulated ZVMs instead of the sites of the config')
    .option('--speed <n>', 'divides the durations of the simulated ZVMs', positiveNumber('--speed'))
    .option('--seed <n>', 'seed of the simulated ZVMs', positiveNumber('--seed'))
    .option('--detach', 'return when it works; stop it with "zerto-rewind down"')
    .action(action(up));
}

async function up(options: UpOptions): Promise<number> {
  const plan = planOf(options);
  refuseSecond(plan);
  if (options.detach === true) return await detached(options, plan);
  const stopped = untilStopped();
  const stack = await startStack(plan);
  if (stack.simulator !== null) plan.tell(`Use it with: export ZERTO_REWIND_CONFIG='${stack.configFile}'`);
  plan.tell('Ready. Ctrl-C stops it; guards in flight go on at the next start.');
  if (options.json === true) {
    const simulator = stack.simulator && { control: stack.simulator.control, sites: stack.simulator.sites };
    console.log(
      JSON.stringify({
        temporal: { address: plan.temporal.address, ui: stack.temporal.uiUrl },
        configFile: stack.configFile,
        simulator,
      }),
    );
  }
  void ended(stack.worker).then((how) => {
    if (!stopping)
      plan.tell(
        `The worker has ended (${how}): guards wait. Start one with "zerto-rewind worker --config '${stack.configFile}'".`,
      );
  });
  let stopping = false;
  const end = await Promise.race([stopped, stack.temporal.exited]);
  stopping = true;
  if (typeof end !== 'string')
    plan.tell(`Temporal has ended by itself (${end.signal ?? `exit ${end.code}`}); see its log.`);
  plan.tell('Stopping …');
  await stack.stop();
  return typeof end === 'string' ? 0 : EXIT.cannotSay;
}

function planOf(options: UpOptions): StackOptions {
  const env = process.env;
  const tell = (line: string): void => console.error(line);
  if (options.simulate !== true) {
    const { config, file, temporal } = loadSettings(options);
    return {
      env,
      tell,
      temporal: embeddedAt({ ...temporal, uiPort: config.temporal.uiPort }),
      configFile: file,
      simulate: null,
    };
  }
  const simulate = {
    ...(options.speed === undefined ? {} : { speed: options.speed }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  };
  // A simulated estate needs no config: where the user has none, the defaults will do.
  const named = options.config !== undefined || Boolean(env['ZERTO_REWIND_CONFIG']);
  if (!named && !existsSync(join(configDirectory(env), 'config.json'))) {
    const address = env['TEMPORAL_ADDRESS'] || DEFAULT_TEMPORAL.address;
    return { env, tell, temporal: embeddedAt({ ...DEFAULT_TEMPORAL, address }), configFile: null, simulate };
  }
  const { config, file, temporal } = loadSettings(options);
  const {
    sites: _sites,
    temporal: _temporal,
    ...rest
  } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return {
    env,
    tell,
    temporal: embeddedAt({ ...temporal, uiPort: config.temporal.uiPort }),
    configFile: null,
    simulate: { ...simulate, rest },
  };
}

function embeddedAt(temporal: StackOptions['temporal']): StackOptions['temporal'] {
  const at = hostAndPort(temporal.address);
  if (at !== null && isLoopback(at.host)) return temporal;
  throw new CommandError(
    {
      code: 'CONFIG',
      message: `temporal.address is ${temporal.address}: "up" runs an embedded Temporal on this machine only.`,
      next: 'Use an address of 127.0.0.1, or run "zerto-rewind worker" against that Temporal.',
    },
    EXIT.usage,
  );
}

function refuseSecond({ env, temporal }: StackOptions): void {
  const running = readRunState(stateDirectory(env), temporal.address);
  if (running === null || !isSameProcess(running.up)) return;
  throw new CommandError(
    {
      code: 'CONFIG',
      message: `"up" already runs for ${temporal.address} (process ${running.up.pid}).`,
      next: 'Use it, stop it with "zerto-rewind down", or give this one another temporal.address.',
    },
    EXIT.usage,
  );
}

async function detached(options: UpOptions, plan: StackOptions): Promise<number> {
  const state = stateDirectory(plan.env);
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const logFile = `${embeddedFiles(state, plan.temporal.address).log}.up`;
  const args = ['up', ...(options.config === undefined ? [] : ['--config', options.config])];
  if (options.simulate === true) args.push('--simulate');
  if (options.speed !== undefined) args.push('--speed', String(options.speed));
  if (options.seed !== undefined) args.push('--seed', String(options.seed));
  const child = startChild(args, { logFile, detached: true });
  let end: string | null = null;
  void ended(child).then((how) => (end = how));
  const deadline = Date.now() + DETACHED_START_MS;
  while (end === null && Date.now() < deadline) {
    const running = readRunState(state, plan.temporal.address);
    if (running?.up.pid === child.pid) {
      const status = await statusOf(options, plan.env);
      if (options.json === true) console.log(JSON.stringify(status));
      else console.log(`Running as process ${child.pid} (log: ${logFile}).`);
      return 0;
    }
    await sleep(200);
  }
  const message = `"up" did not start (${end ?? 'it takes too long'}).`;
  throw new CommandError(
    { code: 'NO_WORKER', message, next: `Read the last lines of ${logFile}.` },
    EXIT.cannotSay,
  );
}
