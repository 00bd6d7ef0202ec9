import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cacheDirectory,
  configDirectory,
  ConfigError,
  loadConfig,
  readSecret,
  stateDirectory,
} from '../../src/config/index.ts';
import { fullConfig, leastConfig } from './sample.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewind-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function refusal(load: () => unknown): ConfigError {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the config was taken');
}

const agentOf = (options: Parameters<typeof loadConfig>[0]): string => loadConfig(options).config.agent;

describe('which file', () => {
  test('the named one, then ZERTO_REWIND_CONFIG, then XDG_CONFIG_HOME, then ~/.config', () => {
    const file = write('named.json', { ...leastConfig(), agent: 'named' });
    const ZERTO_REWIND_CONFIG = write('env.json', { ...leastConfig(), agent: 'env' });
    write('xdg/zerto-rewind/config.json', { ...leastConfig(), agent: 'xdg' });
    write('.config/zerto-rewind/config.json', { ...leastConfig(), agent: 'home' });
    const HOME = folder;
    const XDG_CONFIG_HOME = join(folder, 'xdg');
    expect(agentOf({ file, env: { ZERTO_REWIND_CONFIG, XDG_CONFIG_HOME, HOME } })).toBe('named');
    expect(agentOf({ env: { ZERTO_REWIND_CONFIG, XDG_CONFIG_HOME, HOME } })).toBe('env');
    expect(agentOf({ env: { XDG_CONFIG_HOME, HOME } })).toBe('xdg');
    expect(agentOf({ env: { HOME } })).toBe('home');
    expect(agentOf({ env: { ZERTO_REWIND_CONFIG: '', HOME } })).toBe('home');
  });

  test('a relative ZERTO_REWIND_CONFIG is refused, even if the file is there', () => {
    const error = refusal(() => loadConfig({ env: { ZERTO_REWIND_CONFIG: 'package.json' } }));
    expect(error.problems).toEqual([
      { path: 'ZERTO_REWIND_CONFIG', message: 'expected the absolute path of the config file' },
    ]);
  });

  test('paths inside start at the folder of the file', () => {
    const file = write('deep/er/config.json', fullConfig());
    const { config, file: told } = loadConfig({ file, env: {} });
    expect(told).toBe(file);
    expect(config.sites[0]?.auth.secret).toEqual({
      key: 'sites[0].auth.passwordFile',
      file: join(folder, 'deep/er/cmh.password'),
    });
  });

  test('a byte order mark is no fault', () => {
    expect(agentOf({ file: write('bom.json', `\uFEFF${JSON.stringify(leastConfig())}`), env: {} })).toBe(
      'agent',
    );
  });
});

describe('a file that cannot be used', () => {
  test('is missing: says which file, why that one, and what to do', () => {
    const error = refusal(() => loadConfig({ env: { HOME: folder } }));
    const file = join(folder, '.config/zerto-rewind/config.json');
    expect(error).toMatchObject({ code: 'CONFIG', file });
    expect(error.message).toBe(
      `The config ${file} cannot be used: there is no such file (the default place).`,
    );
    expect(error.next).toMatch(/ZERTO_REWIND_CONFIG/u);
  });

  test('is a folder', () => {
    expect(refusal(() => loadConfig({ file: folder, env: {} })).message).toMatch(/cannot be read: EISDIR/u);
  });

  test.each([
    ['{ "agent": "x",\n  "sites": [,] }', 'line 2, column 13: expected a value'],
    ['{\n\n agent: 1 }', 'line 3, column 2: expected a key in double quotes'],
    ['{ "a": 1', 'line 1, column 9: expected "," or "}"'],
    ['', 'line 1, column 1: expected a value'],
    ['{} {}', 'line 1, column 4: expected the end of the document'],
  ])('is no JSON: %j', (content, where) => {
    const error = refusal(() => loadConfig({ file: write('bad.json', content), env: {} }));
    expect(error.message).toContain(`it is not JSON: ${where}`);
  });

  test('is no JSON: what stands in it is not repeated', () => {
    const file = write('bad.json', '{ "password": "hunter2 }');
    expect(refusal(() => loadConfig({ file, env: {} })).message).not.toContain('hunter2');
  });

  test('has a bad key: the file is named too', () => {
    const file = write('bad.json', {
      sites: [{ name: 'CMH', url: 'https://zvm.example', auth: { username: 'x' } }],
    });
    const error = refusal(() => loadConfig({ file, env: {} }));
    expect(error.file).toBe(file);
    expect(error.message).toMatch(
      /^The config \S+bad\.json cannot be used: sites\[0\]\.auth: expected username with/u,
    );
  });
});

describe('a secret', () => {
  const key = 'sites[0].auth.passwordFile';

  test.each([
    ['open sesame', 'open sesame'],
    ['open sesame\n', 'open sesame'],
    ['open sesame\r\n', 'open sesame'],
    [' spaced \n\n', ' spaced \n'],
  ])('from a file with %j', async (content, secret) => {
    await expect(readSecret({ key, file: write('pw', content) }, {})).resolves.toBe(secret);
  });

  test('from the environment', async () => {
    await expect(readSecret({ key: 'k', env: 'PW' }, { PW: 'open sesame' })).resolves.toBe('open sesame');
  });

  test('that is not there names the key and the place', async () => {
    const gone = join(folder, 'gone');
    const empty = write('empty', '\n');
    const cases = [
      [{ key, file: gone }, `there is no file ${gone}`],
      [{ key, file: empty }, `the file ${empty} is empty`],
      [{ key, file: folder }, `the file ${folder} cannot be read: EISDIR`],
      [{ key: 'k', env: 'PW' }, 'the environment variable PW is empty'],
      [{ key: 'k', env: 'OTHER' }, 'the environment variable OTHER is not set'],
    ] as const;
    for (const [source, message] of cases) {
      await expect(readSecret(source, { PW: '' })).rejects.toMatchObject({
        code: 'CONFIG',
        problems: [{ path: source.key, message }],
      });
    }
  });
});

describe('our directories', () => {
  test('follow XDG, relative values ignored', () => {
    const env = { HOME: '/home/me', XDG_CACHE_HOME: '/var/c', XDG_CONFIG_HOME: 'relative' };
    expect(cacheDirectory(env)).toBe('/var/c/zerto-rewind');
    expect(configDirectory(env)).toBe('/home/me/.config/zerto-rewind');
    expect(stateDirectory({ HOME: folder })).toBe(join(folder, '.local/state/zerto-rewind'));
  });

  test('the state directory is made for this user alone, and one that is there is kept', () => {
    const directory = stateDirectory({ XDG_STATE_HOME: join(folder, 'state') });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    chmodSync(directory, 0o750);
    expect(stateDirectory({ XDG_STATE_HOME: join(folder, 'state') })).toBe(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o750);
  });
});
