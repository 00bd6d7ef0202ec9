// Makes src/catalog/packs/*.ts from a tool catalogue (JSON, one row a tool):
//   node scripts/make-packs.mjs tool-catalog.json
// A pack holds what was read from one version of one package. Hand-written rules for single tools stand in
// src/catalog/resolve/pack-rules.ts.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('usage: node scripts/make-packs.mjs <tool-catalog.json>');
  process.exit(2);
}

const FORMAT = 1;
const KINDS = ['read_only', 'mutating'];
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'catalog', 'packs');

const idOf = (server) =>
  server
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');

/** What was found when the row was checked against the package goes before the first reading's note. */
const noteOf = ({ note, audit }) => {
  const text = (note || audit || '').replace(/\s+/gu, ' ').trim();
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s\S*$/u, '')}…`;
};

const packs = new Map();
for (const row of JSON.parse(readFileSync(source, 'utf8'))) {
  const { server, package_or_repo, tool, kind, vm_arg, vm_arg_location, read_only_if } = row;
  if (!KINDS.includes(kind))
    throw new Error(`${server}/${tool}: kind ${kind} is none of ${KINDS.join(', ')}`);
  if (read_only_if !== undefined && read_only_if !== 'plain')
    throw new Error(`${server}/${tool}: read_only_if ${read_only_if} is not known`);
  const id = idOf(server);
  const pack = packs.get(id) ?? { id, server, readFrom: package_or_repo, tools: [] };
  if (pack.server !== server || pack.readFrom !== package_or_repo)
    throw new Error(`${server}: two packages for one pack (${id})`);
  if (pack.tools.some((one) => one.tool === tool)) throw new Error(`${server}/${tool} is there twice`);
  packs.set(id, pack);
  const note = noteOf(row);
  pack.tools.push({
    tool,
    kind,
    at: vm_arg_location,
    arg: vm_arg,
    ...(read_only_if ? { readOnlyIf: read_only_if } : {}),
    ...(note ? { note } : {}),
  });
}

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name));

for (const { id, server, readFrom, tools } of packs.values()) {
  const lines = [
    '// Made by scripts/make-packs.mjs. Do not edit.',
    "import type { Pack } from '../resolve/pack.ts';",
    '',
    'export const pack = (): Pack => ({',
    `  id: ${JSON.stringify(id)},`,
    `  server: ${JSON.stringify(server)},`,
    `  readFrom: ${JSON.stringify(readFrom)},`,
    `  format: ${FORMAT},`,
    '  tools: [',
    ...tools.map((tool) => `    ${JSON.stringify(tool)},`),
    '  ],',
    '});',
    '',
  ];
  writeFileSync(join(folder, `${id}.ts`), lines.join('\n'));
}

const ids = [...packs.keys()].sort();
const camel = (id) => id.replace(/-(.)/gu, (_, letter) => letter.toUpperCase());
writeFileSync(
  join(folder, 'index.ts'),
  [
    '// Made by scripts/make-packs.mjs. Do not edit.',
    "import type { Pack } from '../resolve/pack.ts';",
    ...ids.map((id) => `import { pack as ${camel(id)} } from './${id}.ts';`),
    '',
    '/** Each pack is built when it is asked for: a hook needs at most one. */',
    'export const PACKS: Readonly<Record<string, () => Pack>> = {',
    ...ids.map((id) => `  ${JSON.stringify(id)}: ${camel(id)},`),
    '};',
    '',
    '/** The default name of the server of each pack, to the id of its pack. */',
    'export const PACK_OF_SERVER: Readonly<Record<string, string>> = {',
    ...ids.map((id) => `  ${JSON.stringify(packs.get(id).server)}: ${JSON.stringify(id)},`),
    '};',
    '',
  ].join('\n'),
);
console.error(
  `${[...packs.values()].reduce((sum, { tools }) => sum + tools.length, 0)} tools in ${packs.size} packs`,
);
