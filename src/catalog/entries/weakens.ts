import { HOST_TOOLS, OWN_SERVER } from '../builtin/host-tools.ts';
import { ownEntry } from '../decide.ts';
import { nameMeant } from '../names.ts';
import { packNamed } from '../resolve/pack-of.ts';
import type { PackTool } from '../resolve/pack.ts';
import type { CatalogSettings, OwnEntry } from '../types.ts';

type Known = Pick<CatalogSettings, 'servers' | 'entries'>;

function packRow(server: string, tool: string, { servers }: Known): { row: PackTool; pack: string } | null {
  const bound = nameMeant(server, Object.keys(servers));
  const pack = bound === null ? null : packNamed(servers[bound]?.pack ?? '');
  if (pack === null) return null;
  const name = nameMeant(
    tool,
    pack.tools.map((one) => one.tool),
  );
  const row = pack.tools.find((one) => one.tool === name);
  return row === undefined ? null : { row, pack: pack.id };
}

function isBuiltin(server: string, tool: string): boolean {
  const tools = Object.hasOwn(HOST_TOOLS, server) ? HOST_TOOLS[server] : undefined;
  return server === OWN_SERVER || (tools !== undefined && Object.hasOwn(tools, tool));
}

/** Whether a pack, a host's tool or an entry already says what a tool is (design 4.5: an agent must not override). */
export function isResolved(server: string, tool: string, settings: Known): boolean {
  return (
    packRow(server, tool, settings) !== null ||
    isBuiltin(server, tool) ||
    ownEntry(server, tool, settings.entries) !== null
  );
}

/** How an entry would let through what is guarded today; null if it would not. */
export function weakening(entry: OwnEntry, settings: Known): string | null {
  const { server, tool, kind, vmArg } = entry;
  if (isBuiltin(server, tool))
    return `${tool} is a tool of ${server} itself: its arguments are read today, and the entry would take their place`;
  const before = ownEntry(server, tool, settings.entries);
  if (before?.kind === 'mutating' && kind === 'read_only')
    return 'your own entry says that the tool changes its host, and the new one says that it only reads';
  const found = packRow(server, tool, settings);
  if (found === null || before?.kind === 'read_only') return null;
  const { row, pack } = found;
  if (row.kind === 'mutating' && kind === 'read_only')
    return `pack ${pack} says that the tool changes its host${row.note === undefined ? '' : ` (${row.note})`}, and the entry says that it only reads`;
  if (row.kind === 'mutating' && vmArg !== row.arg)
    return `pack ${pack} takes the VM from ${row.arg ?? row.at}, and the entry from ${vmArg ?? 'nowhere'}: another VM may be guarded`;
  return null;
}

/** How removing an entry would let through what it guards; null if it would not. */
export function removalWeakens(entry: OwnEntry, settings: Known): string | null {
  const found = packRow(entry.server, entry.tool, settings);
  return entry.kind === 'mutating' && found?.row.kind === 'read_only'
    ? `pack ${found.pack} says that the tool only reads, and your entry that it changes its host`
    : null;
}
