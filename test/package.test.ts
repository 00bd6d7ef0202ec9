import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'packed-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed package', () => {
  it('holds the command and the prebuilt workflow bundle, and neither sources nor tests', () => {
    // The build has run before the tests; packing must not do it again under their feet.
    const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(packed.status).toBe(0);
    const [listing] = JSON.parse(packed.stdout) as { files: { path: string; mode: number }[] }[];
    const paths = listing?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/cli/main.js',
        'dist/workflow-bundle.js',
        'dist/index.js',
        'dist/index.d.ts',
        'LICENSE',
      ]),
    );
    expect(paths.filter((path) => /^(?:src|test|scripts|node_modules)\//u.test(path))).toEqual([]);
    expect((listing?.files.find(({ path }) => path === 'dist/cli/main.js')?.mode ?? 0) & 0o111).not.toBe(0);
  });
});
