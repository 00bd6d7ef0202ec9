import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';
import { covers } from './support/requirements.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

function citedIn(folder: string): Set<string> {
  const cited = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.name.endsWith('.test.ts')) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, ids = ''] of text.matchAll(/covers\(([^)]*)\)/gu)) {
      for (const [, id = ''] of ids.matchAll(/'([^']+)'/gu)) cited.add(id);
    }
  }
  return cited;
}

describe('the list of promises', () => {
  it('has every promise cited by a test, and each id once', () => {
    const cited = citedIn(HERE);
    expect(REQUIREMENTS.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
  });

  it('refuses an unknown id', () => {
    expect(() => covers(['no', 'such'].join(':'))).toThrow(RangeError);
  });
});
