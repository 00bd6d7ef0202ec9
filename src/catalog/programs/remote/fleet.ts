import { DYN, isLiteral, type Arg } from '../../shell/arg.ts';
import { change, PIPE, unknown, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { hostsOfPattern } from '../../resolve/ansible-pattern.ts';
import { parseDestination } from './ssh-options.ts';
import { readRemoteCommand, remoteContext } from './ssh.ts';

interface FleetTool {
  /** Options that hold a list of hosts. */
  hosts: RegExp;
  /** Other options with an argument. */
  values: RegExp;
  /** Whether the words after the options are read by a remote shell. */
  command: boolean;
}

const TOOLS: Readonly<Record<string, FleetTool>> = {
  pssh: {
    hosts: /^(?:-H|--host)$/u,
    values:
      /^(?:-h|--hosts|-l|--user|-p|--par|-o|--outdir|-e|--errdir|-t|--timeout|-O|--option|-x|--extra-args|-X|--extra-arg)$/u,
    command: true,
  },
  'parallel-ssh': {
    hosts: /^(?:-H|--host)$/u,
    values:
      /^(?:-h|--hosts|-l|--user|-p|--par|-o|--outdir|-e|--errdir|-t|--timeout|-O|--option|-x|--extra-args|-X|--extra-arg)$/u,
    command: true,
  },
  pdsh: { hosts: /^-w$/u, values: /^-[xlufRtMF]$/u, command: true },
  dsh: {
    hosts: /^(?:-m|--machine)$/u,
    values: /^(?:-g|--group|-f|--file|-r|--remoteshell|-o|--remoteshellopt)$/u,
    command: true,
  },
  clush: { hosts: /^(?:-w|--nodes)$/u, values: /^(?:-x|-g|-X|-f|-t|-u|-l|-o|-p|-O)$/u, command: true },
  'parallel-scp': { hosts: /^(?:-H|--host)$/u, values: /^-[hlpoetOxX]$/u, command: false },
  pscp: { hosts: /^(?:-H|--host)$/u, values: /^-[hlpoetOxXPi]$/u, command: false },
  fab: { hosts: /^(?:-H|--hosts)$/u, values: /^-[ifcrSu]$/u, command: false },
  cap: { hosts: /^$/u, values: /^$/u, command: false },
  bolt: { hosts: /^(?:-t|--targets|-n|--nodes)$/u, values: /^$/u, command: false },
  mussh: { hosts: /^-h$/u, values: /^-[Hclmo]$/u, command: false },
};

const ENTRY = /^(?:[^@\s]+@)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/u;

/** Plain names, with spaces or commas between them; null for ranges, groups and files. */
function hostList(text: string): string[] | null {
  const entries = text.split(/[\s,]+/u).filter((entry) => entry !== '');
  return entries.length > 0 && entries.length <= 200 && entries.every((entry) => ENTRY.test(entry))
    ? entries
    : null;
}

function fleet(name: string, tool: FleetTool): Handler {
  return (args, context) => {
    if (context.place.remote) return change(context, `${name} is not proven only to read`);
    const hosts: string[] = [];
    let rest: readonly Arg[] = [];
    for (let index = 0; index < args.length; index += 1) {
      const text = args[index]?.text ?? '';
      const attached =
        /^(?<option>--?[A-Za-z][\w-]*)=(?<value>.*)$/u.exec(text)?.groups ??
        /^(?<option>-[wH])(?<value>.+)$/u.exec(text)?.groups;
      const option = attached?.['option'] ?? text;
      if (tool.hosts.test(option)) {
        const list = hostList(attached?.['value'] ?? args[index + 1]?.text ?? '');
        if (list === null) return unknown(context, `the hosts of ${name} are only known at run time`);
        hosts.push(...list);
        if (attached === undefined) index += 1;
      } else if (tool.values.test(text)) {
        if (/^(?:-h|--hosts|-g|--group|-f|--file|-X)$/u.test(text) && !/^(?:clush|pdsh)$/u.test(name))
          return unknown(context, `the hosts of ${name} are in a file or group`);
        index += 1;
      } else if (!text.startsWith('-')) {
        rest = args.slice(index);
        if (tool.command) break;
      }
    }
    if (hosts.length === 0)
      return args.some(({ text }) => /^(?:--version|--help|-h|--list|-l|-T|-L)$/u.test(text)) && !tool.command
        ? PIPE
        : unknown(context, `the hosts of ${name} are not in its words`);
    return onEach(hosts, rest, tool, name, context);
  };
}

function onEach(
  hosts: readonly string[],
  rest: readonly Arg[],
  tool: FleetTool,
  name: string,
  context: Context,
): Stream {
  for (const host of hosts) {
    const target = parseDestination({ text: host, many: false, glob: false });
    const place = context.reading.remotePlace(target?.host ?? null);
    if (tool.command && rest.length > 0) readRemoteCommand(rest, place, context);
    else change(remoteContext(place, context), `${name} may do anything there`);
  }
  return PIPE;
}

/** Salt: the target is a pattern over minions. */
const salt: Handler = (args, context) => {
  const operands = args.filter(({ text }) => !text.startsWith('-'));
  const [pattern, module] = operands;
  if (pattern === undefined) return PIPE;
  const hosts = isLiteral(pattern) ? hostsOfPattern(pattern.text) : null;
  if (
    hosts === null ||
    args.some(({ text }) => /^-[EGNCRLI]|^--(?:pcre|grain|nodegroup|compound|list|ipcidr)/u.test(text))
  )
    return unknown(context, 'the targets are a pattern over the minions');
  if (module === undefined) return PIPE;
  for (const host of hosts)
    change(
      remoteContext(context.reading.remotePlace(host), context),
      `${module.text.replaceAll(DYN, '…')} is not proven only to read`,
    );
  return PIPE;
};

const elsewhere =
  (why: string): Handler =>
  (args, context) =>
    args.length === 0 || args.every(({ text }) => /^(?:--?version|--?help|-h|-V)$/u.test(text))
      ? PIPE
      : unknown(context, why);

export const FLEET: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(TOOLS).map(([name, tool]) => [name, fleet(name, tool)])),
  salt,
  'salt-ssh': salt,
  'salt-run': elsewhere('its targets are not in its words'),
  knife: elsewhere('its hosts are a search'),
  mco: elsewhere('its hosts are a filter'),
  puppet: elsewhere('its hosts are in a catalogue'),
  tmuxinator: elsewhere('its sessions may reach hosts'),
};
