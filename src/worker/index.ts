import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities, type ProtectionRules, type Site } from '../activities/index.ts';
import { useLogger } from './runtime.ts';
import { ensureSearchAttributes } from './search-attributes.ts';
import { TemporalMemory } from './temporal-memory.ts';

export interface WorkerParts {
  temporal: { address: string; namespace: string; taskQueue: string };
  sites: readonly Site[];
  /** Everything of the rules but `indexed`, which the worker finds out. */
  rules: Omit<ProtectionRules, 'policy'> & { policy: Omit<ProtectionRules['policy'], 'indexed'> };
  log: Logger;
}

export interface RunningWorker {
  /** Resolves when the worker has ended; rejects when it ended by itself. */
  done: Promise<void>;
  /** Takes no further work and lets what is under way end, within the grace time. */
  stop(): Promise<void>;
}

/** Prebuilt by the build, beside us or (run from the sources) in `dist`: a worker does not bundle at its start. */
const BUNDLE = ['../workflow-bundle.js', '../../dist/workflow-bundle.js']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));
const CONNECT_MS = 5_000;
const GRACE = '10 seconds';
/** A worker that died keeps its guards' next step for this long at most. */
const STICKY_TIMEOUT = '3 seconds';
/** Bounds memory: about a quarter of a MiB each (design chapter 6: 1,000 guards under 1 GiB). */
const MOST_CACHED_WORKFLOWS = 1_000;

/** Starts a worker on the task queue of the config. It polls when this resolves. */
export async function startWorker({ temporal, sites, rules, log }: WorkerParts): Promise<RunningWorker> {
  useLogger(log);
  const { address, namespace, taskQueue } = temporal;
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
  const unindexed = await ensureSearchAttributes(connection, namespace);
  if (unindexed !== null) {
    log.warn(
      { cause: unindexed },
      'Temporal does not take the search attributes: guards cannot be searched for by VM in its UI',
    );
  }
  const indexed = unindexed === null;
  const memory = new TemporalMemory(new Client({ connection, namespace }), indexed);
  const activities = createActivities({
    sites,
    rules: { ...rules, policy: { ...rules.policy, indexed } },
    memory,
  });
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue,
    workflowBundle: { codePath: BUNDLE ?? '' },
    activities: { ...activities },
    shutdownGraceTime: GRACE,
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
    maxCachedWorkflows: MOST_CACHED_WORKFLOWS,
    // A heartbeat held back longer than this would make a living worker look dead.
    maxHeartbeatThrottleInterval: '1 second',
    defaultHeartbeatThrottleInterval: '1 second',
    // A short wait holds its slot for up to 10 s: as many as guards may be in flight.
    maxConcurrentActivityTaskExecutions: 500,
    maxConcurrentLocalActivityExecutions: 200,
  });
  const done = worker.run().finally(async () => {
    await Promise.allSettled([native.close(), connection.close()]);
  });
  return {
    done,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await done;
    },
  };
}
