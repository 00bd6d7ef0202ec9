import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedFiles } from './embedded-files.ts';

const ref = z.object({ pid: z.int().positive(), started: z.string() });

const runState = z.object({
  /** Temporal's `host:port`; the key of the state. */
  address: z.string(),
  startedAt: z.iso.datetime(),
  up: ref,
  /** Null where `up` did not start it. */
  temporal: z.object({ process: ref, ui: z.string().nullable() }).nullable(),
  worker: ref.nullable(),
  simulator: z
    .object({
      /** Null where it runs inside `up`. */
      process: ref.nullable(),
      control: z.string(),
      sites: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable(),
});

/** What an `up` has started, for `status` and `down`. A pid in it is trusted only after `isSameProcess`. */
export type RunState = z.output<typeof runState>;

/** The state file does not hold what `up` writes. */
export class RunStateUnreadable extends Error {
  override readonly name = 'RunStateUnreadable';
  readonly next: string;

  constructor(file: string, detail: string) {
    super(`The state file ${file} cannot be read: ${detail}.`);
    this.next = 'Delete it; a server that still runs is found by its port (the log beside it names it).';
  }
}

/** Replaces the state of this Temporal address by one rename, readable by this user alone. */
export function writeRunState(stateDirectory: string, state: RunState): void {
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  const file = embeddedFiles(stateDirectory, state.address).runState;
  const fresh = join(`${file}.${process.pid}.tmp`);
  writeFileSync(fresh, `${JSON.stringify(runState.parse(state), null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

/** The state of this Temporal address, or null if nothing was started. @throws RunStateUnreadable */
export function readRunState(stateDirectory: string, address: string): RunState | null {
  const file = embeddedFiles(stateDirectory, address).runState;
  try {
    const state = runState.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (state.address !== address) throw new Error(`it is of ${state.address}, not of ${address}`);
    return state;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const detail = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error);
    throw new RunStateUnreadable(file, detail);
  }
}

export function removeRunState(stateDirectory: string, address: string): void {
  rmSync(embeddedFiles(stateDirectory, address).runState, { force: true });
}
