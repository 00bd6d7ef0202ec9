import { resolve } from 'node:path';
import { DYN, isDynamic, isLiteral, programName, type Arg } from '../shell/arg.ts';
import { setVariable } from '../shell/assignments.ts';
import {
  change,
  CONTENT,
  NO_STREAM,
  PIPE,
  unknown,
  type Context,
  type Handler,
  type Stream,
} from '../shell/context.ts';
import { fileKey, shown } from '../shell/files.ts';
import { isGuest } from '../shell/reading.ts';
import { runScriptFile } from './shells.ts';

const nothing: Handler = () => NO_STREAM;

/** Bash evaluates the index of a name that it assigns: `read 'a[$(cmd)]'` runs cmd. */
function indexRuns(args: readonly Arg[], context: Context): void {
  if (args.some(({ text }) => text.includes('[') && /\$\(|`|\$\{/u.test(text)))
    context.reading.at(
      context.place,
      context.place.remote ? 'change' : 'unknown',
      'the index of a variable may run a command',
      context.depth,
    );
}

function forget(args: readonly Arg[], context: Context): void {
  for (const { text } of args)
    for (const name of text.match(/[A-Za-z_]\w*/gu) ?? []) context.scope.vars.set(name, null);
}

/** `export A=b`, `local x`, `declare -a list`: assignments among options and bare names. */
const declare: Handler = (args, context, argv) => {
  indexRuns(args, context);
  const dashed = args.filter(({ text }) => /^[-+]/u.test(text)).map(({ text }) => text);
  for (const arg of args) {
    const found = /^(?<name>[A-Za-z_]\w*)(?<append>\+?)=(?<value>[\s\S]*)$/u.exec(arg.text)?.groups;
    if (arg.many && found === undefined) unknown(context, 'what is declared is only known at run time');
    if (found === undefined) continue;
    const { name = '', append, value = '' } = found;
    const plain =
      append === '' &&
      value !== DYN &&
      !arg.many &&
      !dashed.some((one) => /[inru]/u.test(one) && programName(argv[0]?.text ?? '') !== 'readonly');
    setVariable(name, plain ? value : null, context);
  }
  if (dashed.some((one) => one.includes('n'))) context.scope.opaque = true;
  return NO_STREAM;
};

const assignAll: Handler = (args, context) => {
  indexRuns(args, context);
  forget(
    args.filter(({ text }) => !text.startsWith('-')),
    context,
  );
  if (context.place.remote && args.some(isDynamic))
    change(context, 'assigns to a variable that is only known at run time');
  return NO_STREAM;
};

const mapFile: Handler = (args, context) => {
  const callback = args.findIndex(({ text }) => text.startsWith('-C'));
  const code =
    callback < 0
      ? undefined
      : args[callback]?.text === '-C'
        ? args[callback + 1]?.text
        : args[callback]?.text.slice(2);
  if (code !== undefined) evaluateText(code, context, 'a callback');
  return assignAll(args, context, args);
};

function evaluateText(text: string, context: Context, what: string): void {
  if (text.includes(DYN)) {
    context.reading.at(
      context.place,
      context.place.remote ? 'change' : 'unknown',
      `${what} is only known at run time`,
      context.depth,
    );
  } else context.tools.evaluate(text, { ...context, depth: context.depth + 1 });
}

/** Programs whose printed shell code is known to set variables of this shell only. */
const HARMLESS_CODE =
  /^\s*(?:ssh-agent|direnv|pyenv|rbenv|nodenv|jenv|fnm|nvm|conda|mamba|brew|opam|starship|zoxide|dircolors|mise|asdf|rtx|keychain|luarocks|locale)\b[\w\s./=-]*$/u;

const evaluate: Handler = (args, context) => {
  if (args.some(({ many }) => many) || args.some(({ text }) => text.includes(DYN))) {
    context.reading.at(
      context.place,
      context.place.remote ? 'change' : 'unknown',
      'eval runs a text that is only known at run time',
      context.depth,
    );
    return PIPE;
  }
  evaluateText(args.map(({ text }) => text).join(' '), context, 'eval');
  return PIPE;
};

/** Whether the word of an eval, as written, is the output of a program whose shell code is harmless. */
export function isHarmlessEval(source: string): boolean {
  const inner = /^"?\$\((?<inner>[^()$`]*)\)"?$/u.exec(source)?.groups?.['inner'];
  return inner !== undefined && HARMLESS_CODE.test(inner);
}

const trap: Handler = (args, context) => {
  const [code] = args.filter(({ text }, index) => !(index === 0 && text.startsWith('-') && text !== '-'));
  if (code !== undefined && args.length > 1 && code.text !== '-' && code.text !== '')
    evaluateText(code.text, context, 'a trap');
  return NO_STREAM;
};

const alias: Handler = (args, context) => {
  if (context.place.remote && args.length > 0) change(context, 'defines an alias');
  else
    for (const { text } of args) {
      const value = text.slice(text.indexOf('=') + 1);
      if (!text.includes('=')) continue;
      const found = context.reading.whatIf(
        () =>
          void context.tools.run(
            [...value.split(/\s+/u)].map((word) => ({ text: word, many: false, glob: false })),
            { ...context, depth: context.depth + 1 },
          ),
      );
      if (found.length > 0 || value.includes(DYN))
        unknown(context, `the alias ${shown(text)} may reach a guest`);
      // `alias x='ssh'`: alone it does nothing, with a word after it everything.
      else if (
        /^\s*(?:\S*\/)?(?:ssh|scp|sftp|rsync|ansible\S*|docker|kubectl|winrs|bash|sh|eval)\b/u.test(value)
      )
        unknown(context, `the alias ${shown(text)} may reach a guest`);
    }
  return NO_STREAM;
};

const changeFolder: Handler = (args, context) => {
  const [target] = args.filter(({ text }) => !/^-[LPe@]+$/u.test(text));
  const { scope } = context;
  if (target === undefined) scope.cwd = scope.home;
  else if (!isLiteral(target) || target.text === '-') scope.cwd = null;
  else {
    const text =
      scope.home !== null && /^~(?=\/|$)/u.test(target.text)
        ? scope.home + target.text.slice(1)
        : target.text;
    scope.cwd = scope.cwd === null && !text.startsWith('/') ? null : resolve(scope.cwd ?? '/', text);
  }
  return NO_STREAM;
};

const setPositional: Handler = (args, context) => {
  const dashes = args.findIndex(({ text }) => text === '--');
  const words = dashes >= 0 ? args.slice(dashes + 1) : args.filter(({ text }) => !/^[-+]/u.test(text));
  if (dashes >= 0 || words.length > 0)
    context.scope.positional = words.some(({ many, glob }) => many || glob) ? null : words;
  return NO_STREAM;
};

const shift: Handler = (args, context) => {
  const count = args[0] === undefined ? 1 : Number(args[0].text);
  const { positional } = context.scope;
  context.scope.positional =
    positional === null || !Number.isInteger(count) || count < 0 ? null : positional.slice(count);
  return NO_STREAM;
};

const source: Handler = (args, context) => {
  const [file, ...rest] = args;
  if (context.place.remote) return change(context, `runs the file ${shown(file?.text ?? '')}`);
  if (file === undefined) return NO_STREAM;
  if (file.text.startsWith('/dev/fd/') || /^\/dev\/stdin$/u.test(file.text))
    return unknown(context, 'runs a text that is only known at run time');
  if (context.scope.written.has(fileKey(file.text, context))) return runScriptFile(file.text, rest, context);
  if (isGuest(context.place)) change(context, `runs the file ${shown(file.text)}`);
  // The file may set anything.
  for (const name of context.scope.vars.keys()) context.scope.vars.set(name, null);
  context.scope.positional = args.length > 1 ? null : context.scope.positional;
  context.scope.cwd = null;
  return CONTENT;
};

const commandBuiltin: Handler = (args, context) => {
  const index = args.findIndex(({ text }) => !/^-[pvV]+$/u.test(text));
  const rest = index < 0 ? [] : args.slice(index);
  if (args.slice(0, Math.max(index, 0)).some(({ text }) => /[vV]/u.test(text))) return whereIs(rest, context);
  return context.tools.run(rest, { ...context, scope: { ...context.scope, functions: new Map() } });
};

function whereIs(rest: readonly Arg[], context: Context): Stream {
  context.reading.at(context.place, 'read', 'looks a program up', context.depth);
  return rest.length === 1 && rest[0] !== undefined && isLiteral(rest[0])
    ? { kind: 'text', text: `${rest[0].text}\n` }
    : PIPE;
}

const execBuiltin: Handler = (args, context) => {
  let index = 0;
  while (
    index < args.length &&
    /^-[cl]*a?$/u.test(args[index]?.text ?? '') &&
    (args[index]?.text ?? '') !== '-'
  )
    index += /a$/u.test(args[index]?.text ?? '') ? 2 : 1;
  return context.tools.run(args.slice(index), context);
};

/** Builtins that change the shell itself; what they run is read, and nothing else of them touches a host. */
export const BUILTINS: Readonly<Record<string, Handler>> = {
  ':': nothing,
  exit: nothing,
  return: nothing,
  break: nothing,
  continue: nothing,
  wait: nothing,
  shopt: nothing,
  unalias: nothing,
  hash: (args, context) =>
    context.place.remote && args.length > 0 ? change(context, 'sets where a program is found') : NO_STREAM,
  bg: nothing,
  fg: nothing,
  jobs: nothing,
  disown: nothing,
  suspend: nothing,
  times: nothing,
  logout: nothing,
  dirs: nothing,
  cd: changeFolder,
  pushd: changeFolder,
  popd: (_, { scope }) => {
    scope.cwd = null;
    return NO_STREAM;
  },
  set: setPositional,
  shift,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset: (args, context, argv) => {
    for (const { text } of args) context.scope.functions.delete(text);
    if (args.some(isDynamic)) context.scope.functions.clear();
    return assignAll(args, context, argv);
  },
  read: assignAll,
  getopts: assignAll,
  let: (args, context) => {
    if (args.some(({ text }) => /[$`]|\[/u.test(text)))
      context.reading.at(
        context.place,
        context.place.remote ? 'change' : 'unknown',
        'arithmetic may run a command',
        context.depth,
      );
    return assignAll(args, context, args);
  },
  mapfile: mapFile,
  readarray: mapFile,
  eval: evaluate,
  trap,
  alias,
  source,
  '.': source,
  command: commandBuiltin,
  builtin: (args, context) =>
    context.tools.run(args, { ...context, scope: { ...context.scope, functions: new Map() } }),
  exec: execBuiltin,
  enable: (args, context) =>
    args.length === 0
      ? NO_STREAM
      : context.place.remote
        ? change(context, 'loads a builtin')
        : unknown(context, 'changes which builtins the shell has'),
  complete: nothing,
  bind: (args, context) =>
    args.length === 0
      ? NO_STREAM
      : context.place.remote
        ? change(context, 'binds a key')
        : unknown(context, 'binds a key to a command'),
};
