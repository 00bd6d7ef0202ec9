import { DYN, isLiteral, programName, type Arg } from '../shell/arg.ts';
import {
  change,
  NO_STREAM,
  PIPE,
  unknown,
  type Context,
  type Handler,
  type Stream,
} from '../shell/context.ts';
import { fileKey, shown } from '../shell/files.ts';
import { callFunction } from '../shell/read-script.ts';
import { isGuest } from '../shell/reading.ts';
import { BUILTINS } from './builtins.ts';
import { runInterpreter, INTERPRETERS } from './interpreters.ts';
import { OWN_PROGRAMS, runOwn } from './own.ts';
import { readerOf } from './readers/index.ts';
import { REMOTE_TOOLS } from './remote/index.ts';
import { runScriptFile, SHELLS } from './shells.ts';
import { WRAPPERS } from './wrappers.ts';

/** Folders whose programs are what their names say. */
const TRUSTED_FOLDER = /^(?:\/usr)?(?:\/local)?\/s?bin\/[^/]+$/u;

/** Reads one command that is already split into words. */
export function run(argv: readonly Arg[], given: Context): Stream {
  let context = given;
  context.reading.step(context.depth);
  const [first, ...args] = argv;
  if (first === undefined) return NO_STREAM;
  const { text } = first;
  if (!isLiteral(first)) {
    const name = text.slice(text.lastIndexOf('/') + 1);
    // `$VENV/bin/python`: the folder is unknown, the program's name is not.
    const named =
      !context.place.remote && !first.glob && text.includes('/') && name !== '' && !name.includes(DYN);
    if (!named) return dynamicProgram(text, context);
  } else if (context.scope.functions.has(text)) {
    const output = callFunction(text, args, context);
    // Whether the definition was reached is not followed: a program of that name may run instead.
    if (!knows(programName(text))) return output;
    context = { ...context, scope: { ...context.scope, functions: new Map() } };
  }
  const path = text.includes('/') || text.includes('\\');
  if (context.place.remote && path && !TRUSTED_FOLDER.test(text))
    return change(context, `runs ${shown(text)}`);
  const written = path ? context.scope.written.get(fileKey(text, context)) : undefined;
  if (written !== undefined) return runScriptFile(text, args, context);
  return dispatch(programName(text), args, context, argv);
}

function dynamicProgram(text: string, context: Context): Stream {
  if (text === DYN && context.place.remote) return change(context, 'the program is only known at run time');
  return context.place.remote
    ? change(context, `runs ${shown(text)}`)
    : unknown(context, `the program ${shown(text)} is only known at run time`);
}

function handlerOf(name: string): Handler | undefined {
  for (const table of [BUILTINS, WRAPPERS, SHELLS, REMOTE_TOOLS, OWN_PROGRAMS])
    if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}

/** Whether a program is read here by its name. */
export function knows(name: string): boolean {
  return handlerOf(name) !== undefined;
}

function dispatch(name: string, args: readonly Arg[], context: Context, argv: readonly Arg[]): Stream {
  const handler = handlerOf(name);
  if (handler !== undefined) return handler(args, context, argv);
  if (!context.place.remote) {
    const own = runOwn(name, args, context, argv);
    if (own !== null) return own;
  }
  if (name === 'printf') assignsFormatted(args, context);
  const reader = readerOf(name);
  if (reader !== undefined) {
    const fault = reader(args, context);
    if (fault === null) {
      context.reading.at(context.place, 'read', `${name} only reads`, context.depth);
      return outputOf(name, args, context);
    }
    if (isGuest(context.place)) change(context, fault);
  } else if (isGuest(context.place)) change(context, `${shown(name)} is not proven only to read`);
  if (context.place.remote) return PIPE;
  if (INTERPRETERS.test(name)) return runInterpreter(name, args, context);
  return context.tools.local(name, args, context);
}

/** `printf -v name …` sets a variable. */
function assignsFormatted([first, second]: readonly Arg[], { scope }: Context): void {
  if (first?.text.startsWith('-v') !== true) return;
  const name = first.text === '-v' ? (second?.text ?? DYN) : first.text.slice(2);
  if (/^\w+$/u.test(name)) scope.vars.set(name, null);
  else scope.opaque = true;
}

/** What a proven program writes, where its words say it. */
function outputOf(name: string, args: readonly Arg[], context: Context): Stream {
  if (name === 'echo') {
    const plain = args.filter(({ text }, index) => index > 0 || !/^-[neE]+$/u.test(text));
    const noEnd = /^-[eE]*n/u.test(args[0]?.text ?? '');
    const escapes = /^-[nE]*e/u.test(args[0]?.text ?? '') && plain.some(({ text }) => text.includes('\\'));
    if (escapes) return { kind: 'text', text: `${plain.map(({ text }) => unescaped(text)).join(' ')}\n` };
    return plain.some(({ many, glob }) => many || glob)
      ? PIPE
      : { kind: 'text', text: plain.map(({ text }) => text).join(' ') + (noEnd ? '' : '\n') };
  }
  if (name === 'printf') return printed(args);
  if (name === 'cat' && args.every(({ text }) => text === '-')) return context.stdin;
  if (/^(?:cat|head|tail|zcat|gunzip|less)$/u.test(name)) return fileContent(name, args, context);
  if (name === 'pwd' && context.scope.cwd !== null) return { kind: 'text', text: `${context.scope.cwd}\n` };
  if (/^(?:which|command)$/u.test(name) && args.length === 1 && args[0] !== undefined && isLiteral(args[0]))
    return { kind: 'text', text: `${args[0].text}\n` };
  return PIPE;
}

function unescaped(text: string): string {
  return text.replace(/\\([ntr\\]|x[\da-fA-F]{1,2}|0[0-7]{0,3}|u[\da-fA-F]{1,4})/gu, (_, code: string) => {
    if (code === 'n') return '\n';
    if (code === 't') return '\t';
    if (code === 'r') return '\r';
    if (code === '\\') return '\\';
    return String.fromCharCode(parseInt(code.replace(/^[xu]/u, ''), code.startsWith('0') ? 8 : 16) || 0);
  });
}

function printed(args: readonly Arg[]): Stream {
  const [format, ...values] = args.filter(({ text }, index) => index > 0 || text !== '--');
  if (format === undefined || args.some(({ many, glob }) => many || glob)) return PIPE;
  const text = unescaped(format.text);
  if (!text.includes('%')) return { kind: 'text', text };
  if (/%(?!s)/u.test(text)) return PIPE;
  const holes = text.split('%s').length - 1;
  let output = '';
  for (let at = 0; at < Math.max(values.length, 1); at += holes) {
    let next = at;
    output += text.replace(/%s/gu, () => values[next++]?.text ?? '');
  }
  return { kind: 'text', text: output };
}

function fileContent(name: string, args: readonly Arg[], context: Context): Stream {
  const files = args.filter(({ text }) => !text.startsWith('-') && text !== '<');
  if (files.length === 0) return context.stdin.kind === 'text' ? PIPE : context.stdin;
  const texts = files.map(({ text }) => context.scope.written.get(fileKey(text, context)));
  if (name === 'cat' && texts.every((text) => typeof text === 'string'))
    return { kind: 'text', text: texts.join('') };
  return texts.some((text) => text !== undefined) || files.some(({ text }) => text.startsWith('/dev/fd/'))
    ? PIPE
    : { kind: 'content' };
}
