import { DYN, isLiteral, type Arg } from '../shell/arg.ts';
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
import { isGuest } from '../shell/reading.ts';
import { scanCode } from './code-words.ts';
import { nestedText, shellOfStdin } from './wrappers.ts';

const VALUE_OPTIONS = /^(?:[-+]O|[-+]o|--rcfile|--init-file)$/u;
const C_STRING = /^-[A-Za-z]*c[A-Za-z]*$/u;

interface ShellCall {
  code: Arg | null;
  operands: readonly Arg[];
  fromStdin: boolean;
  options: readonly string[];
}

function shellCall(args: readonly Arg[]): ShellCall {
  const options: string[] = [];
  let wantsCode = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    if (text === '--' || text === '-') {
      index += 1;
      break;
    }
    if (!/^[-+]/u.test(text)) break;
    options.push(text);
    if (C_STRING.test(text) || text === '--command') wantsCode = true;
    else if (VALUE_OPTIONS.test(text) || /^-[A-Za-z]*o$/u.test(text)) index += 1;
  }
  const operands = args.slice(index);
  const code = wantsCode ? (operands[0] ?? null) : null;
  const fromStdin =
    !wantsCode && (operands.length === 0 || options.some((text) => /^-[A-Za-z]*s/u.test(text)));
  return { code, operands, fromStdin, options };
}

/** A shell: the text after `-c`, its input, or a script file. */
const shell: Handler = (args, context) => {
  const { code, operands, fromStdin, options } = shellCall(args);
  if (isGuest(context.place) && options.some((text) => /rcfile|init-file|^-[A-Za-z]*i/u.test(text)))
    change(context, 'a shell that reads a start file');
  if (
    code === null &&
    context.place.remote === false &&
    options.length > 0 &&
    args.some(({ text }) => text.startsWith('/dev/fd/'))
  )
    return unknown(context, 'a shell reads a text that is only known at run time');
  if (code !== null) {
    if (code.many || code.text === DYN) {
      if (context.place.remote) return change(context, 'a shell reads a text that is only known at run time');
      return unknown(context, 'a shell reads a text that is only known at run time');
    }
    return nestedText(code.text, context, operands.slice(2));
  }
  const inner = { ...context, scope: { ...context.scope, positional: operands } };
  if (fromStdin) return shellOfStdin(inner);
  const [file, ...rest] = operands;
  if (file === undefined) return PIPE;
  if (/^\/dev\/(?:stdin|fd\/0)$/u.test(file.text)) return shellOfStdin(inner);
  if (file.text.startsWith('/dev/fd/')) {
    if (isGuest(context.place)) change(context, 'a shell reads a text that is only known at run time');
    return context.place.remote
      ? PIPE
      : unknown(context, 'a shell reads a text that is only known at run time');
  }
  return runScriptFile(file.text, rest, context);
};

/** A script file runs: its text is read where this call wrote it, else it is a program like any other. */
export function runScriptFile(file: string, args: readonly Arg[], context: Context): Stream {
  if (isGuest(context.place)) change(context, `runs the script ${shown(file)}`);
  if (context.place.remote) return PIPE;
  const text = context.scope.written.get(fileKey(file, context));
  if (text === null) return unknown(context, `runs ${shown(file)}, whose text is only known at run time`);
  if (text !== undefined) {
    const shebang = /^#!.*/u.exec(text)?.[0] ?? '';
    if (shebang !== '' && !/\b(?:ba|da|z|k|a)?sh\b/u.test(shebang)) scanCode(text, context);
    else
      context.tools.script(text, {
        ...context,
        stdin: NO_STREAM,
        scope: { ...context.scope, positional: args.every(isLiteral) ? args : null },
        depth: context.depth + 1,
      });
  }
  return context.tools.local(file, args, context);
}

const powershell: Handler = (args, context) => powershellCall(args, context);

function powershellCall(args: readonly Arg[], context: Context): Stream {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    const option = /^[-/–—―](?<name>[A-Za-z]+)$/u.exec(arg?.text ?? '')?.groups?.['name']?.toLowerCase();
    if (arg === undefined) break;
    if (option === undefined)
      return powershellText(args.slice(index), context, !context.place.remote && /\.ps1$/iu.test(arg.text));
    const rest = args.slice(index + 1);
    if ('command'.startsWith(option)) return powershellText(rest, context, false);
    if ('encodedcommand'.startsWith(option) || option === 'ec') return powershellEncoded(rest[0], context);
    if ('file'.startsWith(option)) return powershellText(rest, context, true);
    if (
      /^(?:ex|ep|executionpolicy|w|windowstyle|v|version|wd|workingdirectory|config|configurationname|inp|inputformat|of|o|outputformat|psconsolefile|settings|settingsfile|custompipename)/u.test(
        option,
      )
    )
      index += 1;
    else if (
      !/^(?:nop|noprofile|noni|noninteractive|nol|nologo|sta|mta|noe|noexit|l|login|i|interactive|h|help)/u.test(
        option,
      ) &&
      !'noprofile'.startsWith(option) &&
      !'noninteractive'.startsWith(option) &&
      !'nologo'.startsWith(option)
    )
      return isGuest(context.place)
        ? change(context, `option -${option} of PowerShell is not known`)
        : unknown(context, `option -${option} of PowerShell is not known`);
  }
  const { stdin } = context;
  if (stdin.kind === 'text')
    return powershellText(
      [{ text: stdin.text, many: false, glob: false }],
      { ...context, stdin: NO_STREAM },
      false,
    );
  if (isGuest(context.place)) return change(context, 'opens a shell: anything may follow');
  return stdin.kind === 'pipe'
    ? unknown(context, 'PowerShell reads a text that is only known at run time')
    : PIPE;
}

function powershellText(args: readonly Arg[], context: Context, file: boolean): Stream {
  const [first, ...rest] = args;
  if (first === undefined) return PIPE;
  if (file) return runScriptFile(first.text, rest, context);
  if (first.text === '-') {
    if (context.stdin.kind === 'text')
      return powershellText(
        [{ text: context.stdin.text, many: false, glob: false }],
        { ...context, stdin: NO_STREAM },
        false,
      );
    return isGuest(context.place)
      ? change(context, 'PowerShell reads its input')
      : context.stdin.kind === 'none'
        ? PIPE
        : unknown(context, 'PowerShell reads a text that is only known at run time');
  }
  const text = args.map((arg) => arg.text).join(' ');
  if (args.some(({ many, glob }) => many || glob) || text.includes(DYN))
    return context.place.remote
      ? change(context, 'PowerShell reads a text that is only known at run time')
      : unknown(context, 'PowerShell reads a text that is only known at run time');
  return context.tools.powershell(text, { ...context, depth: context.depth + 1 });
}

function powershellEncoded(arg: Arg | undefined, context: Context): Stream {
  if (arg === undefined) return PIPE;
  const text =
    isLiteral(arg) && /^[A-Za-z0-9+/=]+$/u.test(arg.text)
      ? Buffer.from(arg.text, 'base64').toString('utf16le')
      : DYN;
  return powershellText([{ text, many: false, glob: false }], context, false);
}

const NAMES = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'csh', 'tcsh', 'rbash', '$shell'];

export const SHELLS: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, shell])),
  pwsh: powershell,
  powershell,
  'pwsh-preview': powershell,
};
