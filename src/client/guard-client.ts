import { setTimeout as sleep } from 'node:timers/promises';
import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowUpdateStage,
  type Client,
  type WorkflowUpdateHandle,
} from '@temporalio/client';
import { guardEnded, noWorker, stillPending, temporalUnreachable, type Reason } from '../domain/reasons.ts';
import { withoutVpgs, type Outcome, type Verdict } from '../domain/verdict.ts';
import {
  ALREADY_DECIDED,
  NOT_THIS_CHANGE,
  type Ask,
  type GuardInput,
  type GuardProgress,
} from '../workflows/guard/contract.ts';
import type { guard } from '../workflows/guard/index.ts';
import { guardWorkflowId } from './guard-id.ts';
import { isDeadline, isUnreachable, updateFailureType, wordsOf } from './temporal-errors.ts';
import { anyWorker } from './workers.ts';

export interface GuardRequest {
  changeId: string;
  vm: string;
  action: string;
  agent: string;
  /** How long to wait for the verdict, ms; the guard itself goes on. */
  waitMs: number;
  /** Told about once a second while waiting. */
  onProgress?: (progress: GuardProgress) => void;
}

/** A worker that crashed stays listed for minutes, so acceptance alone proves that one is there. */
const LONGEST_ACCEPTANCE_MS = 10_000;
/** Kept back from the caller's time for the way of the answer. */
const RETURN_MS = 300;
const WORKFLOW_TASK_TIMEOUT = '5 seconds';
const AGAIN_AFTER_MS = 150;
const PROGRESS_EVERY_MS = 1_000;

type Accepted =
  | { kind: 'verdict'; verdict: Verdict }
  | { kind: 'again' }
  | { kind: 'handle'; handle: WorkflowUpdateHandle<Verdict> };

/** The one typed way to ask for a guard (design 3.1). Never throws for what a caller can be told as a verdict. */
export class GuardClient {
  private readonly client: Client;
  private readonly taskQueue: string;
  private readonly address: string;

  constructor(client: Client, settings: { taskQueue: string; address: string }) {
    this.client = client;
    this.taskQueue = settings.taskQueue;
    this.address = settings.address;
  }

  async guard(request: GuardRequest): Promise<Verdict> {
    const deadline = Date.now() + request.waitMs;
    const workflowId = guardWorkflowId(request.changeId, request.vm);
    try {
      if (!(await anyWorker(this.client, this.taskQueue))) {
        return this.without(request, 'unavailable', noWorker(this.taskQueue, 0));
      }
      for (;;) {
        const accepted = await this.ask(request, workflowId, deadline);
        const verdict = await this.conclude(accepted, request, workflowId, deadline);
        if (
          verdict === null ||
          (verdict.outcome === 'expired' && deadline - Date.now() > LONGEST_ACCEPTANCE_MS / 10)
        ) {
          if (Date.now() >= deadline) return verdict ?? this.without(request, 'pending', stillPending([]));
          await sleep(AGAIN_AFTER_MS);
          continue;
        }
        return verdict;
      }
    } catch (error) {
      if (!isUnreachable(error) && !isDeadline(error)) throw error;
      return this.without(request, 'unavailable', temporalUnreachable(this.address, wordsOf(error)));
    }
  }

  /** What a running guard is doing; null where it cannot be asked. */
  async progress(changeId: string, vm: string): Promise<GuardProgress | null> {
    try {
      const handle = this.client.workflow.getHandle(guardWorkflowId(changeId, vm));
      return await this.client.withDeadline(Date.now() + PROGRESS_EVERY_MS * 2, () =>
        handle.query<GuardProgress>('state'),
      );
    } catch {
      // Progress is a courtesy: the verdict tells what matters.
      return null;
    }
  }

  private async ask(request: GuardRequest, workflowId: string, deadline: number): Promise<Accepted> {
    const { changeId, vm, action, agent } = request;
    const left = Math.max(1, deadline - Date.now());
    const acceptMs = Math.min(LONGEST_ACCEPTANCE_MS, left);
    const input: GuardInput = { changeId, vm, action, agent, acceptMs };
    const ask: Ask = { changeId, vm, waitMs: Math.max(1, left - RETURN_MS) };
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof guard>('guard', {
      workflowId,
      taskQueue: this.taskQueue,
      args: [input],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      memo: { changeId, vm },
      // A worker that dies holds the run's next step for no longer than this.
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      staticSummary: `guards ${short(vm)} for change ${short(changeId)}: ${short(action)}`,
    });
    try {
      const handle = await this.client.withDeadline(Date.now() + acceptMs, () =>
        this.client.workflow.startUpdateWithStart<typeof guard, Verdict, [Ask]>('verdict', {
          args: [ask],
          waitForStage: WorkflowUpdateStage.ACCEPTED,
          startWorkflowOperation,
        }),
      );
      return { kind: 'handle', handle };
    } catch (error) {
      const type = updateFailureType(error);
      if (type === ALREADY_DECIDED) return { kind: 'again' };
      if (type === NOT_THIS_CHANGE || type !== null) throw error;
      if (!isDeadline(error)) throw error;
      return {
        kind: 'verdict',
        verdict: this.without(request, 'unavailable', noWorker(this.taskQueue, acceptMs / 1000)),
      };
    }
  }

  private async conclude(
    accepted: Accepted,
    request: GuardRequest,
    workflowId: string,
    deadline: number,
  ): Promise<Verdict | null> {
    if (accepted.kind === 'verdict') return accepted.verdict;
    if (accepted.kind === 'again') return null;
    const stop = new AbortController();
    const telling = this.tell(request, stop.signal);
    try {
      return await this.result(accepted.handle, deadline);
    } catch (error) {
      if (isDeadline(error)) return this.without(request, 'pending', stillPending([]), workflowId);
      // The run ended before this question was answered: cancelled or terminated by a person.
      if (updateFailureType(error) === null) throw error;
      return this.without(request, 'unavailable', guardEnded(wordsOf(error)), workflowId);
    } finally {
      stop.abort();
      await telling;
    }
  }

  /** Waits through a restart of Temporal: the question was accepted, so it is durable. */
  private async result(handle: WorkflowUpdateHandle<Verdict>, deadline: number): Promise<Verdict> {
    for (;;) {
      try {
        return await this.client.withDeadline(deadline + RETURN_MS * 3, () => handle.result());
      } catch (error) {
        if (!isUnreachable(error) || Date.now() >= deadline) throw error;
        await sleep(AGAIN_AFTER_MS);
      }
    }
  }

  private async tell({ onProgress, changeId, vm }: GuardRequest, signal: AbortSignal): Promise<void> {
    if (onProgress === undefined) return;
    while (!signal.aborted) {
      const progress = await this.progress(changeId, vm);
      if (progress !== null && !signal.aborted) onProgress(progress);
      await sleep(PROGRESS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private without(request: GuardRequest, outcome: Outcome, reason: Reason, workflowId?: string): Verdict {
    const guardRef = workflowId === undefined ? null : { workflowId, runId: '' };
    return withoutVpgs(outcome, reason, request, { guard: guardRef });
  }
}

function short(text: string): string {
  const clean = text.replace(/\s+/gu, ' ');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}
