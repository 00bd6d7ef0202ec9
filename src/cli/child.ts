import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** This command's own entry, for the parts that run as processes of their own. */
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

export interface ChildOptions {
  logFile: string;
  /** Goes on when this process ends. */
  detached?: boolean;
  env?: NodeJS.ProcessEnv;
}

/** Starts a sub-command as a process of its own, its output in a log file. */
export function startChild(
  args: string[],
  { logFile, detached = false, env = process.env }: ChildOptions,
): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  // Its own group, so that Ctrl-C on the terminal reaches only us and the parts are stopped in order.
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', log, log],
    env,
    detached: true,
  });
  if (detached) child.unref();
  return child;
}

export function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

/** SIGTERM, and SIGKILL where that is not heard within the bound. */
export async function stopChild(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = ended(child);
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await gone;
  clearTimeout(killer);
}
