import { spawn } from 'node:child_process';

export interface Finished {
  /** Null: it could not be started, was killed, or took too long. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Runs a command to its end, without a shell. Never throws, except for an abort. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Finished> {
  options.signal?.throwIfAborted();
  const finished = await new Promise<Finished>((resolve) => {
    const child = spawn(command, args, { env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    const timer = setTimeout(kill, options.timeoutMs);
    options.signal?.addEventListener('abort', kill, { once: true });
    const end = (code: number | null, detail = ''): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', kill);
      resolve({ code, stdout: output.stdout, stderr: output.stderr + detail });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code));
  });
  options.signal?.throwIfAborted();
  return finished;
}
