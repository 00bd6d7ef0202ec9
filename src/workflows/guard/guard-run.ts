import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import type { GuardPolicy, ProtectionFinding } from '../../activities/shapes.ts';
import { planTags, type ChangeRecord, type TagStep } from '../../domain/change-record.ts';
import type { VmRef } from '../../domain/protection.ts';
import {
  checkpointGone,
  expired,
  guardEnded,
  notTaggable,
  stillPending,
  type Reason,
} from '../../domain/reasons.ts';
import { composeTag } from '../../domain/tag.ts';
import type { Outcome, Verdict } from '../../domain/verdict.ts';
import { firstRead, reads } from '../activity-policies.ts';
import { Asking } from './asking.ts';
import { Callers } from './callers.ts';
import type { Ask, FollowInput, GuardInput, GuardProgress } from './contract.ts';
import { insert } from './insert.ts';
import { VpgGuard } from './vpg-guard.ts';
import { unfound } from './unfound.ts';
import { lookNow, waitForListing, type WaitContext } from './wait.ts';

/** The journal is read from this long before the insert, by the ZVM's clock. */
const LOOK_BACK_MS = 120_000;
/** A tag seen listed longer ago than this is looked at again before a caller is released on it. */
const STALE_SIGHT_MS = 5_000;
/** Closer than this, clocks that are read off a `Date` header cannot be told apart. */
const CLOCK_GRAIN_MS = 2_000;

/** One run of the guard: its state, and the steps of design 3.1. */
export class GuardRun {
  readonly callers: Callers;
  verdict: Verdict | null = null;
  vpgs: VpgGuard[] = [];
  policy: GuardPolicy | null = null;
  private readonly input: GuardInput;
  private readonly startedAt: number;
  private vm: VmRef | null = null;
  private tag: string | null = null;
  private requests = 0;
  private warnings: string[] = [];
  private phase = 'Finding the VPGs that protect the VM.';
  private settling: Promise<void> | null = null;
  private readonly asking: Asking;

  constructor(input: GuardInput) {
    this.input = input;
    this.startedAt = workflowInfo().startTime.getTime();
    this.callers = new Callers(this.startedAt);
    this.asking = new Asking(this.callers);
  }

  /** Does the whole guard; at its end `verdict` is set. */
  async decide(): Promise<void> {
    if (Date.now() > this.startedAt + this.input.acceptMs) return this.expire('no worker took it up in time');
    const finding = await this.findProtection();
    this.callers.begin();
    if (finding === null) return this.refuseByTrouble();
    this.policy = finding.policy;
    const { found } = finding;
    if (found.kind === 'silent') return;
    if (found.kind !== 'found') {
      const rest = { requests: this.requests, guard: this.guardRef(), waitedMs: Date.now() - this.startedAt };
      this.verdict = unfound(found, this.input, rest);
      return;
    }
    this.vm = found.vm;
    if (found.incomplete !== null) this.warnings.push(found.incomplete);
    this.vpgs = found.vpgs.map((vpg) => new VpgGuard(vpg));
    const taggable = this.taggable();
    if (taggable.length === 0) {
      const refused = found.vpgs.map(({ name, status, subStatus, protectedSite }) => ({
        name,
        status,
        subStatus,
        site: protectedSite.name,
      }));
      return this.refuse('refused', notTaggable(found.vm.name, refused));
    }
    await this.tagAll(taggable, found.vm, finding.policy);
  }

  async answer(ask: Ask, lastLookMs: number): Promise<Verdict> {
    const until = this.callers.join(ask.waitMs, Date.now());
    const wait = until - lastLookMs - Date.now();
    if (wait > 0)
      await condition(() => this.verdict !== null, wait, { summary: "until a caller's time is nearly over" });
    if (this.verdict === null) await this.lastLook();
    if (this.verdict !== null) return this.verdict;
    const { trouble } = this.asking;
    return trouble === null
      ? this.verdictOf('pending', this.pendingReason())
      : this.verdictOf('unavailable', trouble);
  }

  giveUp(detail: string): void {
    this.refuse('unavailable', guardEnded(detail));
  }

  progress(): GuardProgress {
    return {
      phase: this.phase,
      vpgs: this.vpgs.map((one) => one.progress()),
      decided: this.verdict !== null,
    };
  }

  record(): ChangeRecord {
    return {
      changeId: this.input.changeId,
      vm: this.vm?.name ?? this.input.vm,
      tag: this.tag,
      outcome: this.verdict?.outcome ?? null,
      at: this.verdict === null ? null : new Date().toISOString(),
      vpgs: this.taggable().map((one) => one.record()),
    };
  }

  /** What is still to be seen once the verdict is given: tags that may land late. */
  remains(): FollowInput | null {
    const { tag } = this;
    const open = this.taggable().filter(
      (one) => one.insertedAt !== null && one.tagged === null && !one.record().failed,
    );
    if (tag === null || open.length === 0) return null;
    return {
      changeId: this.input.changeId,
      vm: this.vm?.name ?? this.input.vm,
      tag,
      vpgs: open.map((one) => one.followed(this.lookFrom(one))),
    };
  }

  private taggable(): VpgGuard[] {
    return this.vpgs.filter(({ vpg }) => vpg.taggability !== 'refuse');
  }

  private async findProtection(): Promise<ProtectionFinding | null> {
    return await this.asking.ask(async () => {
      const finding = await firstRead.findProtection({ vm: this.input.vm });
      this.requests += finding.requests;
      const { found } = finding;
      return found.kind === 'silent'
        ? { trouble: found.trouble, value: null }
        : { trouble: null, value: finding };
    });
  }

  private async tagAll(taggable: VpgGuard[], vm: VmRef, policy: GuardPolicy): Promise<void> {
    this.phase = 'Reading the journals.';
    const [records, read] = await Promise.all([
      reads.recallChange({ workflowId: workflowInfo().workflowId }),
      Promise.all(taggable.map((one) => this.readJournal(one, vm, policy))),
    ]);
    if (read.includes(false)) return this.refuseByTrouble();
    const journals = taggable.map((one) => ({
      identifier: one.vpg.identifier,
      own: one.journal?.own ?? [],
      zvmNowMs: one.journal?.zvmNowMs ?? 0,
      patienceMs: one.vpg.cadence.patience * 1000,
    }));
    const plan = planTags(journals, records, Date.now(), policy.changeWindowMs);
    const tag = plan.tag ?? this.compose(taggable, vm, policy);
    this.tag = tag;
    this.phase = `Tagging ${taggable.length === 1 ? 'its VPG' : `its ${taggable.length} VPGs`} for change ${this.input.changeId}.`;
    const scope = new CancellationScope({ cancellable: true });
    const work = scope.run(() =>
      Promise.all(
        taggable.map((one) =>
          this.tagOne(one, tag, plan.steps.get(one.vpg.identifier) ?? { kind: 'insert' }),
        ),
      ),
    );
    const ended = work.catch((error: unknown) => {
      if (!isCancellation(error) || this.verdict === null) throw error;
    });
    await Promise.race([ended, condition(() => this.verdict !== null || this.isDecidable())]);
    while (this.verdict === null) {
      await this.settle();
      if (this.verdict === null) await condition(() => this.verdict !== null || this.isDecidable());
    }
    scope.cancel();
    await ended;
  }

  private compose(taggable: VpgGuard[], vm: VmRef, policy: GuardPolicy): string {
    const { agent, action, changeId } = this.input;
    // By the ZVM's clock, so that it reads like the stamps beside it in the journal.
    const atMs = taggable[0]?.zvmTime(Date.now()) ?? Date.now();
    return composeTag({ agent, action, changeId, vm: vm.name, atMs }, policy.tagLength).text;
  }

  private async readJournal(one: VpgGuard, vm: VmRef, policy: GuardPolicy): Promise<boolean> {
    const { identifier, zvms, cadence } = one.vpg;
    const reachMs = policy.changeWindowMs + (cadence.patience + cadence.gap) * 1000;
    const change = { changeId: this.input.changeId, vm: vm.name };
    one.journal = await this.asking.ask(async () => {
      const journal = await reads.readJournal({ zvms, vpg: identifier, change, reachMs });
      this.requests += journal.requests;
      return journal;
    });
    one.journalReadAt = Date.now();
    return one.journal !== null;
  }

  private async tagOne(one: VpgGuard, tag: string, step: TagStep): Promise<void> {
    if (step.kind === 'answer') {
      one.task = step.task;
      one.listed(step.checkpoint, Date.now(), step.firstListedAt);
      return;
    }
    if (step.kind === 'await') {
      one.task = step.task;
      one.insertedAt = step.insertedAt;
    } else {
      await insert(one, { tag, callers: this.callers, count: this.count });
    }
    if (!one.settled) await waitForListing(one, this.waitContext(one, tag));
  }

  private readonly count = (requests: number): void => {
    this.requests += requests;
  };

  private lookFrom(one: VpgGuard): number {
    return one.zvmTime(one.insertedAt ?? one.journalReadAt) - LOOK_BACK_MS;
  }

  private waitContext(one: VpgGuard, tag: string): WaitContext {
    return { tag, fromMs: this.lookFrom(one), count: this.count };
  }

  /** Something is known that decides: a VPG that failed or expired, or every one listed. */
  private isDecidable(): boolean {
    const taggable = this.taggable();
    return (
      taggable.some((one) => one.failure !== null || one.expired) ||
      taggable.every((one) => one.tagged !== null)
    );
  }

  /** Gives the verdict if it can be given; callers and the main line may arrive here at once. */
  private async settle(): Promise<void> {
    this.settling ??= this.trySettle().finally(() => {
      this.settling = null;
    });
    await this.settling;
  }

  private async trySettle(): Promise<void> {
    if (this.verdict !== null || !this.isDecidable()) return;
    const taggable = this.taggable();
    const failed = taggable.find((one) => one.failure !== null);
    if (failed?.failure) return this.refuse(outcomeOf(failed.failure), failed.failure);
    if (taggable.some((one) => one.expired)) return this.expire('every caller had left before the insert');
    await Promise.all(taggable.map((one) => this.seeAgain(one)));
    const gone = taggable.find((one) => one.failure !== null);
    if (gone?.failure) return this.refuse(outcomeOf(gone.failure), gone.failure);
    for (const one of taggable) this.warnAbout(one);
    this.verdict = this.verdictOf('confirmed', null);
  }

  /** A tag that was listed a while ago may have gone with a re-sync: nobody is released on a memory. */
  private async seeAgain(one: VpgGuard): Promise<void> {
    const { tag } = this;
    if (tag === null || one.lastSeenAt === null || Date.now() - one.lastSeenAt < STALE_SIGHT_MS) return;
    const { identifier: vpg, zvms } = one.vpg;
    const seen = await reads.look({
      zvms,
      vpg,
      tag,
      fromMs: Date.parse(one.tagged?.at ?? '') - 1_000,
      task: null,
    });
    this.requests += seen.requests;
    if (seen.listed !== null && seen.listed.length > 0) return;
    one.tagged = null;
    one.fail(seen.trouble?.reason ?? checkpointGone(one.where));
  }

  private warnAbout(one: VpgGuard): void {
    const { name } = one.vpg;
    if (one.duplicates > 0) {
      this.warnings.push(
        `VPG ${name} lists this tag ${one.duplicates + 1} times; the earliest is the rewind point.`,
      );
    }
    if (one.tagged !== null && Date.parse(one.tagged.at) > one.zvmTime(Date.now()) + CLOCK_GRAIN_MS) {
      this.warnings.push(
        `The stamp of checkpoint ${one.tagged.identifier} on VPG ${name} seems later than the release: the clock of ${one.journal?.clock.site ?? 'the ZVM'} is not the one that stamped it. The point stays right, because it was listed before the release.`,
      );
    }
  }

  /** A last look for a caller whose time is nearly over. */
  private async lastLook(): Promise<void> {
    const { tag } = this;
    if (tag === null) return;
    const waiting = this.taggable().filter((one) => one.insertedAt !== null && !one.settled);
    await Promise.all(waiting.map((one) => lookNow(one, this.waitContext(one, tag))));
    await this.settle();
  }

  private pendingReason(): Reason {
    const waiting = this.taggable().filter((one) => !one.settled);
    return stillPending(
      waiting.map((one) => ({
        ...one.where,
        usually: one.vpg.cadence.visible,
        elapsed: one.elapsed(Date.now()),
      })),
    );
  }

  private refuse(outcome: Outcome, reason: Reason): void {
    this.verdict ??= this.verdictOf(outcome, reason);
  }

  private refuseByTrouble(): void {
    this.refuse('unavailable', this.asking.trouble ?? guardEnded('a ZVM did not answer'));
  }

  private expire(detail: string): void {
    this.refuse('expired', expired(detail));
  }

  private guardRef(): Verdict['guard'] {
    const { workflowId, runId } = workflowInfo();
    return { workflowId, runId };
  }

  private verdictOf(outcome: Outcome, reason: Reason | null): Verdict {
    return {
      ok: outcome === 'confirmed',
      outcome,
      reason,
      changeId: this.input.changeId,
      vm: this.vm ?? { identifier: null, name: this.input.vm },
      tag: this.tag,
      vpgs: this.vpgs.map((one) => one.verdict()),
      candidates: [],
      reused: null,
      warnings: [...this.warnings],
      waitedMs: Date.now() - this.startedAt,
      requests: this.requests,
      guard: this.guardRef(),
    };
  }
}

/** Trouble with the ZVM leaves the question open; what Zerto itself decided is a refusal. */
function outcomeOf({ code }: Reason): Outcome {
  return code.startsWith('ZVM_') ? 'unavailable' : 'refused';
}
