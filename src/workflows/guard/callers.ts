/**
 * Who still waits for the verdict. A guard begins nothing for callers who have left: a tag that nobody
 * waits for would only mislead (design 3.1, step 1).
 */
export class Callers {
  private readonly startedAtMs: number;
  private latest = 0;
  private started = false;

  constructor(startedAtMs: number) {
    this.startedAtMs = startedAtMs;
  }

  /** The run has left its first task: who joins from now on counts from now. */
  begin(): void {
    this.started = true;
  }

  /** @returns until when this caller waits, ms by Temporal's clock. */
  join(waitMs: number, nowMs: number): number {
    const until = (this.started ? nowMs : this.startedAtMs) + waitMs;
    this.latest = Math.max(this.latest, until);
    return until;
  }

  /** Time until the last caller leaves, ms; not positive when nobody waits. */
  timeLeft(nowMs: number): number {
    return this.latest - nowMs;
  }
}
