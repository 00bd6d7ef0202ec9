import { isLiteral, type Arg } from '../../shell/arg.ts';
import { parseOptions, type OptionTable } from '../options.ts';
import { shownArg } from './judge.ts';

const TABLE: OptionTable = {
  flags: 'nErsuz',
  values: 'el',
  longFlags: [
    '--quiet',
    '--silent',
    '--regexp-extended',
    '--separate',
    '--unbuffered',
    '--null-data',
    '--posix',
    '--debug',
    '--sandbox',
    '--help',
    '--version',
  ],
  longValues: ['--expression', '--line-length'],
};

/** Why `sed` with these words is not proven only to print. */
export function sedFault(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, TABLE);
  const [strange] = parsed.strange;
  if (strange !== undefined) return `option ${shownArg(strange)} of sed is not proven only to read`;
  const scripts = parsed.values
    .filter(({ name }) => name !== '-l' && name !== '--line-length')
    .map(({ value }) => value);
  if (scripts.length === 0) {
    const [first] = parsed.operands;
    if (first === undefined) return parsed.flags.size > 0 ? null : 'sed has no script';
    if (!isLiteral({ ...first, glob: false })) return "sed's script is only known at run time";
    scripts.push(first.text);
  }
  if (parsed.flags.has('--sandbox')) return null;
  return scriptFault(scripts.join('\n'));
}

/** Commands without an argument that only print or move on. */
const PRINTS = /[pPdDgGhHxnNlzF=qQ]/u;

/** Reads a sed script command by command; what is not known is not proven. */
export function scriptFault(script: string): string | null {
  let at = 0;
  const skipSpace = (): void => {
    while (at < script.length && /[\s;{}]/u.test(script[at] ?? '')) at += 1;
  };
  while (at < script.length) {
    skipSpace();
    if (at >= script.length) return null;
    const afterAddress = skipAddress(script, at);
    if (afterAddress === null) return "an address of sed's script cannot be read";
    at = afterAddress;
    const command = script[at] ?? '';
    at += 1;
    if (command === '{' || command === '}' || command === '') continue;
    if (command === '#') {
      while (at < script.length && script[at] !== '\n') at += 1;
    } else if (command === ':' || command === 'b' || command === 't' || command === 'T') {
      while (at < script.length && !/[\n;]/u.test(script[at] ?? '')) at += 1;
    } else if (PRINTS.test(command)) {
      while (at < script.length && /\d/u.test(script[at] ?? '')) at += 1;
      if (at < script.length && !/[\s;}]/u.test(script[at] ?? '')) return "sed's script cannot be read";
    } else if (command === 's' || command === 'y') {
      const end = skipReplacement(script, at);
      if (end === null) return "sed's script cannot be read";
      at = end;
      const flags = /^[a-zA-Z0-9]*/u.exec(script.slice(at))?.[0] ?? '';
      if (/[ewm]/iu.test(flags.replace(/[iImM]/gu, '')) || (command === 'y' && flags !== ''))
        return 'sed writes a file or runs a command';
      at += flags.length;
      if (at < script.length && !/[\s;}]/u.test(script[at] ?? '')) return "sed's script cannot be read";
    } else return `command ${command} of sed is not proven only to read`;
  }
  return null;
}

/** After `1,20`, `$`, `/re/I,+3`, `1~2`, `!`; null if it does not end. */
function skipAddress(script: string, from: number): number | null {
  let at = from;
  for (;;) {
    const char = script[at] ?? '';
    if (/[\d$,~+! \t]/u.test(char)) at += 1;
    else if (char === '/' || char === '\\') {
      const delimiter = char === '/' ? '/' : (script[at + 1] ?? '');
      if (delimiter === '' || delimiter === '\n') return null;
      const end = skipTo(script, at + (char === '/' ? 1 : 2), delimiter);
      if (end === null) return null;
      at = end;
      while (/[IM]/u.test(script[at] ?? '')) at += 1;
    } else return at;
  }
}

/** The place after the next unescaped delimiter. A bracket may hold a delimiter for some: that is not read. */
function skipTo(script: string, from: number, delimiter: string): number | null {
  for (let at = from; at < script.length; at += 1) {
    const char = script[at];
    if (char === '\\') at += 1;
    else if (char === delimiter) return at + 1;
  }
  return null;
}

function skipReplacement(script: string, from: number): number | null {
  const delimiter = script[from] ?? '';
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return null;
  const middle = skipTo(script, from + 1, delimiter);
  if (middle === null) return null;
  // `[/]` ends the pattern for one sed and not for another: both readings must agree.
  if (/\[[^\]]*$/u.test(script.slice(from + 1, middle - 1))) return null;
  return skipTo(script, middle, delimiter);
}
