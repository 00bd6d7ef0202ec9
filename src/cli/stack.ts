import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { anyWorker } from '../client/index.ts';
import { cacheDirectory, parseConfig, stateDirectory, type Config } from '../config/index.ts';
import {
  embeddedFiles,
  findTemporalCli,
  processRef,
  removeRunState,
  startDevServer,
  writeRunState,
  type DevServer,
  type RunState,
} from '../embedded/index.ts';
import { startSimulator, type Simulator } from '../simulator/index.ts';
import { ended, startChild, stopChild } from './child.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { writeSimulatedConfig } from './simulated-config.ts';
import type { ChildProcess } from 'node:child_process';

/** The search attributes of design 4.4, as the dev server's options take them. */
const SEARCH_ATTRIBUTES = {
  ZertoVm: 'Keyword',
  ZertoChange: 'Keyword',
  ZertoOutcome: 'Keyword',
  ZertoVpgs: 'KeywordList',
};
/** As long as a journal can be: a change is remembered while it can be rewound (design 3.2). */
const RETENTION_DAYS = 31;
const WORKER_START_MS = 30_000;
const WORKER_STOP_MS = 15_000;

export interface StackOptions {
  env: NodeJS.ProcessEnv;
  temporal: { address: string; namespace: string; taskQueue: string; uiPort: number | null };
  /** The config that the worker gets; null: one is written for the simulated ZVMs. */
  configFile: string | null;
  simulate: { speed?: number; seed?: number; rest?: Record<string, unknown> } | null;
  tell: (line: string) => void;
}

export interface Stack {
  temporal: DevServer;
  simulator: Simulator | null;
  configFile: string;
  config: Config;
  worker: ChildProcess;
  /** Starts the worker again after it died. */
  restartWorker(): Promise<void>;
  stop(): Promise<void>;
}

/** Temporal, the worker and, where wanted, simulated ZVMs: what `up` keeps running and `demo` plays on. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { env, tell, temporal } = options;
  const state = stateDirectory(env);
  const files = embeddedFiles(state, temporal.address);
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => tell(`While stopping: ${String(error)}`));
  };
  try {
    const cli = await findTemporalCli({ env, cacheDirectory: cacheDirectory(env), tell });
    tell(`Temporal CLI ${cli.version} (${cli.path}).`);
    const server = await startDevServer({
      cli: cli.path,
      address: temporal.address,
      namespace: temporal.namespace,
      uiPort: temporal.uiPort ?? undefined,
      databaseFile: files.database,
      logFile: files.log,
      searchAttributes: SEARCH_ATTRIBUTES,
      retentionDays: RETENTION_DAYS,
      env,
    });
    undo.push(() => server.stop());
    tell(
      `Temporal serves at ${server.address}${server.uiUrl === null ? '' : `, its UI at ${server.uiUrl}`}.`,
    );

    const simulator = options.simulate === null ? null : await startSimulator(options.simulate);
    if (simulator !== null) {
      undo.push(() => simulator.close());
      tell(`Simulated ZVMs: ${simulator.sites.map(({ name, url }) => `${name} ${url}`).join(', ')}.`);
    }
    const own =
      simulator === null
        ? null
        : writeSimulatedConfig(`${files.database}.simulated`, simulator, simulated(options));
    const configFile = options.configFile !== null && own === null ? options.configFile : (own ?? '');
    const config = parseConfig(JSON.parse(readFileSync(configFile, 'utf8')), join(configFile, '..'));

    const stack: Stack = {
      temporal: server,
      simulator,
      configFile,
      config,
      worker: await startWorkerProcess(),
      restartWorker: async () => {
        stack.worker = await startWorkerProcess();
      },
      stop,
    };
    undo.push(() => stopChild(stack.worker, WORKER_STOP_MS));
    undo.push(() => Promise.resolve(removeRunState(state, temporal.address)));
    return stack;

    async function startWorkerProcess(): Promise<ChildProcess> {
      const logFile = `${files.log}.worker`;
      const child = startChild(['worker', '--config', configFile], {
        logFile,
        env: { ...env, TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace },
      });
      await untilPolling(child, logFile);
      note(child.pid ?? 0);
      tell(`Worker ${child.pid} polls the task queue "${temporal.taskQueue}" (log: ${logFile}).`);
      return child;
    }

    async function untilPolling(child: ChildProcess, logFile: string): Promise<void> {
      let end: string | null = null;
      void ended(child).then((how) => (end = how));
      const connection = await Connection.connect({ address: temporal.address });
      const client = new Client({ connection, namespace: temporal.namespace });
      const deadline = Date.now() + WORKER_START_MS;
      try {
        while (!(await anyWorker(client, temporal.taskQueue, `${child.pid}@${hostname()}`))) {
          if (end === null && Date.now() < deadline) {
            await sleep(100);
            continue;
          }
          await stopChild(child, 1_000);
          const message = `The worker did not start (${end ?? 'it does not poll'}).`;
          throw new CommandError(
            { code: 'NO_WORKER', message, next: `Read the last lines of ${logFile}.` },
            EXIT.cannotSay,
          );
        }
      } finally {
        await connection.close();
      }
    }

    function note(workerPid: number): void {
      const up = processRef(process.pid);
      const server_ = processRef(server.pid);
      if (up === null || server_ === null) return;
      const runState: RunState = {
        address: temporal.address,
        startedAt: new Date().toISOString(),
        up,
        temporal: { process: server_, ui: server.uiUrl },
        worker: processRef(workerPid),
        simulator:
          simulator === null ? null : { process: null, control: simulator.control, sites: simulator.sites },
      };
      writeRunState(state, runState);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

function simulated({ temporal, simulate }: StackOptions): Parameters<typeof writeSimulatedConfig>[2] {
  const { address, namespace, taskQueue } = temporal;
  return {
    temporal: { address, namespace, taskQueue },
    ...(simulate?.rest === undefined ? {} : { rest: simulate.rest }),
  };
}

/** Where the config of `up --simulate` stands, for the commands that talk to it. */
export function simulatedConfigFile(env: NodeJS.ProcessEnv, address: string): string {
  return join(`${embeddedFiles(stateDirectory(env), address).database}.simulated`, 'simulated-config.json');
}
