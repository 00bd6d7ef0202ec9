import { defineQuery, defineUpdate } from '@temporalio/workflow';
import type { Cadence } from '../../domain/cadence.ts';
import type { Checkpoint } from '../../domain/checkpoint.ts';
import type { Verdict } from '../../domain/verdict.ts';

/** Input of the workflow `guard`. Durations only: a caller's clock is not the server's. */
export interface GuardInput {
  changeId: string;
  vm: string;
  action: string;
  agent: string;
  /** How long after its start the run may still be taken up by a worker, ms. */
  acceptMs: number;
}

/** A caller's question. Change and VM are checked against the run's own before it is answered. */
export interface Ask {
  changeId: string;
  vm: string;
  /** How long this caller waits for the answer, ms, from the start of the run or from joining it. */
  waitMs: number;
}

/** What a guard is doing, for progress on a terminal. */
export interface GuardProgress {
  phase: string;
  vpgs: VpgProgress[];
  decided: boolean;
}

export interface VpgProgress {
  name: string;
  site: string;
  kind: string;
  state: string;
  /** What it waits for, in words. */
  waitsFor: string | null;
  /** Until when, ms since 1970 by Temporal's clock. */
  untilMs: number | null;
  task: string | null;
}

/** What the child `guardFollow` looks on for, after the guard has answered. */
export interface FollowInput {
  changeId: string;
  vm: string;
  tag: string;
  vpgs: FollowedVpg[];
}

export interface FollowedVpg {
  identifier: string;
  name: string;
  site: string;
  zvms: string[];
  cadence: Cadence;
  task: string | null;
  insertedAt: number;
  fromMs: number;
}

export interface Landed {
  name: string;
  tagged: Checkpoint | null;
  /** When it was first seen listed, ISO UTC. */
  seenAt: string | null;
}

/** Failure types of the update: the client asks again, or was wrong to ask. */
export const ALREADY_DECIDED = 'AlreadyDecided';
export const NOT_THIS_CHANGE = 'NotThisChange';

export const verdictUpdate = defineUpdate<Verdict, [Ask]>('verdict');
export const stateQuery = defineQuery<GuardProgress>('state');
