import { vmOfName } from '../hosts/vm-of-host.ts';
import { DYN } from '../shell/arg.ts';
import { unknown } from '../shell/context.ts';
import { uncHost } from '../hosts/unc.ts';
import { writeTo } from '../shell/files.ts';
import type { Place } from '../shell/reading.ts';
import { newScope } from '../shell/scope.ts';
import type { Argument } from './ast.ts';
import { evaluate, readStatements } from './evaluate.ts';
import { bind, type Bound, type ParameterTable } from './parameters.ts';
import { hostsOnly, newState, NOTHING, oneText, UNKNOWN, type Result, type State } from './state.ts';

const HERE = /^(?:localhost|127\.0\.0\.1|::1|\.)$/iu;
const HOST = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]*[\p{L}\p{N}_])?$|^[\da-f:.]*:[\da-f:.]*$/iu;

/** The places that a value names: hosts by name, or those that its sessions and objects belong to. */
export function placesOf(value: Result, state: State): Place[] {
  if (value.hosts.length > 0) return [...value.hosts];
  if (value.values === null) return [{ vm: null, remote: true }];
  return value.values
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => placeOf(text, state));
}

function placeOf(text: string, state: State): Place {
  if (HERE.test(text)) return state.context.place;
  const bare = text
    .replace(/^[^@]*@/u, '')
    .replace(/^https?:\/\//iu, '')
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/(?<=\w):\d+(?:\/.*)?$|\/.*$/u, '');
  if (text.includes(DYN) || !HOST.test(bare)) return { vm: null, remote: true };
  const { reading } = state.context;
  return bare.includes(' ')
    ? { vm: vmOfName(bare, reading.settings), remote: true }
    : reading.remotePlace(bare);
}

const INVOKE: ParameterTable = {
  values: [
    'computername',
    'cn=computername',
    'hostname',
    'vmname',
    'vmid',
    'session',
    'connectionuri',
    'uri=connectionuri',
    'cu=connectionuri',
    'containerid',
    'scriptblock',
    'command=scriptblock',
    'filepath',
    'pspath=filepath',
    'argumentlist',
    'args=argumentlist',
    'credential',
    'username',
    'keyfilepath',
    'identityfilepath=keyfilepath',
    'port',
    'throttlelimit',
    'authentication',
    'sessionoption',
    'configurationname',
    'inputobject',
    'jobname',
    'sessionname',
    'applicationname',
    'certificatethumbprint',
    'subsystem',
    'connectingtimeout',
    'options',
  ],
  switches: [
    'asjob',
    'hidecomputername',
    'hcn=hidecomputername',
    'usessl',
    'enablenetworkaccess',
    'indisconnectedsession',
    'disconnected=indisconnectedsession',
    'sshtransport',
    'nonewscope',
    'runasadministrator',
    'allowredirection',
    'remotedebug',
  ],
};
const SESSION: ParameterTable = {
  values: [
    'computername',
    'cn=computername',
    'hostname',
    'vmname',
    'vmid',
    'connectionuri',
    'containerid',
    'session',
    'name',
    'credential',
    'username',
    'keyfilepath',
    'port',
    'throttlelimit',
    'authentication',
    'sessionoption',
    'configurationname',
    'applicationname',
    'certificatethumbprint',
    'subsystem',
    'sshconnection',
    'operationtimeoutsec',
    'connectingtimeout',
    'options',
    'id',
    'instanceid',
  ],
  switches: [
    'usessl',
    'enablenetworkaccess',
    'sshtransport',
    'runasadministrator',
    'usewindowspowershell',
    'skiptestconnection',
    'allowredirection',
  ],
};
const TARGETS = ['computername', 'hostname', 'vmname', 'session', 'connectionuri', 'sshconnection'];

/** The places of a remoting cmdlet; null if it names none. */
function targets(bound: Bound, state: State): Place[] | null {
  const named = TARGETS.filter((name) => bound.named.has(name));
  if (
    bound.named.has('vmid') ||
    bound.named.has('containerid') ||
    bound.named.has('id') ||
    bound.named.has('instanceid')
  )
    return [{ vm: null, remote: true }];
  const places = named.flatMap((name) => {
    const value = bound.named.get(name);
    return value === undefined ? [] : placesOf(evaluate(value, state), state);
  });
  return named.length === 0 ? null : places;
}

/** Invoke-Command: the block is read again, at each host. */
function invokeCommand(args: readonly Argument[], input: Result | null, state: State): Result {
  const { context } = state;
  const bound = bind(args, INVOKE);
  if (bound.strange !== null || bound.splatted) {
    args.forEach(({ value }) => value && evaluate(value, state));
    unknown(context, `${bound.strange ?? 'a splatted parameter'} of Invoke-Command is not read here`);
    return UNKNOWN;
  }
  const positional = [...bound.positional];
  if (
    targets(bound, state) === null &&
    positional.length > (bound.named.has('scriptblock') || bound.named.has('filepath') ? 0 : 1)
  ) {
    const first = positional.shift();
    if (first !== undefined) bound.named.set('computername', first);
  }
  const places = targets(bound, state);
  const script = bound.named.get('scriptblock') ?? positional.shift();
  const found = script === undefined ? UNKNOWN : evaluate(script, state);
  for (const name of ['argumentlist', 'inputobject']) {
    const value = bound.named.get(name);
    if (value !== undefined) evaluate(value, state);
  }
  void input;
  for (const place of places ?? [context.place]) runAt(place, found, bound.named.has('filepath'), state);
  return hostsOnly(places ?? []);
}

function runAt(place: Place, found: Result, file: boolean, state: State): void {
  const { context } = state;
  const here = place === context.place;
  const there = here
    ? state
    : newState({ ...context, place, scope: newScope(null, null), env: new Map(), depth: context.depth + 1 });
  if (file || found.blocks.length === 0) {
    if (here && !place.remote) unknown(context, 'runs a script block that is only known at run time');
    else
      context.reading.at(
        place,
        'change',
        file ? 'runs a script file there' : 'runs a script block that is only known at run time',
        context.depth + 1,
      );
    return;
  }
  // Commands that only write texts still reach the host.
  if (!here) context.reading.at(place, 'read', 'opens a session', context.depth + 1);
  for (const script of found.blocks) readStatements(script, there);
  for (const [name, value] of there.functions)
    if (!here && !value.called)
      readStatements(value.body, {
        ...there,
        functions: new Map([...there.functions].filter(([other]) => other !== name)),
      });
}

/** New-PSSession and New-CimSession: a session is opened, and nothing done yet. */
function newSession(args: readonly Argument[], _: Result | null, state: State): Result {
  const bound = bind(args, SESSION);
  if (bound.strange !== null || bound.splatted) {
    unknown(state.context, `${bound.strange ?? 'a splatted parameter'} of New-PSSession is not read here`);
    return UNKNOWN;
  }
  const [first] = bound.positional;
  if (first !== undefined && targets(bound, state) === null) bound.named.set('computername', first);
  const places = targets(bound, state) ?? [];
  for (const place of places) state.context.reading.at(place, 'read', 'opens a session', state.context.depth);
  return hostsOnly(places);
}

/** Enter-PSSession: what is typed next goes there. */
function enterSession(args: readonly Argument[], _: Result | null, state: State): Result {
  const bound = bind(args, SESSION);
  const [first] = bound.positional;
  if (first !== undefined && targets(bound, state) === null) bound.named.set('computername', first);
  const places = targets(bound, state);
  if (bound.strange !== null || bound.splatted || places === null)
    unknown(state.context, 'which session is entered cannot be told');
  for (const place of places ?? [])
    state.context.reading.at(place, 'change', 'enters a session: anything may follow', state.context.depth);
  return NOTHING;
}

const COPY: ParameterTable = {
  values: [
    'path',
    'literalpath',
    'destination',
    'tosession',
    'fromsession',
    'filter',
    'include',
    'exclude',
    'credential',
  ],
  switches: ['recurse', 'container', 'force', 'passthru', 'confirm', 'whatif'],
};

function copyItem(args: readonly Argument[], input: Result | null, state: State): Result {
  const { context } = state;
  const bound = bind(args, COPY);
  if (bound.strange !== null || bound.splatted) {
    unknown(context, `${bound.strange ?? 'a splatted parameter'} of Copy-Item is not read here`);
    return UNKNOWN;
  }
  const at = (name: string): Result | null => {
    const value = bound.named.get(name);
    return value === undefined ? null : evaluate(value, state);
  };
  const to = at('tosession');
  const from = at('fromsession');
  for (const place of to === null ? [] : placesOf(to, state))
    context.reading.at(place, 'change', 'copies a file there', context.depth);
  for (const place of from === null ? [] : placesOf(from, state))
    context.reading.at(place, 'read', 'copies a file from there', context.depth);
  const operands = bound.positional.map((value) => evaluate(value, state));
  const source = at('path') ?? at('literalpath') ?? operands.shift() ?? NOTHING;
  const target = at('destination') ?? operands.shift() ?? NOTHING;
  for (const text of source.values ?? []) {
    const host = uncHost(text);
    if (host !== null)
      context.reading.at(
        context.reading.remotePlace(host),
        'read',
        'copies a file from there',
        context.depth,
      );
  }
  if (to !== null) return NOTHING;
  const text = oneText(target);
  const host = uncHost(text);
  if (host !== null)
    context.reading.at(context.reading.remotePlace(host), 'change', 'copies a file there', context.depth);
  else if (text.startsWith(DYN) && !context.place.remote)
    unknown(context, 'where Copy-Item copies to is only known at run time');
  else writeTo(text === '' ? '.' : text, context);
  void input;
  return NOTHING;
}

type Special = (args: readonly Argument[], input: Result | null, state: State) => Result;

/** Cmdlets that lead to other hosts by design. */
export const REMOTING: Readonly<Record<string, Special>> = {
  'invoke-command': invokeCommand,
  'new-pssession': newSession,
  'new-cimsession': newSession,
  'connect-pssession': newSession,
  'enter-pssession': enterSession,
  'copy-item': copyItem,
};
