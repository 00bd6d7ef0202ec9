import { readFileSync } from 'node:fs';

/** The embedded Temporal server could not be started; the message is a sentence, `next` what a person can do. */
export class DevServerError extends Error {
  override readonly name = 'DevServerError';
  readonly next: string;
  /** The end of the server's log, where there is one. */
  readonly log: readonly string[];

  constructor(message: string, next: string, log: readonly string[] = []) {
    super(message);
    this.next = next;
    this.log = log;
  }
}

/** The last lines of a log, without what tells nothing. */
export function lastLines(file: string, count: number): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-count);
  } catch {
    return [];
  }
}
