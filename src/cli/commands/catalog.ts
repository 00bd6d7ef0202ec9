import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import {
  EntriesError,
  packIds,
  packNamed,
  parseEntries,
  parseEntry,
  removalWeakens,
  updateEntries,
  weakening,
  type OwnEntry,
} from '../../catalog/index.ts';
import { REFUSED, told } from '../catalog-failure.ts';
import { catalogFiles, type CatalogFiles, type CatalogOptions } from '../catalog-settings.ts';

interface AddOptions extends CatalogOptions {
  readOnly?: boolean;
  mutating?: boolean;
  vmArg?: string;
  note?: string;
}

type Work<O extends CatalogOptions> = (
  files: CatalogFiles,
  options: O,
  words: string[],
) => Promise<number> | number;

function subCommand<O extends CatalogOptions>(command: Command, work: Work<O>): Command {
  return command
    .option('--json', 'one JSON document on stdout')
    .option('--config <file>', 'the config file')
    .action(async (...given: unknown[]) => {
      const self = given.at(-1) as Command;
      const options = self.optsWithGlobals<O>();
      process.exitCode = await told(options.json === true, () =>
        work(catalogFiles(options), options, self.args),
      );
    });
}

export function catalogCommand(): Command {
  return new Command('catalog')
    .description('tool packs, and entries of your own')
    .addCommand(
      subCommand(new Command('list').description('the packs, the bound servers and your own entries'), list),
    )
    .addCommand(
      subCommand(
        new Command('add')
          .description('say what a tool is: mutating unless --read-only')
          .argument('<server>', 'the MCP server by its name in the host')
          .argument('<tool>', 'the tool')
          .addOption(new Option('--mutating', 'the tool changes its host').conflicts('readOnly'))
          .option('--read-only', 'the tool only reads')
          .option('--vm-arg <path>', 'the argument that holds the VM')
          .option('--note <text>', 'why'),
        add,
      ),
    )
    .addCommand(
      subCommand(
        new Command('remove')
          .description('take an entry of your own away')
          .argument('<server>')
          .argument('<tool>'),
        remove,
      ),
    )
    .addCommand(
      subCommand(
        new Command('import').description('add the entries of a JSON file, all or none').argument('<file>'),
        importFile,
      ),
    );
}

function list({ settings, entriesFile }: CatalogFiles, { json }: CatalogOptions): number {
  const packs = packIds().map((id) => {
    const pack = packNamed(id);
    return { id, server: pack?.server ?? id, readFrom: pack?.readFrom ?? '', tools: pack?.tools.length ?? 0 };
  });
  const servers = Object.entries(settings.servers).map(([name, { pack, vm }]) => ({ name, pack, vm }));
  if (json === true) {
    console.log(JSON.stringify({ packs, servers, entries: settings.entries, file: entriesFile }));
    return 0;
  }
  console.log(
    [
      'Packs',
      ...packs.map(
        ({ id, readFrom, tools }) =>
          `  ${id.padEnd(30)} ${String(tools).padStart(3)} tools, read from ${readFrom}`,
      ),
    ].join('\n'),
  );
  console.log(
    [
      'Bound servers',
      ...servers.map(
        ({ name, pack, vm }) => `  ${name.padEnd(30)} ${pack}${vm === null ? '' : `, VM ${vm}`}`,
      ),
    ].join('\n'),
  );
  console.log(
    [`Your own entries (${entriesFile})`, ...settings.entries.map((entry) => `  ${entryText(entry)}`)].join(
      '\n',
    ),
  );
  return 0;
}

function entryText({ server, tool, kind, vmArg, note }: OwnEntry): string {
  return `${server} ${tool}: ${kind}${vmArg === null ? '' : `, VM from ${vmArg}`}${note === null ? '' : ` (${note})`}`;
}

/** Asks a person at a terminal to type a word; an agent's shell has no terminal. */
async function confirmed(word: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Type ${word} to go on: `)).trim() === word;
  } finally {
    terminal.close();
  }
}

async function allowed(weak: readonly string[], word: string, json: boolean): Promise<boolean> {
  if (weak.length === 0) return true;
  for (const why of weak) console.error(`This loosens the guard: ${why}.`);
  if (await confirmed(word)) return true;
  const message = 'An entry that loosens the guard needs a person at a terminal who types it in.';
  if (json)
    console.log(
      JSON.stringify({
        ok: false,
        reason: { code: 'NOT_CONFIRMED', message, next: 'Run the command in a terminal of your own.' },
      }),
    );
  console.error(message);
  return false;
}

function without(
  entries: readonly OwnEntry[],
  { server, tool }: Pick<OwnEntry, 'server' | 'tool'>,
): OwnEntry[] {
  return entries.filter((entry) => entry.server !== server || entry.tool !== tool);
}

async function add(
  files: CatalogFiles,
  options: AddOptions,
  [server = '', tool = '']: string[],
): Promise<number> {
  const entry = parseEntry(
    {
      server,
      tool,
      kind: options.readOnly === true ? 'read_only' : 'mutating',
      vmArg: options.vmArg,
      note: options.note,
    },
    'the entry',
  );
  return store([entry], files, options, tool);
}

async function importFile(
  files: CatalogFiles,
  options: CatalogOptions,
  [file = '']: string[],
): Promise<number> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new EntriesError(`${file} cannot be read`, 'Name a JSON file with a list of entries.');
  }
  return store(parseEntries(text, file), files, options, 'import');
}

async function store(
  added: readonly OwnEntry[],
  { settings, entriesFile }: CatalogFiles,
  { json }: CatalogOptions,
  word: string,
): Promise<number> {
  const weak = added.map((entry) => weakening(entry, settings)).filter((why) => why !== null);
  if (!(await allowed(weak, word, json === true))) return REFUSED;
  updateEntries(entriesFile, (entries) => [
    ...added.reduce((left, entry) => without(left, entry), [...entries]),
    ...added,
  ]);
  if (json === true)
    console.log(JSON.stringify({ ok: true, entries: added, weakens: weak, file: entriesFile }));
  else for (const entry of added) console.log(entryText(entry));
  return 0;
}

async function remove(
  { settings, entriesFile }: CatalogFiles,
  { json }: CatalogOptions,
  [server = '', tool = '']: string[],
): Promise<number> {
  const found = settings.entries.filter((entry) => entry.server === server && entry.tool === tool);
  if (found.length === 0)
    throw new EntriesError(
      `there is no entry of your own for ${server} ${tool}`,
      'See "zerto-rewind catalog list".',
    );
  const weak = found.map((entry) => removalWeakens(entry, settings)).filter((why) => why !== null);
  if (!(await allowed(weak, tool, json === true))) return REFUSED;
  updateEntries(entriesFile, (entries) => without(entries, { server, tool }));
  if (json === true) console.log(JSON.stringify({ ok: true, removed: found, file: entriesFile }));
  else console.log(`removed ${server} ${tool}`);
  return 0;
}
