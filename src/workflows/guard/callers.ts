/**
 * Who still waits for the verdict. A guard begins nothing for callers who have left: a tag that nobody
 * waits for would only mislead (design 3.1, step 1).
 */
export class Callers {
  private readonly startedAtMs: number;
  private latest = 0;
  private joined = false;
  private begun = false;

  constructor(startedAtMs: number) {
    this.startedAtMs = startedAtMs;
  }

  /** The run has begun its work: whoever joins from now on did not come with its start. */
  begin(): void {
    this.begun = true;
  }

  /**
   * The caller who came with the start has been waiting since then, however late a worker took the run up.
   * @returns until when this caller waits, ms by Temporal's clock.
   */
  join(waitMs: number, nowMs: number): number {
    const cameWithStart = !this.joined && !this.begun;
    this.joined = true;
    const until = (cameWithStart ? this.startedAtMs : nowMs) + waitMs;
    this.latest = Math.max(this.latest, until);
    return until;
  }

  /** Time until the last caller leaves, ms; not positive when nobody waits. */
  timeLeft(nowMs: number): number {
    return this.latest - nowMs;
  }
}
