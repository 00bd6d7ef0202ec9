import { ActivityFailure, sleep, TimeoutFailure } from '@temporalio/workflow';
import type { InsertResult } from '../../activities/shapes.ts';
import { endedBadly } from '../../domain/insert-task.ts';
import { insertTaskFailed, type Reason } from '../../domain/reasons.ts';
import { insertWithin, reads } from '../activity-policies.ts';
import type { Callers } from './callers.ts';
import type { VpgGuard } from './vpg-guard.ts';

/** Pauses before an insert that never reached Zerto is sent again, s. */
const RESEND_AFTER = [1, 2, 4];
/** Pauses before each search for the task of an unclear insert, s: it may be on its way into Zerto. */
const SEARCH_AFTER = [1, 2];
/** The `Date` header is cut to the second, and the request left a little before the activity said so. */
const CLOCK_SLACK_MS = 1_500;

type Sent =
  | InsertResult
  | { kind: 'late' }
  | { kind: 'unclear'; reason: Reason | null; sentAtMs: number; requests: number };

export interface InsertContext {
  tag: string;
  callers: Callers;
  count: (requests: number) => void;
}

/**
 * Inserts the tag on one VPG, exactly once as far as anyone can tell (design 3.1, step 5). At its return the
 * insert is known to be under way (`insertedAt` is set), or the VPG is settled.
 */
export async function insert(guarded: VpgGuard, context: InsertContext): Promise<void> {
  let refusal: Reason | null = null;
  // To the other end only after a definite no from the first: which end accepts a write is not documented.
  for (const zvm of guarded.vpg.zvms) {
    const outcome = await insertAt(zvm, guarded, context);
    if (outcome.kind !== 'refused') return;
    refusal ??= outcome.reason;
  }
  if (refusal !== null) guarded.fail(refusal);
}

type Ended = { kind: 'settled' } | { kind: 'refused'; reason: Reason };
const SETTLED: Ended = { kind: 'settled' };

async function insertAt(zvm: string, guarded: VpgGuard, context: InsertContext): Promise<Ended> {
  let resent = 0;
  let posted = 0;
  const notOurs: string[] = [];
  for (;;) {
    guarded.waiting('the answer to the insert', null);
    const sent = await send(zvm, guarded, context);
    switch (sent.kind) {
      case 'late':
        guarded.expire();
        return SETTLED;
      case 'refused':
        return sent;
      case 'task':
        guarded.task = sent.task;
        return SETTLED;
      case 'unsent': {
        const pause = RESEND_AFTER[resent++];
        guarded.insertedAt = null;
        if (pause === undefined) {
          guarded.fail(sent.reason);
          return SETTLED;
        }
        await sleep(`${pause} seconds`, {
          summary: `${guarded.vpg.name}: nothing reached the ZVM, send again`,
        });
        break;
      }
      case 'unclear': {
        posted += 1;
        const ours = await searchTask(zvm, guarded, context, sent.sentAtMs, notOurs);
        if (ours === 'under-way') return SETTLED;
        if (posted > 1) {
          if (ours !== null) guarded.fail(ours);
          // Sent twice and nothing found: it may still land, so it is waited for and then refused by time.
          return SETTLED;
        }
        break;
      }
    }
  }
}

async function send(zvm: string, guarded: VpgGuard, { tag, callers, count }: InsertContext): Promise<Sent> {
  const now = Date.now();
  const timeLeft = callers.timeLeft(now);
  if (timeLeft <= 0) return { kind: 'late' };
  guarded.insertedAt = now;
  try {
    const { insertTag } = insertWithin(timeLeft);
    const sent = await insertTag({ zvm, vpg: guarded.vpg.identifier, vpgName: guarded.vpg.name, tag });
    count(sent.requests);
    return sent;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const late = error.cause instanceof TimeoutFailure && error.cause.timeoutType === 'SCHEDULE_TO_START';
    if (late) {
      guarded.insertedAt = null;
      return { kind: 'late' };
    }
    // The worker died with the request under way, or could not tell: it counts as sent until proven otherwise.
    return { kind: 'unclear', reason: null, sentAtMs: guarded.zvmTime(now) - CLOCK_SLACK_MS, requests: 0 };
  }
}

/**
 * @returns `under-way` when the insert is listed or a task counts as ours; otherwise why it failed, or null
 * where nothing of it was found: then it may be sent once more.
 */
async function searchTask(
  zvm: string,
  guarded: VpgGuard,
  { tag, count }: InsertContext,
  sinceMs: number,
  notOurs: string[],
): Promise<'under-way' | Reason | null> {
  let failure: Reason | null = null;
  for (const pause of SEARCH_AFTER) {
    guarded.waiting('the answer to the insert was lost: looking for its task', null);
    await sleep(`${pause} seconds`, {
      summary: `${guarded.vpg.name}: the answer was lost, look for its task`,
    });
    const { identifier: vpg, zvms } = guarded.vpg;
    const [seen, found] = await Promise.all([
      reads.look({ zvms, vpg, tag, fromMs: sinceMs, task: null }),
      reads.findInsertTasks({ zvm, vpg, tag, sinceMs, notOurs }),
    ]);
    count(seen.requests + found.requests);
    guarded.observe(seen, Date.now());
    if (guarded.settled) return 'under-way';
    // A ZVM that cannot be asked proves nothing: what was sent counts as under way.
    if (found.trouble !== null) return 'under-way';
    const { tasks } = found.value;
    const alive = tasks.find(({ state }) => !endedBadly(state));
    if (alive !== undefined) {
      guarded.task = alive.identifier;
      return 'under-way';
    }
    const failed = tasks[0];
    if (failed !== undefined) {
      notOurs.push(failed.identifier);
      guarded.task = failed.identifier;
      failure = insertTaskFailed(
        { ...guarded.where, task: failed.identifier },
        failed.reason || failed.state,
      );
    }
  }
  return failure;
}
