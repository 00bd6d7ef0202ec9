import { at, isObject } from '../args.ts';
import { vmOfName } from '../hosts/vm-of-host.ts';
import type { CatalogSettings, ServerBinding, Sessions } from '../types.ts';
import { hostsOfPattern } from './ansible-pattern.ts';
import { ALL_SESSIONS, NO_VM_NAME, SESSION_ARGUMENT } from './pack-rules.ts';
import type { Pack, PackTool } from './pack.ts';

/** The hosts of a call, or why they cannot be told. */
export type Located = { hosts: string[] } | { unresolved: string };

export interface PackCall {
  server: string;
  args: unknown;
  pack: Pack;
  row: PackTool;
  binding: ServerBinding;
  settings: CatalogSettings;
  sessions: Sessions | undefined;
}

const LONGEST_HOST = 512;

/** A host name as a tool takes it; null for what cannot be one. A number is an id, never a name. */
export function hostText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > LONGEST_HOST || /[\p{Cc}\p{Cs}\uFFFD]/u.test(text) ? null : text;
}

const unresolved = (why: string): Located => ({ unresolved: why });

function named(call: PackCall, text: string): Located {
  return { hosts: [vmOfName(text, call.settings, call.binding.aliases)] };
}

/** An id (number, UUID, path) is a VM only where an alias says so: an id looks like any other. */
function byAlias(call: PackCall, text: string): string | null {
  const mapped = vmOfName(text, call.settings, call.binding.aliases);
  return mapped === text ? null : mapped;
}

const ID = /^\d+$|^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|[/\\]/iu;

function ofName(call: PackCall, arg: string, value: unknown): Located {
  const text = typeof value === 'number' ? String(value) : hostText(value);
  if (text === null) return unresolved(`argument ${arg} names no host`);
  const looksLikeId =
    ID.test(text) || /id$|^vmx|path$|uuid/iu.test(arg) || NO_VM_NAME[call.pack.id]?.includes(arg);
  if (!looksLikeId || (/or/iu.test(arg) && !ID.test(text))) return named(call, text);
  const mapped = byAlias(call, text);
  return mapped === null
    ? unresolved(`${arg} "${text}" is no VM name; give the server the alias "${text}" in the config`)
    : { hosts: [mapped] };
}

/** `node+vmid`: the VM by an alias of `node/vmid` or of the id alone. */
function ofPair(call: PackCall, paths: readonly string[]): Located {
  const parts = paths.map((path) => at(call.args, path));
  if (!parts.every((part) => typeof part === 'string' || typeof part === 'number'))
    return unresolved(`the arguments ${paths.join(' and ')} are not both given`);
  const pair = parts.join('/');
  const mapped = byAlias(call, pair) ?? byAlias(call, String(parts.at(-1)));
  return mapped === null
    ? unresolved(`${pair} is an id of the hypervisor; give the server the alias "${pair}" in the config`)
    : { hosts: [mapped] };
}

/** Proxmox selectors: a list of vmid, node:vmid, node/name or name. */
function ofSelector(call: PackCall, value: unknown): Located {
  const text = typeof value === 'number' ? String(value) : hostText(value);
  if (text === null) return unresolved('selector names no container');
  const hosts: string[] = [];
  for (const entry of text.split(',').map((one) => one.trim())) {
    const name = /^[^/:\s]+\/(?<name>[^/:\s]+)$/u.exec(entry)?.groups?.['name'] ?? entry;
    const mapped =
      byAlias(call, entry) ??
      (/^\d+$|:/u.test(name) || name === ''
        ? byAlias(call, name)
        : vmOfName(name, call.settings, call.binding.aliases));
    if (mapped === null)
      return unresolved(`selector entry "${entry}" is an id; give the server an alias for it in the config`);
    hosts.push(mapped);
  }
  return { hosts };
}

function ofArgument(call: PackCall): Located {
  const { arg } = call.row;
  if (arg === null) return bound(call) ?? unresolved('no argument of this tool names the VM');
  if (arg.includes('+')) return ofPair(call, arg.split('+'));
  const paths = arg.split('|');
  const path = paths.find((one) => given(at(call.args, one)));
  if (path === undefined) return bound(call) ?? unresolved(`argument ${paths.join(' or ')} is not given`);
  const value = at(call.args, path);
  if (arg === 'selector') return ofSelector(call, value);
  if (Array.isArray(value)) return several(value.map((one) => ofName(call, path, one)));
  return ofName(call, path, value);
}

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function several(found: readonly Located[]): Located {
  const hosts: string[] = [];
  for (const one of found) {
    if ('unresolved' in one) return one;
    hosts.push(...one.hosts);
  }
  return hosts.length === 0 ? unresolved('the list of hosts is empty') : { hosts };
}

function bound(call: PackCall): Located | null {
  return call.binding.vm === null ? null : { hosts: [call.binding.vm] };
}

function ofSession(call: PackCall): Located {
  const { pack, row, server } = call;
  const open = (call.sessions ?? []).filter((one) => one.server === server);
  if (ALL_SESSIONS[pack.id]?.includes(row.tool)) {
    const hosts = open.map(({ host }) => vmOfName(host, call.settings, call.binding.aliases));
    return hosts.length === 0
      ? unresolved('it ends every session, and none is recorded')
      : { hosts: [...new Set(hosts)] };
  }
  const value = row.arg === null ? null : at(call.args, row.arg);
  if (given(value) && typeof value !== 'string') return unresolved(`argument ${row.arg} names no session`);
  return ofOpenSession(call, given(value) ? String(value) : null);
}

function ofOpenSession(call: PackCall, session: string | null): Located {
  const found = call.sessions?.findLast((one) => one.server === call.server && one.session === session);
  if (found !== undefined) return named(call, found.host);
  const which = session === null ? 'the active session' : `session "${session}"`;
  return (
    bound(call) ?? unresolved(`the host is that of ${which}, and no earlier call that opened it is recorded`)
  );
}

function ofAlias(call: PackCall): Located {
  const sessionArg = SESSION_ARGUMENT[call.pack.id];
  const session = sessionArg === undefined ? undefined : at(call.args, sessionArg);
  const value = call.row.arg === null ? undefined : at(call.args, call.row.arg);
  if (given(session)) {
    if (typeof session !== 'string')
      return unresolved(`argument ${sessionArg ?? 'session'} names no session`);
    return ofOpenSession(call, session);
  }
  if (!given(value))
    return (
      bound(call) ??
      unresolved(
        `argument ${call.row.arg ?? ''} is not given, and the server's default host is not bound in the config`,
      )
    );
  const text = hostText(value);
  return text === null ? unresolved(`argument ${call.row.arg ?? ''} names no host`) : named(call, text);
}

function ofPattern(call: PackCall): Located {
  const value = call.row.arg === null ? undefined : at(call.args, call.row.arg);
  if (!given(value))
    return unresolved(`argument ${call.row.arg ?? ''} is not given: the hosts are in the inventory`);
  const texts = Array.isArray(value) ? value : [value];
  return several(
    texts.map((one) => {
      const hosts = typeof one === 'string' ? hostsOfPattern(one) : null;
      if (hosts === null) return unresolved(`"${String(one).slice(0, 80)}" is a pattern over the inventory`);
      return { hosts: hosts.map((host) => vmOfName(host, call.settings, call.binding.aliases)) };
    }),
  );
}

const JSON_HOST_KEYS = ['limit', 'host', 'hostname', 'hosts'];

function ofJson(call: PackCall): Located {
  const text = call.row.arg === null ? undefined : at(call.args, call.row.arg);
  let value: unknown = text;
  if (typeof text === 'string') {
    try {
      value = JSON.parse(text);
    } catch {
      return unresolved(`argument ${call.row.arg ?? ''} is not JSON`);
    }
  }
  if (!isObject(value)) return unresolved(`argument ${call.row.arg ?? ''} holds no object`);
  const object = value;
  const key = JSON_HOST_KEYS.find((one) => Object.hasOwn(object, one) && given(object[one]));
  const host = key === undefined ? null : hostText(object[key]);
  const hosts = host === null ? null : hostsOfPattern(host);
  if (hosts === null) return unresolved('the hosts are in the inventory or in a job template');
  return { hosts: hosts.map((one) => vmOfName(one, call.settings, call.binding.aliases)) };
}

const BELOW: Readonly<Record<string, string>> = {
  hypervisor: 'it acts on the hypervisor, below every guest',
  hypervisor_storage: 'it acts on storage below the guests',
  datastore_path: 'the file may be the disk of any VM',
  cluster: 'the VMs are nodes of a cluster that the arguments do not name',
  control_node: "it acts on the server's own control node",
  opaque: 'the targets are not in the arguments',
  unverified: 'the arguments of this tool were never verified',
  none: 'no argument names a VM',
};

/** The hosts of a call of a pack's tool, mapped to VM names. */
export function locate(call: PackCall): Located {
  switch (call.row.at) {
    case 'argument':
      return ofArgument(call);
    case 'profile_alias':
    case 'server_alias':
    case 'host_alias':
      return ofAlias(call);
    case 'session':
      return ofSession(call);
    case 'group': {
      const group = call.row.arg === null ? null : hostText(at(call.args, call.row.arg));
      const mapped = group === null ? null : byAlias(call, group);
      return mapped === null
        ? unresolved(`the members of group "${group ?? ''}" are in the server's own config`)
        : { hosts: [mapped] };
    }
    case 'pattern':
      return ofPattern(call);
    case 'json_string':
      return ofJson(call);
    case 'server_config':
    case 'local_host':
      return (
        bound(call) ??
        unresolved(`the host is in the server's own set-up; bind "${call.server}" to its VM in the config`)
      );
    case 'none':
    case 'control_node':
    case 'cluster':
      return bound(call) ?? unresolved(BELOW[call.row.at] ?? '');
    case 'opaque':
    case 'hypervisor':
    case 'hypervisor_storage':
    case 'datastore_path':
    case 'unverified':
      // A binding to one VM proves nothing here: the tool can reach every guest.
      return unresolved(BELOW[call.row.at] ?? '');
  }
}
