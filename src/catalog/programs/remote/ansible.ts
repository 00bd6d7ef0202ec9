import { DYN, isDynamic, type Arg } from '../../shell/arg.ts';
import { change, PIPE, read, unknown, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { hostsOfPattern } from '../../resolve/ansible-pattern.ts';
import { vmOfName } from '../../hosts/vm-of-host.ts';
import { parseOptions, valueOfOption, type OptionTable } from '../options.ts';

const COMMON_VALUES = [
  '--inventory',
  '--inventory-file',
  '--limit',
  '--module-path',
  '--extra-vars',
  '--vault-id',
  '--vault-password-file',
  '--vault-pass-file',
  '--forks',
  '--private-key',
  '--key-file',
  '--user',
  '--connection',
  '--timeout',
  '--ssh-common-args',
  '--sftp-extra-args',
  '--scp-extra-args',
  '--ssh-extra-args',
  '--become-method',
  '--become-user',
  '--become-password-file',
  '--become-pass-file',
  '--connection-password-file',
  '--conn-pass-file',
  '--tags',
  '--skip-tags',
  '--start-at-task',
  '--args',
  '--module-name',
  '--poll',
  '--background',
  '--tree',
  '--playbook-dir',
  '--task-timeout',
];
const COMMON_FLAGS = [
  '--list-hosts',
  '--list-tasks',
  '--list-tags',
  '--syntax-check',
  '--check',
  '--diff',
  '--become',
  '--ask-pass',
  '--ask-become-pass',
  '--ask-vault-pass',
  '--ask-vault-password',
  '--verbose',
  '--one-line',
  '--flush-cache',
  '--step',
  '--force-handlers',
  '--version',
  '--help',
];

const AD_HOC: OptionTable = {
  flags: 'CDKbkovhJ',
  values: 'BMPTacefilmtu',
  longFlags: COMMON_FLAGS,
  longValues: COMMON_VALUES,
};
const PLAYBOOK: OptionTable = {
  flags: 'CDKbkvhJ',
  values: 'MTcefiltu',
  longFlags: COMMON_FLAGS,
  longValues: COMMON_VALUES,
};

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|::1)$/iu;
const READING_MODULES =
  /^(?:ansible\.(?:builtin|legacy)\.)?(?:ping|setup|gather_facts|service_facts|package_facts)$|^(?:ansible\.windows\.)?win_ping$/u;

/** Variables that send a task elsewhere than its host's name says, or choose what runs there. */
const REDIRECTING = /ansible_|@/u;

function hostsOf(pattern: string | null): string[] | null {
  return pattern === null || pattern.includes(DYN) ? null : hostsOfPattern(pattern);
}

function onHosts(hosts: readonly string[], kind: 'read' | 'change', why: string, context: Context): Stream {
  for (const host of hosts) {
    if (LOOPBACK.test(host)) {
      if (context.reading.settings.local !== null || context.place.remote)
        (kind === 'read' ? read : change)(context, why);
      continue;
    }
    const place = { vm: vmOfName(host, context.reading.settings), remote: true };
    (kind === 'read' ? read : change)({ ...context, place, depth: context.depth + 1 }, why);
  }
  return PIPE;
}

const ansible: Handler = (args, context) => {
  const parsed = parseOptions(args, AD_HOC);
  if (context.place.remote) change(context, 'ansible is not proven only to read');
  if (answersLocally(parsed.flags, args)) return PIPE;
  const pattern = pickPattern(parsed.operands, valueOfOption(parsed, '-l', '--limit'));
  if (pattern === null)
    return parsed.operands.length === 0
      ? PIPE
      : unknown(context, 'the hosts are a pattern over the inventory');
  if (parsed.strange.length > 0)
    return unknown(
      context,
      `option ${(parsed.strange[0] ?? '').replaceAll(DYN, '…')} of ansible is not known`,
    );
  const extra = valueOfOption(
    parsed,
    '-e',
    '--extra-vars',
    '--ssh-common-args',
    '--ssh-extra-args',
    '--connection',
    '-c',
    '-M',
    '--module-path',
  );
  const module = valueOfOption(parsed, '-m', '--module-name') ?? 'command';
  const text = valueOfOption(parsed, '-a', '--args') ?? '';
  if (
    parsed.values.some(
      ({ name, value }) =>
        /^(?:-e|--extra-vars)$/u.test(name) && (REDIRECTING.test(value) || value.includes(DYN)),
    )
  )
    return unknown(context, 'the variables may send the task to another host');
  if (extra === null && READING_MODULES.test(module) && !/\{\{|\{%/u.test(text) && !text.includes(DYN))
    return onHosts(pattern, 'read', `module ${module} only reads`, context);
  return onHosts(pattern, 'change', `module ${module} is not proven only to read`, context);
};

/** A limit narrows the pattern; where it names hosts, it is them. */
function pickPattern(operands: readonly Arg[], limit: string | null): string[] | null {
  const [first] = operands;
  if (limit !== null) return hostsOf(limit);
  return first === undefined || isDynamic(first) || first.glob ? null : hostsOf(first.text);
}

function answersLocally(flags: ReadonlySet<string>, args: readonly Arg[]): boolean {
  return (
    ['--list-hosts', '--list-tasks', '--list-tags', '--syntax-check', '--version', '--help', '-h'].some(
      (flag) => flags.has(flag),
    ) && args.every((arg) => !isDynamic(arg))
  );
}

const playbook: Handler = (args, context) => {
  const parsed = parseOptions(args, PLAYBOOK);
  if (context.place.remote) change(context, 'ansible-playbook is not proven only to read');
  if (answersLocally(parsed.flags, args) || parsed.operands.length === 0) return PIPE;
  const hosts = hostsOf(valueOfOption(parsed, '-l', '--limit'));
  if (hosts === null) return unknown(context, 'the hosts are in the playbook and the inventory');
  if (parsed.strange.length > 0)
    return unknown(
      context,
      `option ${(parsed.strange[0] ?? '').replaceAll(DYN, '…')} of ansible-playbook is not known`,
    );
  if (
    parsed.values.some(
      ({ name, value }) =>
        /^(?:-e|--extra-vars)$/u.test(name) && (REDIRECTING.test(value) || value.includes(DYN)),
    )
  )
    return unknown(context, 'the variables may send the play to other hosts');
  return onHosts(hosts, 'change', 'a playbook may do anything', context);
};

const elsewhere: Handler = (_, context) => unknown(context, 'its hosts are in an inventory');

export const ANSIBLE: Readonly<Record<string, Handler>> = {
  ansible,
  'ansible-playbook': playbook,
  'ansible-console': elsewhere,
  'ansible-pull': elsewhere,
  'ansible-navigator': elsewhere,
  'ansible-runner': elsewhere,
};
