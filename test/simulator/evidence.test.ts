import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { switches } from '../../src/simulator/switches.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs', 'simulator-evidence.md'), 'utf8');

it('names the standing of every behaviour that the code cites, and every switch', () => {
  const listed = new Set([...page.matchAll(/^\| `([\w-]+)` \|/gmu)].map(([, id]) => id));
  const folder = join(root, 'src', 'simulator');
  const cited = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/[Ee]vidence: ([\w-]+)/gu)].map(([, id]) => id),
  );
  expect(cited.length).toBeGreaterThan(3);
  expect(cited.filter((id) => !listed.has(id))).toEqual([]);
  expect(Object.keys(switches.shape).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
