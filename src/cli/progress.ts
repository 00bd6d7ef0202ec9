import type { GuardProgress } from '../workflows/guard/contract.ts';

/** What a guard waits for, in place on a terminal; silent in a pipe. */
export class ProgressLine {
  private readonly stream: NodeJS.WriteStream;
  private lines = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  get shown(): boolean {
    return this.stream.isTTY;
  }

  show(progress: GuardProgress, now: number = Date.now()): void {
    if (!this.shown) return;
    this.clear();
    const lines = progressText(progress, now);
    this.stream.write(
      `${lines.map((line) => line.slice(0, Math.max(20, this.stream.columns - 1))).join('\n')}\n`,
    );
    this.lines = lines.length;
  }

  clear(): void {
    if (this.lines > 0) this.stream.write(`\u001b[${this.lines}A\u001b[0J`);
    this.lines = 0;
  }
}

export function progressText(progress: GuardProgress, now: number): string[] {
  if (progress.vpgs.length === 0) return [progress.phase];
  return progress.vpgs.map(({ name, kind, state, waitsFor, untilMs }) => {
    const until =
      untilMs === null ? '' : ` (patience ${Math.max(0, Math.round((untilMs - now) / 1000))} s more)`;
    return `${name} (${kind}): ${state}${waitsFor === null ? '' : `, waits for ${waitsFor}`}${until}`;
  });
}
