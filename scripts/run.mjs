// Entry of every npm script. Plain Node without dependencies, because in a fresh clone nothing is
// installed yet: it installs what the lockfile names, builds what changed, then does the job.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [job, ...rest] = process.argv.slice(2);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) throw done.error;
  return done.status ?? 1;
}

function mustRun(what, command, args) {
  const status = run(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`${what} failed (exit ${status}); nothing further was run.`);
    process.exit(status);
  }
}

function tool(name, ...path) {
  return [process.execPath, [join(root, 'node_modules', name, ...path)]];
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort())
    hash.update(relative(root, path)).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

/** Runs `make` unless the files that it depends on are those of its last success. */
function unlessUnchanged(name, inputs, output, make) {
  const stamp = join(root, '.build', name);
  const now = fingerprint(inputs);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

function install() {
  unlessUnchanged('installed', [join(root, 'package-lock.json')], join(root, 'node_modules'), () => {
    console.error('Installing the packages of package-lock.json …');
    mustRun('npm ci', process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund']);
  });
}

function build() {
  install();
  const inputs = [
    ...filesUnder(join(root, 'src')),
    ...filesUnder(join(root, 'scripts')),
    join(root, 'tsconfig.build.json'),
    join(root, 'package-lock.json'),
  ];
  unlessUnchanged('built', inputs, join(root, 'dist', 'workflow-bundle.js'), () => {
    console.error('Building dist/ …');
    mustRun('The build', process.execPath, [join(root, 'scripts', 'build.mjs')]);
  });
}

/** Types, lint and format: each told, all run even if one fails. */
function check() {
  install();
  const checks = [
    ['types', ...tool('typescript', 'bin', 'tsc'), ['-p', '.']],
    ['lint', ...tool('eslint', 'bin', 'eslint.js'), ['.', '--max-warnings', '0']],
    ['format', ...tool('prettier', 'bin', 'prettier.cjs'), ['--check', '--log-level', 'warn', '.']],
  ];
  return checks.filter(([what, command, args, more]) => {
    const ok = run(command, [...args, ...more]) === 0;
    console.error(`${ok ? 'ok    ' : 'FAILED'} ${what}`);
    return !ok;
  }).length;
}

function test() {
  build();
  const failedChecks = rest.length === 0 ? check() : 0;
  const report = join(root, '.build', 'tests.json');
  writeFileSync(report, '');
  const [command, args] = tool('vitest', 'vitest.mjs');
  const status = run(command, [...args, 'run', ...rest], {
    env: { ...process.env, ZERTO_REWIND_TEST_REPORT: report },
  });
  const text = readFileSync(report, 'utf8');
  const { passed, failed } = text === '' ? { passed: 0, failed: 1 } : JSON.parse(text);
  const checks = rest.length === 0 ? 3 : 0;
  // A runner that ended badly without naming a failed test (a crash, an unhandled error) is a failure too.
  const unexplained = status !== 0 && failed === 0 ? 1 : 0;
  const failures = failed + failedChecks + unexplained;
  console.log(`${passed + checks - failedChecks} passed, ${failures} failed`);
  return failures === 0 && passed > 0 ? 0 : 1;
}

function bench() {
  install();
  const [command, args] = tool('typescript', 'bin', 'tsc');
  mustRun('Compiling the benchmarks', command, [...args, '-p', 'tsconfig.bench.json']);
  return run(process.execPath, [join(root, '.build', 'bench', 'bench', 'main.js'), ...rest]);
}

const jobs = {
  build: () => (build(), 0),
  check: () => check(),
  test,
  bench,
  demo: () => (build(), run(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'demo', ...rest])),
};

if (!Object.hasOwn(jobs, job)) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(jobs).join('|')}`);
  process.exit(2);
}
process.exit(jobs[job]());
