import { DYN, literal, type Arg } from '../shell/arg.ts';
import { setVariable } from '../shell/assignments.ts';
import {
  change,
  NO_STREAM,
  PIPE,
  read,
  unknown,
  type Context,
  type Handler,
  type Stream,
} from '../shell/context.ts';
import { isGuest } from '../shell/reading.ts';
import { parseOptions, valueOfOption, type OptionTable } from './options.ts';
import { findProgram } from './find.ts';
import { parallel } from './parallel.ts';
import { xargs } from './xargs.ts';

/** Takes `X=1` words off the front and puts them into the environment of what follows. */
function withAssignments(
  args: readonly Arg[],
  context: Context,
): { inner: readonly Arg[]; context: Context } {
  const env = new Map(context.env);
  let index = 0;
  for (; index < args.length; index += 1) {
    const found = /^(?<name>[A-Za-z_]\w*)=(?<value>[\s\S]*)$/u.exec(args[index]?.text ?? '')?.groups;
    if (found === undefined) break;
    const { name = '', value = '' } = found;
    // Checked as a variable of a shell of its own: it must not stay in this one.
    setVariable(name, value, { ...context, scope: { ...context.scope, vars: new Map() } });
    if (isGuest(context.place) && !/^(?:LANG|LC_[A-Z]+|TZ|TERM|COLUMNS|NO_COLOR)$/u.test(name))
      change(context, `sets ${name} for a program`);
    env.set(name, value);
  }
  return { inner: args.slice(index), context: { ...context, env } };
}

function runInner(args: readonly Arg[], context: Context): Stream {
  const { inner, context: with_ } = withAssignments(args, context);
  return inner.length === 0 ? NO_STREAM : context.tools.run(inner, with_);
}

/** A program that runs the command after its options and `skip` operands. */
function wrapper(table: OptionTable, skip = 0): Handler {
  return (args, context, argv) => {
    const { operands, strange } = parseOptions(args, table, true);
    if (strange.length > 0) return odd(args, context, argv, strange[0] ?? '');
    const inner = operands.slice(skip);
    return inner.length === 0 ? PIPE : runInner(inner, context);
  };
}

/** Options that are not known: which word is the command cannot be told. */
function odd(args: readonly Arg[], context: Context, argv: readonly Arg[], option: string): Stream {
  const name = argv[0]?.text ?? '';
  if (isGuest(context.place))
    change(context, `option ${option.replaceAll(DYN, '…')} of ${name} is not known`);
  return context.place.remote ? PIPE : context.tools.local(name, args, context);
}

const SUDO: OptionTable = {
  flags: 'AbEHinPSsklKvVeB',
  values: 'ugpCDrtTRU',
  longFlags: [
    '--askpass',
    '--background',
    '--preserve-env',
    '--set-home',
    '--login',
    '--non-interactive',
    '--stdin',
    '--shell',
    '--list',
    '--edit',
    '--validate',
    '--version',
    '--reset-timestamp',
    '--remove-timestamp',
  ],
  longValues: [
    '--user',
    '--group',
    '--prompt',
    '--close-from',
    '--chdir',
    '--role',
    '--type',
    '--command-timeout',
    '--chroot',
    '--other-user',
  ],
};

const sudo: Handler = (args, context, argv) => {
  const { operands, strange, flags, values } = parseOptions(args, SUDO, true);
  const unknownOption = strange.find((one) => !one.startsWith('--preserve-env='));
  if (unknownOption !== undefined) return odd(args, context, argv, unknownOption);
  if (flags.has('-e') || flags.has('--edit'))
    return isGuest(context.place)
      ? change(context, 'edits a file')
      : context.tools.local('sudoedit', args, context);
  if (
    isGuest(context.place) &&
    values.some(({ name }) => /^(?:-[RDT]|--(?:chroot|chdir|command-timeout))$/u.test(name))
  )
    return change(context, 'runs in another root or folder');
  if (operands.length > 0) return runInner(operands, context);
  if (
    [...flags].some((flag) =>
      /^-[lvVkK]$|^--(?:list|validate|version|reset-timestamp|remove-timestamp)$/u.test(flag),
    )
  )
    return read(context, 'asks sudo about itself');
  return shellOfStdin(context);
};

/** A shell without a command reads its input. */
export function shellOfStdin(context: Context): Stream {
  const { stdin, place, reading, depth } = context;
  if (stdin.kind === 'text')
    return context.tools.script(stdin.text, { ...context, stdin: NO_STREAM, depth: depth + 1 });
  if (place.remote) return change(context, 'opens a shell: anything may follow');
  if (stdin.kind === 'pipe')
    reading.at(place, 'unknown', 'a shell runs a text that is only known at run time', depth);
  if (isGuest(place)) return change(context, 'opens a shell: anything may follow');
  return PIPE;
}

const ENV: OptionTable = {
  flags: 'i0v',
  values: 'uCS',
  longFlags: ['--ignore-environment', '--null', '--debug'],
  longValues: ['--unset', '--chdir', '--split-string'],
};

const env: Handler = (args, context, argv) => {
  const parsed = parseOptions(args, ENV, true);
  if (parsed.strange.length > 0) return odd(args, context, argv, parsed.strange[0] ?? '');
  const split = valueOfOption(parsed, '-S', '--split-string');
  if (split !== null) {
    if (context.place.remote || split.includes(DYN))
      return context.place.remote
        ? change(context, 'env -S is not read here')
        : unknown(context, 'env -S runs a text that is only known at run time');
    const words = split
      .trim()
      .split(/\s+/u)
      .map((word) => literal(word.replace(/['"\\]/gu, '')));
    return runInner([...words, ...parsed.operands], context);
  }
  if (parsed.operands.length === 0) return read(context, 'prints the environment');
  return runInner(parsed.operands, context);
};

const su: Handler = (args, context, argv) => {
  const table: OptionTable = {
    flags: 'lmpPf',
    values: 'cgGsuTw',
    longFlags: ['--login', '--preserve-environment', '--pty', '--fast'],
    longValues: [
      '--command',
      '--session-command',
      '--group',
      '--supp-group',
      '--shell',
      '--user',
      '--whitelist-environment',
    ],
  };
  const parsed = parseOptions(args, table);
  if (parsed.strange.some((one) => one !== '-')) return odd(args, context, argv, parsed.strange[0] ?? '');
  if (valueOfOption(parsed, '-s', '--shell') !== null && isGuest(context.place))
    return change(context, 'runs another shell');
  const code = valueOfOption(parsed, '-c', '--command', '--session-command');
  if (code !== null) return nestedText(code, context);
  const user = valueOfOption(parsed, '-u', '--user');
  if (user !== null && parsed.operands.length > 0) return runInner(parsed.operands, context);
  return shellOfStdin(context);
};

/** A text that a new shell of this place reads; on a guest an unknown part may be anything. */
export function nestedText(text: string, context: Context, positional: readonly Arg[] | null = []): Stream {
  if (context.place.remote && text.includes(DYN))
    return change(context, 'a shell reads a text that is only known at run time');
  const scope = { ...context.scope, functions: new Map(), positional };
  return context.tools.script(text, { ...context, scope, depth: context.depth + 1 });
}

const watch: Handler = (args, context, argv) => {
  const table: OptionTable = {
    flags: 'bcCdegtwxrpq',
    values: 'n',
    longFlags: [
      '--beep',
      '--color',
      '--differences',
      '--errexit',
      '--chgexit',
      '--no-title',
      '--no-wrap',
      '--exec',
      '--precise',
    ],
    longValues: ['--interval'],
  };
  const { operands, strange, flags } = parseOptions(args, table, true);
  if (strange.some((one) => !one.startsWith('--differences=')))
    return odd(args, context, argv, strange[0] ?? '');
  if (operands.length === 0) return PIPE;
  if (flags.has('-x') || flags.has('--exec')) return runInner(operands, context);
  return operands.some(({ many, glob }) => many || glob)
    ? runInner(operands, context)
    : nestedText(operands.map(({ text }) => text).join(' '), context);
};

const flock: Handler = (args, context, argv) => {
  const table: OptionTable = {
    flags: 'enosuxFv',
    values: 'wE',
    longFlags: [
      '--nonblock',
      '--nb',
      '--close',
      '--shared',
      '--exclusive',
      '--unlock',
      '--no-fork',
      '--verbose',
    ],
    longValues: ['--wait', '--timeout', '--conflict-exit-code'],
  };
  const { operands, strange } = parseOptions(args, table, true);
  if (strange.length > 0) return odd(args, context, argv, strange[0] ?? '');
  if (isGuest(context.place)) change(context, 'makes a lock file');
  const [, ...inner] = operands;
  if (inner[0] !== undefined && /^(?:-c|--command)$/u.test(inner[0].text))
    return inner[1] === undefined ? PIPE : nestedText(inner[1].text, context);
  return inner.length === 0 ? PIPE : runInner(inner, context);
};

const script: Handler = (args, context, argv) => {
  if (isGuest(context.place)) change(context, 'records to a file');
  const table: OptionTable = {
    flags: 'aefqv',
    values: 'cBEIOTomt',
    longFlags: ['--append', '--return', '--flush', '--force', '--quiet'],
    longValues: [
      '--command',
      '--log-in',
      '--log-out',
      '--log-io',
      '--log-timing',
      '--echo',
      '--output-limit',
    ],
  };
  const parsed = parseOptions(args, table, true);
  const code = valueOfOption(parsed, '-c', '--command');
  if (code !== null) return nestedText(code, context);
  if (parsed.strange.length > 0) return odd(args, context, argv, parsed.strange[0] ?? '');
  return parsed.operands.length > 1 ? runInner(parsed.operands.slice(1), context) : PIPE;
};

const busybox: Handler = (args, context) => (args.length === 0 ? PIPE : context.tools.run(args, context));

const plain = wrapper({ flags: '', values: '' });

/** Programs that run another one. */
export const WRAPPERS: Readonly<Record<string, Handler>> = {
  sudo,
  doas: wrapper({ flags: 'nsL', values: 'uCa' }),
  env,
  su,
  runuser: su,
  watch,
  flock,
  script,
  busybox,
  toybox: busybox,
  find: findProgram,
  xargs,
  parallel,
  timeout: wrapper(
    {
      flags: 'vfp',
      values: 'ks',
      longFlags: ['--preserve-status', '--foreground', '--verbose'],
      longValues: ['--kill-after', '--signal'],
    },
    1,
  ),
  gtimeout: wrapper(
    {
      flags: 'v',
      values: 'ks',
      longFlags: ['--preserve-status', '--foreground', '--verbose'],
      longValues: ['--kill-after', '--signal'],
    },
    1,
  ),
  nice: wrapper({ flags: '', values: 'n', longValues: ['--adjustment'], numeric: true }),
  ionice: wrapper({
    flags: 't',
    values: 'cnpPu',
    longFlags: ['--ignore'],
    longValues: ['--class', '--classdata'],
  }),
  nohup: plain,
  setsid: wrapper({ flags: 'cfw', values: '', longFlags: ['--ctty', '--fork', '--wait'] }),
  stdbuf: wrapper({ flags: '', values: 'ioe', longValues: ['--input', '--output', '--error'] }),
  time: wrapper({
    flags: 'pvqV',
    values: 'f',
    longFlags: ['--portability', '--verbose', '--quiet'],
    longValues: ['--format'],
  }),
  chrt: wrapper({ flags: 'abfiorRv', values: 'TPD' }, 1),
  taskset: wrapper({ flags: 'ac', values: '', longFlags: ['--all-tasks', '--cpu-list'] }, 1),
  unbuffer: wrapper({ flags: 'p', values: '' }),
  caffeinate: wrapper({ flags: 'dimsu', values: 'tw' }),
  sshpass: wrapper({ flags: 'ehvV', values: 'pfPd' }),
  wsl: wrapper({
    flags: 'e',
    values: 'du',
    longFlags: ['--exec'],
    longValues: ['--distribution', '--user', '--cd'],
  }),
  torsocks: plain,
  torify: plain,
  tsocks: plain,
  winpty: plain,
  fakeroot: plain,
  eatmydata: plain,
  setarch: wrapper({ flags: 'RZLXSIT3B', values: '' }, 1),
  proxychains: wrapper({ flags: 'q', values: 'f' }),
  proxychains4: wrapper({ flags: 'q', values: 'f' }),
  'ssh-agent': wrapper({ flags: 'cDdks', values: 'aEPt' }),
  'dbus-run-session': plain,
  rlwrap: wrapper({ flags: 'aAcinNoprRsuUvw', values: 'bCDfgHlOPqSz' }),
};
