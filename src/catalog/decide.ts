import { at } from './args.ts';
import { decideBuiltin } from './builtin/decide-builtin.ts';
import { HOST_TOOLS, OWN_LOCAL_TOOLS, OWN_SERVER } from './builtin/host-tools.ts';
import { vmOfName } from './hosts/vm-of-host.ts';
import { nameMeant, splitToolName } from './names.ts';
import { decidePackCall } from './resolve/decide-pack.ts';
import { guardedPathIn } from './resolve/guarded.ts';
import { hostText } from './resolve/locate.ts';
import { packNamed } from './resolve/pack-of.ts';
import type {
  CatalogSettings,
  Decision,
  OwnEntry,
  ServerBinding,
  Sessions,
  ToolCall,
  Trace,
} from './types.ts';

/**
 * What a tool call is: whether it changes a guest, and which. Pure and synchronous; the trace only observes.
 * Sources in this order: the user's own entries, tool packs (built-in tools of hosts among them), unknown
 * (facts.md, chapter 1; issue 5). A server is bound to a pack by its name in the config and never by a likeness.
 */
export function decideToolCall(
  call: ToolCall,
  settings: CatalogSettings,
  sessions?: Sessions,
  trace?: Trace,
): Decision {
  const names = [
    ...Object.keys(settings.servers),
    ...settings.entries.map(({ server }) => server),
    OWN_SERVER,
  ];
  const { server, tool } = splitToolName(call.server, call.tool, names);
  const tell = (what: string): void => trace?.({ depth: 0, what, effect: null });
  tell(`server "${server}", tool "${tool}"`);

  const own = ownEntry(server, tool, settings.entries);
  if (own !== null) {
    tell(`an entry of your own says ${own.kind}`);
    return decideOwn(own, call.args, settings);
  }
  const bound = nameMeant(server, Object.keys(settings.servers));
  const binding = bound === null ? undefined : settings.servers[bound];
  if (bound !== null && binding !== undefined)
    return decideBound(bound, tool, binding, call.args, settings, sessions, tell);
  if (server === OWN_SERVER) return decideOurs(tool);
  const builtin = Object.hasOwn(HOST_TOOLS, server) ? HOST_TOOLS[server] : undefined;
  if (builtin !== undefined) {
    const kind = Object.hasOwn(builtin, tool) ? builtin[tool] : undefined;
    if (kind !== undefined) return decideBuiltin(server, tool, kind, call.args, settings, trace);
    return nobody(`${server} has no built-in tool "${tool}" that is known here`);
  }
  return nobody(
    `server "${server}" is bound to no pack; bind it in the config under servers, or add the tool with "zerto-rewind catalog add"`,
  );
}

function decideBound(
  name: string,
  tool: string,
  binding: ServerBinding,
  args: unknown,
  settings: CatalogSettings,
  sessions: Sessions | undefined,
  tell: (what: string) => void,
): Decision {
  const pack = packNamed(binding.pack);
  if (pack === null)
    return nobody(`server "${name}" is bound to the pack "${binding.pack}", which there is not`);
  tell(`bound to pack ${pack.id}, read from ${pack.readFrom}`);
  const meant = nameMeant(
    tool,
    pack.tools.map((row) => row.tool),
  );
  const row = pack.tools.find((one) => one.tool === meant);
  if (row === undefined) return nobody(`pack ${pack.id} (${pack.readFrom}) has no tool "${tool}"`);
  tell(`${row.kind}, host from ${row.arg ?? row.at}${row.note === undefined ? '' : `: ${row.note}`}`);
  return decidePackCall({ server: name, args, pack, row, binding, settings, sessions });
}

/** The last entry wins: it is the one that a person added last. */
export function ownEntry(server: string, tool: string, entries: readonly OwnEntry[]): OwnEntry | null {
  const ofServer = nameMeant(server, [...new Set(entries.map((entry) => entry.server))]);
  if (ofServer === null) return null;
  const mine = entries.filter((entry) => entry.server === ofServer);
  const ofTool = nameMeant(tool, [...new Set(mine.map((entry) => entry.tool))]);
  return mine.findLast((entry) => entry.tool === ofTool) ?? null;
}

function decideOwn(entry: OwnEntry, args: unknown, settings: CatalogSettings): Decision {
  const source = 'own entry';
  const guarded = guardedPathIn(args, settings);
  if (guarded !== null)
    return {
      verdict: 'unknown',
      hosts: [],
      why: `an argument names ${guarded}, which belongs to the guard`,
      source,
    };
  const binding = settings.servers[entry.server];
  const hosts =
    hostsOfEntry(entry, args, settings) ??
    (binding?.vm === undefined || binding.vm === null ? null : [binding.vm]);
  if (entry.kind === 'read_only')
    return { verdict: 'read_only', hosts: hosts ?? [], why: 'you said that it only reads', source };
  if (hosts === null)
    return {
      verdict: 'unknown',
      hosts: [],
      why:
        entry.vmArg === null
          ? 'the entry names no argument that holds the VM'
          : `argument ${entry.vmArg} names no VM`,
      source,
    };
  return { verdict: 'mutating', hosts, why: 'you said that it changes its host', source };
}

function hostsOfEntry(
  { vmArg, server }: OwnEntry,
  args: unknown,
  settings: CatalogSettings,
): string[] | null {
  for (const path of vmArg?.split('|') ?? []) {
    const value = at(args, path);
    if (value === undefined || value === null || value === '') continue;
    const texts = (Array.isArray(value) ? value : [value]).map(hostText);
    if (texts.length === 0 || texts.includes(null)) return null;
    const own = settings.servers[server]?.aliases ?? {};
    return [...new Set(texts.map((text) => vmOfName(text ?? '', settings, own)))];
  }
  return null;
}

function decideOurs(tool: string): Decision {
  const local = OWN_LOCAL_TOOLS.includes(tool);
  return local
    ? { verdict: 'read_only', hosts: [], why: 'it only reads, or guards', source: 'host zerto-rewind' }
    : {
        verdict: 'unknown',
        hosts: [],
        why: 'an agent must not confirm for itself or loosen the guard',
        source: 'host zerto-rewind',
      };
}

function nobody(why: string): Decision {
  return { verdict: 'unknown', hosts: [], why, source: 'none' };
}
