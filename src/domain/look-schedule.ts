import type { Cadence } from './cadence.ts';

/** The shortest time between two looks at a journal, in seconds (design 3.1, step 6). */
const SHORTEST_PAUSE = 0.25;
const FIRST_LOOK = 0.6;
const SHARE_OF_ELAPSED = 0.05;

/** Where a wait that is expected to be longer than this belongs on workflow timers (their floor is about 1 s). */
export const SHORT_WAIT_SECONDS = 10;

/**
 * Seconds after the insert at which the journal is looked at next, after a look at `elapsed` (0: none yet).
 * The last look is exactly at the end of patience; null when that has been taken.
 */
export function nextJournalLook(
  elapsed: number,
  cadence: Pick<Cadence, 'visible' | 'patience'>,
): number | null {
  if (elapsed >= cadence.patience) return null;
  const first = FIRST_LOOK * cadence.visible;
  const next = elapsed < first ? first : elapsed + Math.max(SHORTEST_PAUSE, SHARE_OF_ELAPSED * elapsed);
  return Math.min(next, cadence.patience);
}

/**
 * Seconds after the insert at which its task is looked at next: 1, 2, 4, 8, … So a failed task is known at
 * most as long after its failure as it had run, and 1 s at least.
 */
export function nextTaskLook(elapsed: number): number {
  let at = 1;
  while (at <= elapsed) at *= 2;
  return at;
}

/** Which looks are due when, in seconds after the insert: the journal's and, until it is over, the task's. */
export class LookPlan {
  private journalAt: number | null;
  private taskAt: number | null;
  private readonly cadence: Pick<Cadence, 'visible' | 'patience'>;

  constructor(cadence: Pick<Cadence, 'visible' | 'patience'>, elapsed: number, taskOpen: boolean) {
    this.cadence = cadence;
    this.journalAt = nextJournalLook(elapsed, cadence);
    this.taskAt = taskOpen ? nextTaskLook(elapsed) : null;
  }

  /** When to look next; null when the last look, at the end of patience, has been taken. */
  get due(): number | null {
    if (this.journalAt === null) return null;
    return this.taskAt === null ? this.journalAt : Math.min(this.journalAt, this.taskAt);
  }

  /** Whether a look at this moment includes the task. */
  includesTask(elapsed: number): boolean {
    return this.taskAt !== null && elapsed >= this.taskAt;
  }

  /** A look that began at `elapsed` has been taken. A task look that fell due during it stays due. */
  taken(elapsed: number, taskOpen: boolean): void {
    if (this.journalAt !== null) this.journalAt = nextJournalLook(elapsed, this.cadence);
    if (!taskOpen) this.taskAt = null;
    else if (this.includesTask(elapsed)) this.taskAt = nextTaskLook(elapsed);
  }
}
