import type { Cadence } from '../domain/cadence.ts';
import type { ChangeRecord } from '../domain/change-record.ts';
import type { Checkpoint, ListedCheckpoint } from '../domain/checkpoint.ts';
import type { ProtectingVpg, VmRef } from '../domain/protection.ts';
import type { Reason } from '../domain/reasons.ts';
import type { Taggability } from '../domain/taggable.ts';

/** What workflows may ask of the world: plain data in, plain data out, no credentials anywhere. */
export interface GuardActivities {
  findProtection(input: { vm: string }): Promise<ProtectionFinding>;
  readJournal(input: JournalInput): Promise<Tried<JournalReading>>;
  recallChange(input: { workflowId: string }): Promise<ChangeRecord[]>;
  insertTag(input: InsertInput): Promise<InsertResult>;
  look(input: LookInput): Promise<Look>;
  awaitTag(input: AwaitInput): Promise<TagWait>;
  findInsertTasks(input: FindTasksInput): Promise<Tried<{ tasks: InsertTask[] }>>;
  pointsListed(input: { points: PointToCheck[] }): Promise<{ listed: (boolean | null)[] }>;
}

/** Trouble with a ZVM. `retry`: it may pass by itself; `effect`: what the call may have done. */
export interface Trouble {
  reason: Reason;
  retry: boolean;
  effect: 'none' | 'unknown';
}

export interface Counted {
  /** HTTP requests that this took. */
  requests: number;
}

export type Tried<T> = Counted & ({ trouble: null; value: T } | { trouble: Trouble; value: null });

/** The worker's settings that shape a guard; its config is the authority, not a caller's. */
export interface GuardPolicy {
  changeWindowMs: number;
  tagLength: number;
  /** Whether Temporal knows our search attributes; setting an unknown one would block a run for ever. */
  indexed: boolean;
}

export interface GuardedVpg extends ProtectingVpg {
  taggability: Taggability;
  cadence: Cadence;
}

export interface ProtectionFinding extends Counted {
  policy: GuardPolicy;
  found:
    | { kind: 'found'; vm: VmRef; vpgs: GuardedVpg[]; incomplete: string | null }
    | { kind: 'none'; near: string | null }
    | { kind: 'ambiguous'; candidates: VmRef[] }
    | { kind: 'silent'; trouble: Trouble };
}

export interface JournalInput {
  /** Configured sites to ask, in this order. */
  zvms: string[];
  vpg: string;
  change: { changeId: string; vm: string };
  /** How far back tags of this change may be, ms. */
  reachMs: number;
}

export interface JournalReading {
  existing: Checkpoint | null;
  own: ListedCheckpoint[];
  zvmNowMs: number;
  clock: { site: string; offsetMs: number | null };
}

export interface InsertInput {
  zvm: string;
  vpg: string;
  vpgName: string;
  tag: string;
}

export type InsertResult = Counted & { /** The ZVM's clock before the request, ms. */ sentAtMs: number } & (
    | { kind: 'task'; task: string }
    /** Zerto decided against it (4xx): nothing was inserted. */
    | { kind: 'refused'; reason: Reason }
    /** Nothing reached Zerto, or it was too busy to look: worth another try. */
    | { kind: 'unsent'; reason: Reason }
    /** It may or may not have taken effect. */
    | { kind: 'unclear'; reason: Reason }
  );

export interface LookInput {
  zvms: string[];
  vpg: string;
  tag: string;
  /** Since when the journal is read, ms by the ZVM's clock. */
  fromMs: number;
  /** The task to look at too, or null. */
  task: string | null;
}

export interface TaskView {
  state: string;
  reason: string;
}

export interface Look extends Counted {
  /** Checkpoints that bear exactly the tag, earliest first; null where the journal could not be read. */
  listed: Checkpoint[] | null;
  task: TaskView | null;
  trouble: Trouble | null;
  offsetMs: number | null;
}

export interface AwaitInput extends LookInput {
  cadence: Cadence;
  /** How long ago the insert was when this was scheduled, and until when to look, in s after the insert. */
  elapsed: number;
  until: number;
  taskDone: boolean;
}

export interface TagWait extends Look {
  elapsed: number;
}

export interface FindTasksInput {
  zvm: string;
  vpg: string;
  tag: string;
  sinceMs: number;
  /** Tasks that are known to belong to somebody else. */
  notOurs: string[];
}

export interface InsertTask extends TaskView {
  identifier: string;
}

export interface PointToCheck {
  vpg: string;
  zvms: string[];
  identifier: string;
  atMs: number;
}
