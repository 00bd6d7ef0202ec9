import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

/** Temporal's numbers of the kinds of task queue. */
const WORKFLOW_TASKS = 1;
const ACTIVITY_TASKS = 2;

/** A worker that has just lost its connection comes back within this; the answer is due within a second. */
const LOOKS = 3;
const PAUSE_MS = 250;

/**
 * Whether a worker has polled the task queue in the last minutes (a crashed one stays listed that long), or
 * the one worker of this identity (`pid@host`).
 */
export async function anyWorker(client: Client, taskQueue: string, identity?: string): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    const pollers = await Promise.all(
      [WORKFLOW_TASKS, ACTIVITY_TASKS].map(async (taskQueueType) => {
        const described = await client.withDeadline(Date.now() + 3_000, () =>
          client.connection.workflowService.describeTaskQueue({
            namespace: client.options.namespace,
            taskQueue: { name: taskQueue },
            taskQueueType,
          }),
        );
        return described.pollers.filter((poller) => identity === undefined || poller.identity === identity)
          .length;
      }),
    );
    if (pollers.every((count) => count > 0)) return true;
    if (look === LOOKS) return false;
    await sleep(PAUSE_MS);
  }
}
