import type { Checkpoint } from './checkpoint.ts';
import type { SiteRef, VmRef } from './protection.ts';
import type { Reason } from './reasons.ts';

/** How a guard ended (design 4.3). Only `confirmed` and `reused` let the change go ahead. */
export type Outcome =
  'confirmed' | 'reused' | 'refused' | 'not_protected' | 'ambiguous' | 'pending' | 'expired' | 'unavailable';

export type VpgState = 'listed' | 'pending' | 'failed' | 'not_taggable';

export interface RewindPoint extends Checkpoint {
  which: 'tagged' | 'existing' | 'reused';
}

export interface VpgVerdict {
  name: string;
  identifier: string;
  protectedSite: { name: string; kind: string };
  recoverySite: { name: string };
  state: VpgState;
  /** Zerto's task of the insert, `taskGuid.siteGuid`. */
  task: string | null;
  /** The newest checkpoint that existed before anything was inserted. */
  existing: Checkpoint | null;
  tagged: Checkpoint | null;
  rewindPoint: RewindPoint | null;
  /** One sentence where the state needs one: why it failed, what it waits for. */
  detail: string | null;
  /** The clock that stamped the checkpoints; `offsetMs` is how far it is ahead of the worker's. */
  clock: { site: string; offsetMs: number | null };
}

export interface Verdict {
  ok: boolean;
  outcome: Outcome;
  reason: Reason | null;
  changeId: string;
  vm: VmRef | { identifier: null; name: string };
  tag: string | null;
  vpgs: VpgVerdict[];
  /** For `ambiguous`: what to choose from. */
  candidates: VmRef[];
  reused: { tag: string; changeId: string; at: string; alsoUndoes: string[] } | null;
  /** What a person should know beside the outcome, one sentence each. */
  warnings: string[];
  /** From the start of the run until the outcome was known. */
  waitedMs: number;
  /** HTTP requests to ZVMs, log-ins included. */
  requests: number;
  guard: { workflowId: string; runId: string } | null;
}

export function isGo(outcome: Outcome): boolean {
  return outcome === 'confirmed' || outcome === 'reused';
}

/**
 * The rewind point of a VPG. Only a tag that was seen listed before the caller was released precedes the
 * change whatever the clocks say; in every other case the checkpoint that already existed does (facts.md, 4).
 */
export function rewindPointOf(tagged: Checkpoint | null, existing: Checkpoint | null): RewindPoint | null {
  if (tagged !== null) return { ...tagged, which: 'tagged' };
  return existing === null ? null : { ...existing, which: 'existing' };
}

/** A verdict that never reached a VPG. */
export function withoutVpgs(
  outcome: Outcome,
  reason: Reason,
  asked: { changeId: string; vm: string },
  rest: Partial<Pick<Verdict, 'candidates' | 'waitedMs' | 'requests' | 'guard' | 'warnings'>> = {},
): Verdict {
  return {
    ok: false,
    outcome,
    reason,
    changeId: asked.changeId,
    vm: { identifier: null, name: asked.vm },
    tag: null,
    vpgs: [],
    candidates: [],
    reused: null,
    warnings: [],
    waitedMs: 0,
    requests: 0,
    guard: null,
    ...rest,
  };
}

export type { SiteRef, VmRef };
