import { DYN, isDynamic, type Arg } from '../../shell/arg.ts';
import {
  change,
  PIPE,
  read,
  unknown,
  variable,
  type Context,
  type Handler,
  type Stream,
} from '../../shell/context.ts';
import { isGuest } from '../../shell/reading.ts';
import { parseOptions, valueOfOption, type OptionTable, type Parsed } from '../options.ts';
import { dockerFault } from '../readers/docker.ts';
import { parseDestination, emptyOptions } from './ssh-options.ts';
import { placeOf, remoteContext } from './ssh.ts';

const GLOBAL: OptionTable = {
  flags: 'Dvr',
  values: 'Hcl',
  longFlags: ['--debug', '--tls', '--tlsverify', '--version', '--remote', '--help'],
  longValues: [
    '--host',
    '--context',
    '--config',
    '--log-level',
    '--tlscacert',
    '--tlscert',
    '--tlskey',
    '--url',
    '--connection',
    '--identity',
    '--address',
    '--namespace',
  ],
};

const LOCAL_DAEMON = /^(?:unix|npipe|fd):|^$|^default$/u;
/** Sub-commands that only look something up on this machine or in a registry. */
const NEVER_REMOTE = /^(?:version|--version|help|login|logout|search|completion|buildx|scout)$/u;

type Daemon = { kind: 'local' } | { kind: 'unknown'; why: string } | { kind: 'host'; context: Context };

function daemonOfUrl(url: string, context: Context): Daemon {
  if (LOCAL_DAEMON.test(url)) return { kind: 'local' };
  if (url.includes(DYN)) return { kind: 'unknown', why: 'the daemon is only known at run time' };
  const found = /^(?<scheme>ssh|tcp|https?):\/\/(?<rest>[^/]+)/iu.exec(url)?.groups;
  const target = parseDestination({
    text: found === undefined ? url.replace(/:\d+$/u, '') : `ssh://${found['rest'] ?? ''}`,
    many: false,
    glob: false,
  });
  if (target === null || target.host === null)
    return { kind: 'unknown', why: `the daemon ${url.slice(0, 60)} cannot be read` };
  if (
    /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/u.test(target.host) &&
    found?.['scheme']?.toLowerCase() !== 'ssh'
  )
    return { kind: 'unknown', why: 'a daemon behind a port of this machine may be anywhere' };
  const options = emptyOptions();
  if (/^(?:tcp|https?)$/iu.test(found?.['scheme'] ?? ''))
    return {
      kind: 'host',
      context: remoteContext({ vm: context.reading.remotePlace(target.host).vm, remote: true }, context),
    };
  return {
    kind: 'host',
    context: remoteContext(placeOf({ ...target, port: null }, options, context), context),
  };
}

function daemonOf(context: Context, url: string | null, name: string | null): Daemon {
  if (url !== null) return daemonOfUrl(url, context);
  if (name !== null && name !== 'default')
    return {
      kind: 'unknown',
      why: `the daemon of context ${name.replaceAll(DYN, '…').slice(0, 60)} is in docker's own configuration`,
    };
  const host = variable(context, 'DOCKER_HOST') ?? variable(context, 'CONTAINER_HOST');
  if (host !== null && host !== '') return daemonOfUrl(host, context);
  const set = variable(context, 'DOCKER_CONTEXT');
  if (set !== null && set !== '' && set !== 'default')
    return { kind: 'unknown', why: "the daemon of the context is in docker's own configuration" };
  if (context.scope.vars.has('DOCKER_HOST') && context.scope.vars.get('DOCKER_HOST') === null)
    return { kind: 'unknown', why: 'the daemon is only known at run time' };
  return { kind: 'local' };
}

/** docker and podman: against the daemon of this machine, or of a host that an option or a variable names. */
const docker: Handler = (args, context, argv) => {
  const parsed = parseOptions(args, GLOBAL, true);
  const name = argv[0]?.text ?? 'docker';
  const rest = parsed.operands;
  const [first] = rest;
  if (context.place.remote || parsed.strange.length > 0 || (first !== undefined && isDynamic(first))) {
    if (context.place.remote) return onGuest(name, rest, parsed, context);
    return localOrUnknown(name, args, context);
  }
  if (first === undefined || NEVER_REMOTE.test(first.text)) return local(name, args, context);
  const daemon = daemonOf(
    context,
    valueOfOption(parsed, '-H', '--host', '--url'),
    valueOfOption(parsed, '-c', '--context', '--connection'),
  );
  if (first.text === 'context' && rest[1]?.text === 'use')
    return unknown(context, 'changes where later docker commands go');
  if (daemon.kind === 'host') return judge(name, rest, daemon.context, undefined);
  if (daemon.kind === 'unknown')
    return dockerFault(rest) === null
      ? read({ ...context, place: { vm: null, remote: true } }, `${name} ${first.text} only reads`)
      : unknown(context, daemon.why);
  return local(name, args, context);
};

/** From a guest: another daemon or another configuration is not what the guest's own docker does. */
function onGuest(name: string, rest: readonly Arg[], parsed: Parsed, context: Context): Stream {
  const [given] = parsed.values;
  if (given === undefined) return judge(name, rest, context, parsed.strange[0]);
  change(context, `${name} ${given.name} on a guest`);
  const elsewhere = /^(?:-H|--host|--url|-c|--context|--connection)$/u.test(given.name);
  return elsewhere && dockerFault(rest) !== null
    ? unknown(context, 'a daemon that a guest reaches is changed')
    : PIPE;
}

function judge(name: string, rest: readonly Arg[], there: Context, strange: string | undefined): Stream {
  const fault =
    strange === undefined
      ? dockerFault(rest)
      : `option ${strange.replaceAll(DYN, '…')} of ${name} is not known`;
  return fault === null ? read(there, `${name} ${rest[0]?.text ?? ''} only reads`) : change(there, fault);
}

function local(name: string, args: readonly Arg[], context: Context): Stream {
  const fault = dockerFault(args.filter(({ text }) => text !== '--version'));
  if (fault === null) {
    if (isGuest(context.place)) read(context, `${name} only reads`);
    return PIPE;
  }
  if (isGuest(context.place)) change(context, fault);
  return context.tools.local(name, args, context);
}

/** An option in front that is not known may name a daemon. */
function localOrUnknown(name: string, args: readonly Arg[], context: Context): Stream {
  if (args.some(({ text }) => /^(?:-[A-Za-z]*H|--host|--context|-c)/u.test(text) || text.includes(DYN)))
    return unknown(context, `where ${name} goes cannot be told`);
  return local(name, args, context);
}

const machine: Handler = (args, context) => {
  const [command, target] = args;
  if (
    command === undefined ||
    /^(?:ls|status|version|help|inspect|ip|url|env|config|active)$/u.test(command.text)
  )
    return PIPE;
  return unknown(
    context,
    `docker-machine ${command.text} ${target?.text.replaceAll(DYN, '…') ?? ''} may reach a guest`,
  );
};

export const DOCKER: Readonly<Record<string, Handler>> = {
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': (args, context, argv) =>
    docker([{ text: 'compose', many: false, glob: false }, ...args], context, argv),
  'docker-machine': machine,
};
