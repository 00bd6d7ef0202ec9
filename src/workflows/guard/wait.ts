import { condition, isCancellation } from '@temporalio/workflow';
import { LookPlan, SHORT_WAIT_SECONDS } from '../../domain/look-schedule.ts';
import { notListedInTime } from '../../domain/reasons.ts';
import { reads, shortWait } from '../activity-policies.ts';
import { clockTime } from './words.ts';
import type { VpgGuard } from './vpg-guard.ts';

export interface WaitContext {
  tag: string;
  /** Since when to read the journal, ms by the ZVM's clock. */
  fromMs: number;
  count: (requests: number) => void;
}

/** One look at the journal now, outside the schedule. */
export async function lookNow(
  guarded: VpgGuard,
  context: WaitContext,
  task: string | null = null,
): Promise<void> {
  const { identifier: vpg, zvms } = guarded.vpg;
  const seen = await reads.look({ zvms, vpg, tag: context.tag, fromMs: context.fromMs, task });
  context.count(seen.requests);
  guarded.observe(seen, Date.now());
}

/** Waits at the site's pace until the tag is listed, its task ended badly, or patience is over (design 3.1.6 and 7). */
export async function waitForListing(guarded: VpgGuard, context: WaitContext): Promise<void> {
  const { cadence, name } = guarded.vpg;
  const insertedAt = guarded.insertedAt ?? Date.now();
  const patienceEnds = insertedAt + cadence.patience * 1000;
  guarded.waiting(waitingFor(guarded), patienceEnds);

  if (cadence.visible < SHORT_WAIT_SECONDS) await waitShort(guarded, context, patienceEnds);
  const taskOpen = (): boolean => guarded.task !== null && !guarded.taskDone;
  const plan = new LookPlan(cadence, guarded.elapsed(Date.now()), taskOpen());
  while (!guarded.settled) {
    const { due } = plan;
    if (due === null) {
      guarded.fail(notListedInTime({ ...guarded.where, task: guarded.task }, cadence.patience));
      return;
    }
    const dueMs = insertedAt + due * 1000;
    const summary = `${name}: next look ${clockTime(dueMs)}, patience until ${clockTime(patienceEnds)}`;
    const settled = await condition(() => guarded.settled, Math.max(1, dueMs - Date.now()), { summary });
    if (settled) return;
    const began = Math.max(guarded.elapsed(Date.now()), due);
    await lookNow(guarded, context, plan.includesTask(began) ? guarded.task : null);
    plan.taken(began, taskOpen());
    guarded.waiting(waitingFor(guarded), patienceEnds);
  }
}

async function waitShort(guarded: VpgGuard, context: WaitContext, patienceEnds: number): Promise<void> {
  const { cadence, identifier: vpg, zvms, name } = guarded.vpg;
  const elapsed = guarded.elapsed(Date.now());
  const until = Math.min(SHORT_WAIT_SECONDS, cadence.patience);
  if (elapsed >= until || guarded.settled) return;
  const summary = `${name}: looking for the tag, patience until ${clockTime(patienceEnds)}`;
  const { tag, fromMs } = context;
  const { task, taskDone } = guarded;
  const waited = shortWait(summary)
    .awaitTag({ zvms, vpg, tag, fromMs, task, cadence, elapsed, until, taskDone })
    .then((seen) => {
      context.count(seen.requests);
      if (!guarded.settled) guarded.observe(seen, Date.now());
    });
  // A caller's last look may settle it first.
  await Promise.race([waited, condition(() => guarded.settled)]);
  waited.catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
}

function waitingFor(guarded: VpgGuard): string {
  if (guarded.settled) return guarded.waitsFor ?? 'nothing';
  const { cadence, protectedSite } = guarded.vpg;
  const usual = cadence.visible < 10 ? cadence.visible.toFixed(1) : cadence.visible.toFixed(0);
  const done = guarded.taskDone ? '; its task has completed' : '';
  return `the tag to be listed (usually ${usual} s after the insert on ${protectedSite.kind}${done})`;
}
