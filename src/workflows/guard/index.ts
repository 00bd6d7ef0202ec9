import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  condition,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  startChild,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import { foldVmName } from '../../domain/vm-name.ts';
import type { Verdict } from '../../domain/verdict.ts';
import { index } from '../search-attributes.ts';
import {
  ALREADY_DECIDED,
  NOT_THIS_CHANGE,
  stateQuery,
  verdictUpdate,
  type Ask,
  type GuardInput,
} from './contract.ts';
import { guardFollow } from './follow.ts';
import { GuardRun } from './guard-run.ts';
import { answerOf, detailsOf } from './words.ts';

/** The last look for a caller is this long before its time ends. */
const LAST_LOOK_MS = 1_000;

/** Guards one change of one VM: tags every VPG, waits at the site's pace, answers with the rewind points. */
export async function guard(input: GuardInput): Promise<Verdict> {
  const run = new GuardRun(input);
  setHandler(stateQuery, () => run.progress());
  setHandler(verdictUpdate, (ask) => run.answer(ask, LAST_LOOK_MS), {
    validator: (ask) => admit(ask, input, run),
  });

  const told = tellProgress(run);
  await run.decide().catch((error: unknown) => {
    // A worker at fault (another config, a bug in an activity) must not leave its callers without an answer.
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    run.giveUp(error.cause?.message ?? error.message);
  });
  const { verdict } = run;
  if (verdict === null) throw ApplicationFailure.nonRetryable('The guard ended without a verdict.', 'Bug');
  await told;

  setCurrentDetails(answerOf(verdict));
  upsertMemo({ record: run.record() });
  index(run.policy, {
    vm: verdict.vm.name,
    change: input.changeId,
    vpgs: verdict.vpgs.map((one) => one.identifier),
    outcome: verdict.outcome,
  });
  const remains = run.remains();
  if (remains !== null) {
    const { workflowId, runId } = workflowInfo();
    await startChild(guardFollow, {
      workflowId: `follow-${workflowId.replace(/^guard-/u, '')}-${runId}`,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      args: [remains],
      staticSummary: `looks on for the tag of ${input.changeId} on ${verdict.vm.name}`,
    });
  }
  await condition(allHandlersFinished);
  return verdict;
}

function admit(ask: Ask, input: GuardInput, run: GuardRun): void {
  if (ask.changeId !== input.changeId || foldVmName(ask.vm) !== foldVmName(input.vm)) {
    throw ApplicationFailure.nonRetryable('This guard is of another change or VM.', NOT_THIS_CHANGE);
  }
  // Never the old verdict: the next run reads the journal anew.
  if (run.verdict !== null) throw ApplicationFailure.nonRetryable('This run has answered.', ALREADY_DECIDED);
}

/** Keeps the Temporal UI's "current details" in words while the guard runs; records what has been inserted. */
async function tellProgress(run: GuardRun): Promise<void> {
  let shown = '';
  let recorded = false;
  while (run.verdict === null) {
    await condition(() => run.verdict !== null || detailsOf(run.progress()) !== shown);
    shown = detailsOf(run.progress());
    setCurrentDetails(shown);
    const tasks = run.vpgs.filter(({ vpg }) => vpg.taggability !== 'refuse');
    if (!recorded && tasks.length > 0 && tasks.every((one) => one.task !== null || one.settled)) {
      recorded = true;
      upsertMemo({ record: run.record() });
    }
  }
}
