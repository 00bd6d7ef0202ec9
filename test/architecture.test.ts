import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { covers } from './support/requirements.ts';

/** What each room may import (design chapter 2): other rooms, rooms for their types alone, and packages. */
interface Room {
  rooms: readonly string[];
  typesOf?: readonly string[];
  packages: RegExp;
}

const ROOMS: Readonly<Record<string, Room>> = {
  domain: { rooms: [], packages: /^$/u },
  config: { rooms: [], packages: /^(?:node:|zod$)/u },
  zvm: { rooms: [], packages: /^(?:node:|zod$|undici$)/u },
  activities: { rooms: ['domain', 'zvm'], packages: /^(?:node:|@temporalio\/activity$)/u },
  workflows: { rooms: ['domain'], typesOf: ['activities'], packages: /^@temporalio\/(?:workflow|common)$/u },
  worker: {
    rooms: ['activities', 'domain'],
    packages: /^(?:node:|pino$|@temporalio\/(?:worker|client|common)$)/u,
  },
  client: {
    rooms: ['domain'],
    typesOf: ['activities', 'workflows'],
    packages: /^(?:node:|@temporalio\/(?:client|common)$)/u,
  },
  catalog: { rooms: ['domain'], packages: /^(?:node:|unbash$)/u },
  embedded: { rooms: [], packages: /^(?:node:|zod$|@temporalio\/client$)/u },
  simulator: { rooms: [], packages: /^(?:node:|zod$|selfsigned$)/u },
  cli: {
    rooms: ['activities', 'catalog', 'client', 'config', 'domain', 'embedded', 'simulator', 'worker', 'zvm'],
    typesOf: ['workflows'],
    packages: /^(?:node:|commander$|pino$|@temporalio\/client$)/u,
  },
  // The package's public face.
  'index.ts': { rooms: ['client', 'domain'], packages: /^$/u },
};

/** Names of a failure type and a query: values, not code that a bundle would drag in. */
const SHARED_VALUES = 'workflows/guard/contract.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gu;

function faults(file: string, text: string): string[] {
  const [own = ''] = file.split('/');
  const room = ROOMS[own];
  if (room === undefined) return [`${file}: there is no room "${own}"`];
  return [...text.matchAll(IMPORT)].flatMap(([, type, specifier = '']) => {
    if (!specifier.startsWith('.'))
      return room.packages.test(specifier) ? [] : [`${file} imports ${specifier}`];
    const target = join(file, '..', specifier);
    const [other = ''] = target.split('/');
    const allowed =
      other === own || room.rooms.includes(other) || (type !== undefined && room.typesOf?.includes(other));
    return allowed === true || (own === 'client' && target === SHARED_VALUES)
      ? []
      : [`${file} imports ${target}`];
  });
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (path.endsWith('.ts')) yield path;
  }
}

describe('the house', () => {
  it(`has arrows in one direction only${covers('structure:arrows')}`, () => {
    const found = [...sources(SRC)].flatMap((path) =>
      faults(relative(SRC, path), readFileSync(path, 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('would notice an arrow against the direction', () => {
    expect(faults('domain/tag.ts', "import { z } from 'zod';")).toEqual(['domain/tag.ts imports zod']);
    expect(faults('simulator/model.ts', "import { Zvm } from '../zvm/index.ts';")).toHaveLength(1);
    expect(faults('workflows/lookup.ts', "import { look } from '../activities/journal.ts';")).toHaveLength(1);
    expect(faults('workflows/lookup.ts', "import type { Look } from '../activities/shapes.ts';")).toEqual([]);
    expect(faults('client/index.ts', "export { x } from '../worker/index.ts';")).toHaveLength(1);
  });

  it(`keeps zod and HTTP out of the workflow bundle${covers('structure:small-bundle')}`, () => {
    const bundle = readFileSync(
      fileURLToPath(new URL('../dist/workflow-bundle.js', import.meta.url)),
      'utf8',
    );
    expect(bundle).toContain('guardFollow');
    expect(bundle).not.toMatch(/ZodError|node_modules\/undici|node_modules\/zod/u);
  });

  it(`pins every @temporalio package to one exact version${covers('structure:one-temporal-version')}`, () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    const pins = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@temporalio/'),
    );
    expect(pins.length).toBeGreaterThan(4);
    expect(new Set(pins.map(([, version]) => version)).size).toBe(1);
    expect(pins[0]?.[1]).toMatch(/^\d+\.\d+\.\d+$/u);
  });
});
