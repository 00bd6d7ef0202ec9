import type { GuardedVpg, JournalReading, Look, TaskView } from '../../activities/shapes.ts';
import type { ChangeRecordVpg } from '../../domain/change-record.ts';
import { withoutTag, type Checkpoint } from '../../domain/checkpoint.ts';
import { endedBadly, isOver } from '../../domain/insert-task.ts';
import { insertTaskFailed, type Reason } from '../../domain/reasons.ts';
import { rewindPointOf, type VpgVerdict } from '../../domain/verdict.ts';
import type { FollowedVpg, VpgProgress } from './contract.ts';

/** One VPG of a guard: what is known of it, and the one place where a look changes that. */
export class VpgGuard {
  readonly vpg: GuardedVpg;
  journal: JournalReading | null = null;
  /** When the journal was read, ms by Temporal's clock: relates it to the ZVM's. */
  journalReadAt = 0;
  task: string | null = null;
  taskView: TaskView | null = null;
  insertedAt: number | null = null;
  tagged: Checkpoint | null = null;
  firstListedAt: number | null = null;
  /** When the tag was last seen listed by this run. */
  lastSeenAt: number | null = null;
  failure: Reason | null = null;
  expired = false;
  duplicates = 0;
  waitsFor: string | null = null;
  untilMs: number | null = null;

  constructor(vpg: GuardedVpg) {
    this.vpg = vpg;
  }

  get where(): { vpg: string; site: string } {
    return { vpg: this.vpg.name, site: this.vpg.protectedSite.name };
  }

  get settled(): boolean {
    return this.tagged !== null || this.failure !== null || this.expired;
  }

  get taskDone(): boolean {
    return this.taskView !== null && isOver(this.taskView.state);
  }

  /** The ZVM's clock at a moment of Temporal's. */
  zvmTime(atMs: number): number {
    return this.journal === null ? atMs : this.journal.zvmNowMs + (atMs - this.journalReadAt);
  }

  elapsed(nowMs: number): number {
    return this.insertedAt === null ? 0 : (nowMs - this.insertedAt) / 1000;
  }

  waiting(waitsFor: string, untilMs: number | null): void {
    this.waitsFor = waitsFor;
    this.untilMs = untilMs;
  }

  listed(checkpoint: Checkpoint, nowMs: number, firstListedAt: number | null = null): void {
    this.tagged = withoutTag(checkpoint);
    this.firstListedAt ??= firstListedAt ?? nowMs;
    this.lastSeenAt = nowMs;
    this.waiting('nothing: listed', null);
  }

  fail(reason: Reason): void {
    if (this.settled) return;
    this.failure = reason;
    this.waiting(`nothing: ${reason.message}`, null);
  }

  expire(): void {
    if (!this.settled) this.expired = true;
  }

  /** Takes in what a look saw. A listed tag counts whatever its task says; a task that failed ends the wait. */
  observe(seen: Look, nowMs: number): void {
    if (seen.task !== null) this.taskView = seen.task;
    const [first, ...more] = seen.listed ?? [];
    if (first !== undefined) {
      this.duplicates = more.length;
      this.listed(first, nowMs);
      return;
    }
    if (this.taskView !== null && endedBadly(this.taskView.state)) {
      const words =
        this.taskView.reason === '' ? `the task ended as ${this.taskView.state}` : this.taskView.reason;
      this.fail(insertTaskFailed({ ...this.where, task: this.task ?? 'of the insert' }, words));
      return;
    }
    if (seen.trouble !== null && !seen.trouble.retry) this.fail(seen.trouble.reason);
  }

  verdict(): VpgVerdict {
    const { name, identifier, protectedSite, recoverySite, status, subStatus, zvms } = this.vpg;
    const existing = this.journal?.existing ?? null;
    const refused = this.vpg.taggability === 'refuse';
    return {
      name,
      identifier,
      protectedSite: { name: protectedSite.name, kind: protectedSite.kind },
      recoverySite: { name: recoverySite.name },
      state: refused ? 'not_taggable' : this.tagged ? 'listed' : this.failure ? 'failed' : 'pending',
      task: this.task,
      existing,
      tagged: this.tagged,
      rewindPoint: rewindPointOf(this.tagged, existing),
      detail: refused
        ? `${status}, ${subStatus}: no checkpoint can be written now.`
        : (this.failure?.message ?? null),
      clock: this.journal?.clock ?? { site: zvms[0] ?? protectedSite.name, offsetMs: null },
    };
  }

  record(): ChangeRecordVpg {
    const { identifier, name, zvms } = this.vpg;
    return {
      identifier,
      name,
      zvms,
      task: this.task,
      insertedAt: this.insertedAt,
      firstListedAt: this.firstListedAt,
      tagged: this.tagged,
      rewindPoint: rewindPointOf(this.tagged, this.journal?.existing ?? null),
      // Only what Zerto itself ended is over; a wait that was given up may still land.
      failed: this.taskView !== null && endedBadly(this.taskView.state),
    };
  }

  /** What `guardFollow` needs to look on for this VPG's tag. */
  followed(fromMs: number): FollowedVpg {
    const { identifier, name, protectedSite, zvms, cadence } = this.vpg;
    const { task, insertedAt } = this;
    return {
      identifier,
      name,
      site: protectedSite.name,
      zvms,
      cadence,
      task,
      insertedAt: insertedAt ?? 0,
      fromMs,
    };
  }

  progress(): VpgProgress {
    const { state } = this.verdict();
    const { name, protectedSite } = this.vpg;
    return {
      name,
      site: protectedSite.name,
      kind: protectedSite.kind,
      state,
      waitsFor: this.waitsFor,
      untilMs: this.untilMs,
      task: this.task,
    };
  }
}
