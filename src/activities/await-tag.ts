import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { endedBadly, isOver } from '../domain/insert-task.ts';
import { LookPlan } from '../domain/look-schedule.ts';
import { look } from './journal.ts';
import type { AwaitInput, TagWait } from './shapes.ts';
import type { Sites } from './sites.ts';

/**
 * The short wait, in one activity because Temporal's timers have a floor of about 1 s (design 3.1, step 6).
 * Ends when the tag is listed, its task ended badly, the ZVM is in lasting trouble, or `until` has come.
 */
export async function awaitTag(sites: Sites, input: AwaitInput): Promise<TagWait> {
  const context = Context.current();
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = context.info;
  // A retry after a crash goes on in time, by the server's clock, not by that of another machine.
  const before = input.elapsed + (currentAttemptScheduledTimestampMs - scheduledTimestampMs) / 1000;
  const startedAt = performance.now();
  const elapsed = (): number => before + (performance.now() - startedAt) / 1000;
  return await watch(sites, input, elapsed, context.cancellationSignal);
}

async function watch(
  sites: Sites,
  input: AwaitInput,
  elapsed: () => number,
  signal: AbortSignal,
): Promise<TagWait> {
  let requests = 0;
  let taskOpen = !input.taskDone && input.task !== null;
  const plan = new LookPlan(input.cadence, elapsed(), taskOpen);
  for (;;) {
    const due = Math.min(plan.due ?? input.until, input.until);
    await sleep(Math.max(0, (due - elapsed()) * 1000), undefined, { signal });
    const began = Math.max(elapsed(), due);
    const seen = await look(sites, { ...input, task: plan.includesTask(began) ? input.task : null });
    requests += seen.requests;
    if (seen.task !== null && isOver(seen.task.state)) taskOpen = false;
    const badTask = seen.task !== null && endedBadly(seen.task.state);
    const lasting = seen.trouble !== null && !seen.trouble.retry;
    if ((seen.listed ?? []).length > 0 || badTask || lasting || elapsed() >= input.until) {
      return { ...seen, requests, elapsed: elapsed() };
    }
    plan.taken(began, taskOpen);
  }
}
