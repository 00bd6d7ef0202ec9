import { at, isObject, isPlain } from '../args.ts';
import type { CatalogSettings, Decision, ServerBinding, Sessions } from '../types.ts';
import { guardedPathIn } from './guarded.ts';
import { locate, type PackCall } from './locate.ts';
import { ACTIONS, BARE_HOST } from './pack-rules.ts';
import type { Pack, PackTool } from './pack.ts';

export interface PackRequest {
  server: string;
  args: unknown;
  pack: Pack;
  row: PackTool;
  binding: ServerBinding;
  settings: CatalogSettings;
  sessions: Sessions | undefined;
}

const BARE_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})$/u;

function bareHostFault({ pack, args }: PackCall): string | null {
  for (const arg of BARE_HOST[pack.id] ?? []) {
    const value = at(args, arg);
    if (value !== undefined && value !== null && !(typeof value === 'string' && BARE_NAME.test(value)))
      return `argument ${arg} is not a bare host name: the server builds a URL from it`;
  }
  return null;
}

/** Whether this call only reads, and why. */
function readsOnly(call: PackCall): { reads: boolean; why: string } {
  const { row, pack, args } = call;
  if (row.kind === 'read_only') return { reads: true, why: 'the tool only reads' };
  if (row.readOnlyIf === 'plain') {
    return isPlain(args)
      ? { reads: true, why: 'the tool only reads while its arguments are plain, and they are' }
      : { reads: false, why: `an argument is not plain${row.note === undefined ? '' : ` (${row.note})`}` };
  }
  const rule = ACTIONS[pack.id]?.[row.tool];
  if (rule === undefined)
    return {
      reads: false,
      why: row.note === undefined ? 'the tool changes its host' : `the tool changes its host (${row.note})`,
    };
  const action = at(args, rule.arg);
  if (typeof action !== 'string' || !rule.reads.includes(action))
    return { reads: false, why: `${rule.arg} is not one of ${rule.reads.join(', ')}` };
  if (rule.plain && !isPlain(unfolded(args, row)))
    return { reads: false, why: `${rule.arg} ${action} only reads, but an argument is not plain` };
  return { reads: true, why: `${rule.arg} ${action} only reads` };
}

/** The arguments with a JSON text among them as what it holds; a text that is no JSON stays, and is not plain. */
function unfolded(args: unknown, row: PackTool): unknown {
  if (row.at !== 'json_string' || row.arg === null || !isObject(args)) return args;
  const text = args[row.arg];
  if (typeof text !== 'string') return args;
  try {
    return { ...args, [row.arg]: JSON.parse(text) as unknown };
  } catch {
    return args;
  }
}

/** The verdict of a pack's tool (facts.md chapter 1; cases, README). */
export function decidePackCall(call: PackRequest): Decision {
  const source = `pack ${call.pack.id}`;
  const guarded = guardedPathIn(call.args, call.settings);
  if (guarded !== null)
    return {
      verdict: 'unknown',
      hosts: [],
      why: `an argument names ${guarded}, which belongs to the guard`,
      source,
    };
  const fault = bareHostFault(call);
  if (fault !== null) return { verdict: 'unknown', hosts: [], why: fault, source };
  const { reads, why } = readsOnly(call);
  const located = locate(call);
  if (reads)
    return { verdict: 'read_only', hosts: 'hosts' in located ? unique(located.hosts) : [], why, source };
  if ('unresolved' in located)
    return { verdict: 'unknown', hosts: [], why: `${why}; ${located.unresolved}`, source };
  return { verdict: 'mutating', hosts: unique(located.hosts), why, source };
}

function unique(hosts: readonly string[]): string[] {
  return [...new Set(hosts)];
}
