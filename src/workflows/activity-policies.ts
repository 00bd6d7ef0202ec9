import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { GuardActivities } from '../activities/shapes.ts';

/**
 * Reads. Local, because a look then costs one event and no round trip through the server; re-run freely when
 * a worker dies. A ZVM in trouble is told in the answer, so a retry is only for a worker that went away.
 */
export const reads = proxyLocalActivities<
  Pick<GuardActivities, 'readJournal' | 'recallChange' | 'look' | 'findInsertTasks' | 'pointsListed'>
>({ startToCloseTimeout: '45 seconds', retry: { maximumAttempts: 3, initialInterval: '500 milliseconds' } });

/**
 * The first read of a run. Not local: a run's first task must end at once, because only then its caller knows
 * that a worker has taken it up; and a worker that dies meanwhile is noticed by its heartbeat.
 */
export const firstRead = proxyActivities<Pick<GuardActivities, 'findProtection'>>({
  startToCloseTimeout: '45 seconds',
  heartbeatTimeout: '3 seconds',
  retry: { maximumAttempts: 5, initialInterval: '200 milliseconds' },
  summary: 'find the VPGs that protect the VM',
});

/**
 * The insert: one attempt, because the POST is not idempotent; the caller's time bounds how late it may
 * begin; the heartbeat shows within seconds that the worker died with the request under way.
 */
export function insertWithin(timeLeftMs: number): Pick<GuardActivities, 'insertTag'> {
  return proxyActivities<Pick<GuardActivities, 'insertTag'>>({
    scheduleToStartTimeout: Math.max(1, Math.round(timeLeftMs)),
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: '5 seconds',
    retry: { maximumAttempts: 1 },
    summary: 'insert the tagged checkpoint',
  });
}

/** The short wait: only looks, so it is taken up again as often as a worker dies. */
export function shortWait(summary: string): Pick<GuardActivities, 'awaitTag'> {
  return proxyActivities<Pick<GuardActivities, 'awaitTag'>>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '5 seconds',
    retry: { initialInterval: '200 milliseconds', backoffCoefficient: 1 },
    // Once the guard is decided nobody needs the rest of the wait.
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary,
  });
}
