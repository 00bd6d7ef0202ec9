import { vmOfName } from '../../hosts/vm-of-host.ts';
import { DYN, isLiteral, type Arg } from '../../shell/arg.ts';
import {
  change,
  NO_STREAM,
  PIPE,
  read,
  unknown,
  type Context,
  type Handler,
  type Stream,
} from '../../shell/context.ts';
import type { Place } from '../../shell/reading.ts';
import { newScope } from '../../shell/scope.ts';
import { shellOfStdin } from '../wrappers.ts';
import {
  isOneHost,
  parseDestination,
  parseSsh,
  type SshCall,
  type SshOptions,
  type Target,
} from './ssh-options.ts';
import { windowsHazard } from './windows-hazard.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0)$/iu;

/** Keywords that run something or lead elsewhere; every other one changes nothing of what is done. */
const RUNS_LOCALLY = ['proxycommand', 'localcommand', 'knownhostscommand'];
const LEADS_ELSEWHERE = ['include', 'canonicaldomains', 'canonicalizehostname'];

/** The place where a host of the ssh family is, by name, options and the user's configuration. */
export function placeOf(target: Target, options: SshOptions, context: Context): Place {
  const { reading } = context;
  if (target.host === null || context.place.remote)
    return { vm: target.host === null ? null : reading.remotePlace(target.host).vm, remote: true };
  const file = options.values.get('F');
  if (leadsElsewhere(options)) return { vm: null, remote: true };
  const hostName = options.config.get('hostname');
  if (hostName !== undefined)
    return hostName.includes(DYN) || hostName.includes('%')
      ? { vm: null, remote: true }
      : { vm: bareVm(hostName, context), remote: true };
  if (LEADS_ELSEWHERE.some((key) => options.config.has(key))) return { vm: null, remote: true };
  // Another configuration file may send the name anywhere.
  if (file !== undefined && file !== '/dev/null' && file !== 'none') return { vm: null, remote: true };
  if (LOOPBACK.test(target.host)) return loopback(target, options, context);
  if (file !== undefined) return { vm: bareVm(target.host, context), remote: true };
  return reading.remotePlace(target.host);
}

/** A shared connection or a proxy may end at another host than the one that is named. */
function leadsElsewhere({ values, config }: SshOptions): boolean {
  const shared = values.get('S') ?? config.get('controlpath');
  if (shared !== undefined && shared.toLowerCase() !== 'none') return true;
  const proxy = config.get('proxycommand');
  if (proxy === undefined || proxy.toLowerCase() === 'none') return false;
  return !/^[^;&|#\n]*(?:\s%h\s+%p\s*(?:2>\/dev\/null)?|\s-W\s*\[?%h\]?:%p(?:\s[^;&|#\n]*)?|\s--hostname[ =]%h)$/u.test(
    proxy,
  );
}

/** This machine by its own name; another port may be a tunnel to anywhere. */
function loopback(target: Target, options: SshOptions, context: Context): Place {
  const { local, aliases } = context.reading.settings;
  const host = target.host ?? '';
  const port =
    target.port ?? options.values.get('p') ?? options.values.get('P') ?? options.config.get('port') ?? '22';
  const named = Object.keys(aliases).find(
    (one) =>
      one.toLowerCase() === `${host}:${port}`.toLowerCase() || one.toLowerCase() === host.toLowerCase(),
  );
  if (named !== undefined) return { vm: aliases[named] ?? null, remote: true };
  if (port !== '22') return { vm: null, remote: true };
  return { vm: local ?? host, remote: true };
}

/** The VM of a name that no ssh configuration changes. */
function bareVm(host: string, context: Context): string {
  return vmOfName(host, context.reading.settings);
}

/** What ssh's own options run on this machine (or on the one where ssh runs). */
export function readOptions(options: SshOptions, context: Context, target: Target | null): void {
  for (const key of RUNS_LOCALLY) {
    const command = options.config.get(key);
    if (command === undefined || command.toLowerCase() === 'none') continue;
    if (context.place.remote) change(context, `${key} runs a command`);
    else runProxy(command, context, target);
  }
  if (
    options.values.has('I') ||
    options.config.has('pkcs11provider') ||
    options.config.has('securitykeyprovider') ||
    options.config.has('xauthlocation')
  )
    unknown(context, 'ssh loads a library or runs a program of the caller');
  const jump = options.values.get('J') ?? options.config.get('proxyjump');
  if (jump?.includes(DYN) === true)
    context.reading.note('the jump host is only known at run time', context.depth);
}

/** A proxy command: `%h` and `%p` stand for the destination. */
function runProxy(command: string, context: Context, target: Target | null): void {
  const host = target?.host ?? DYN;
  const text = command.replace(/%(.)/gu, (whole, key: string) =>
    key === 'h' || key === 'n'
      ? host
      : key === 'p'
        ? (target?.port ?? '22')
        : key === '%'
          ? '%'
          : key === 'r'
            ? 'user'
            : whole,
  );
  const found = context.reading.whatIf(() => {
    context.tools.script(text.trim().replace(/^exec\s+/u, ''), {
      ...context,
      proxy: true,
      stdin: NO_STREAM,
      scope: { ...context.scope, functions: new Map() },
      depth: context.depth + 1,
    });
  });
  // A host that is only passed through is not what the command is about.
  for (const { kind, host, why } of found)
    if (kind !== 'read')
      context.reading.at({ vm: host, remote: true }, kind, `proxy command: ${why}`, context.depth);
}

function answersLocally({ flags, values }: SshCall): boolean {
  return flags.has('V') || flags.has('G') || values.has('Q');
}

/** What a remote shell is given: the words, joined by spaces, read again. */
export function readRemoteCommand(words: readonly Arg[], place: Place, context: Context): Stream {
  const there = remoteContext(place, context);
  if (words.length === 0) return shellOfStdin(there);
  const text = words.map((word) => word.text).join(' ');
  if (!words.every(isLiteral))
    return change(there, 'the remote shell reads a text that is only known at run time');
  const hazard = windowsHazard(text);
  if (hazard !== null) return change(there, hazard);
  return context.tools.script(text, there);
}

export function remoteContext(place: Place, context: Context): Context {
  return { ...context, place, scope: newScope(null, null), env: new Map(), depth: context.depth + 1 };
}

const FORWARDS = ['L', 'R', 'D', 'w'];

export const ssh: Handler = (args, context) => {
  const call = parseSsh(args);
  if (answersLocally(call)) return PIPE;
  const { destination, fault, flags, values, config } = call;
  if (destination === null) return fault === null ? PIPE : unknown(context, fault);
  const target = parseDestination(destination);
  if (target === null) return PIPE;
  readOptions(call, context, target);
  const place = placeOf(target, call, context);
  const there = remoteContext(place, context);
  if (fault !== null) return change(there, fault);
  if (context.place.remote) read(context, 'starts ssh to another host');
  if (values.has('O'))
    return values.get('O') === 'check'
      ? read(there, 'asks about a connection')
      : change(there, 'ends or changes a connection');
  const through = values.get('W');
  if (through !== undefined)
    return context.proxy === true ? read(there, 'is passed through') : throughHost(through, there, context);
  if (config.has('remotecommand'))
    return readRemoteCommand(
      [{ text: config.get('remotecommand') ?? '', many: false, glob: false }],
      place,
      context,
    );
  if (flags.has('s') || config.get('sessiontype')?.toLowerCase() === 'subsystem')
    return change(there, 'opens a subsystem');
  if (
    FORWARDS.some((letter) => values.has(letter)) ||
    ['localforward', 'remoteforward', 'dynamicforward', 'tunnel'].some((key) => config.has(key))
  )
    return change(there, 'opens a tunnel: what goes through it is not seen');
  if (config.has('setenv')) return change(there, 'sets variables for the remote command');
  if (flags.has('N') || config.get('sessiontype')?.toLowerCase() === 'none')
    return change(there, 'holds a connection open: what goes through it is not seen');
  if (place.vm === null && target.host === null && !isOneHost(destination)) {
    // `$HOST` alone may be an option, or bring a command with it.
    return unknown(context, 'the host is only known at run time');
  }
  return readRemoteCommand(call.command, place, context);
};

function throughHost(through: string, there: Context, context: Context): Stream {
  read(there, 'is passed through');
  const host = /^\[?(?<host>[^\]]+?)\]?:\d+$/u.exec(through)?.groups?.['host'];
  const place =
    host === undefined || host.includes(DYN) ? { vm: null, remote: true } : context.reading.remotePlace(host);
  return change(remoteContext(place, context), 'opens a connection: what goes through it is not seen');
}
