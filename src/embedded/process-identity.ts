import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that can be told from a later one with the same number. */
export interface ProcessRef {
  pid: number;
  /** When it started, in a form that only compares with itself. */
  started: string;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Clock ticks since the boot are equal for two boots by chance, so the boot is part of it. */
function startedOnLinux(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in parentheses and may hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const ticks = fields[19];
  // A zombie has ended: only its parent has not asked yet.
  if (state === 'Z' || state === 'X' || ticks === undefined) return null;
  return `${ticks}@${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`;
}

function startedByPs(pid: number): string | null {
  const done = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, state, started] = /^\s*(\S+)\s+(\S.*?)\s*$/mu.exec(done.status === 0 ? done.stdout : '') ?? [];
  return started === undefined || state?.startsWith('Z') === true ? null : started;
}

/** The running process of this number, or null if there is none. */
export function processRef(pid: number): ProcessRef | null {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid);
  return started === null ? null : { pid, started };
}

/** Whether this very process still runs; a later process that got its number does not count. */
export function isSameProcess(ref: ProcessRef): boolean {
  return processRef(ref.pid)?.started === ref.started;
}
