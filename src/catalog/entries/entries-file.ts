import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { OwnEntry } from '../types.ts';
import { EntriesError, parseEntries } from './parse-entries.ts';

const WAIT_MS = 10_000;
const PAUSE_MS = 15;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new EntriesError(
      `${file} cannot be read: ${codeOf(error)}`,
      'Make it a file that this user may read.',
    );
  }
}

/** The user's own entries; none where there is no file. @throws EntriesError */
export function readEntries(file: string): OwnEntry[] {
  const text = textOf(file);
  return text === null ? [] : parseEntries(text, file);
}

/**
 * Changes the file: reads it, hands the entries to `change`, and puts its result in place in one step. Two writers
 * wait for each other, so neither loses the other's entry. @throws EntriesError
 */
export function updateEntries(
  file: string,
  change: (entries: readonly OwnEntry[]) => readonly OwnEntry[],
): OwnEntry[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const release = lock(`${file}.lock`);
  try {
    const entries = [...change(readEntries(file))];
    replace(file, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
    return entries;
  } finally {
    release();
  }
}

function replace(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.${randomUUID()}`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

/** Waits for the lock file; that of a process which has died is taken over. */
function lock(file: string): () => void {
  const token = `${process.pid} ${randomUUID()}`;
  const until = Date.now() + WAIT_MS;
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, token);
      closeSync(handle);
      return () => {
        rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST')
        throw new EntriesError(
          `${file} cannot be written: ${codeOf(error)}`,
          'Make the folder one that this user may write.',
        );
    }
    takeOver(file);
    if (Date.now() > until)
      throw new EntriesError(
        `another process is changing the catalogue (${file})`,
        'Try again; remove that file if no other zerto-rewind is running.',
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function takeOver(file: string): void {
  const held = textOf(file);
  const pid = held === null ? NaN : Number(held.split(' ')[0]);
  if (held === null || !Number.isInteger(pid) || pid <= 0 || isAlive(pid)) return;
  // Renamed first, so that of two waiters only one takes it; a lock that is not the dead one goes back.
  const aside = `${file}.${process.pid}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (textOf(aside) === held) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
