import { isLiteral, type Arg } from '../../shell/arg.ts';
import { parseOptions, type OptionTable } from '../options.ts';
import { shownArg } from './judge.ts';

const TABLE: OptionTable = {
  flags: 'bcCOPrSV',
  values: 'Fve',
  longFlags: ['--posix', '--traditional', '--re-interval', '--sandbox', '--help', '--version', '--csv'],
  longValues: ['--field-separator', '--assign', '--source'],
};

/** Why `awk` with these words is not proven only to print. */
export function awkFault(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, TABLE, true);
  const [strange] = parsed.strange;
  if (strange !== undefined) return `option ${shownArg(strange)} of awk is not proven only to read`;
  const programs = parsed.values
    .filter(({ name }) => name === '-e' || name === '--source')
    .map(({ value }) => value);
  if (programs.length === 0) {
    const [first] = parsed.operands;
    if (first === undefined) return parsed.flags.size > 0 ? null : 'awk has no program';
    if (!isLiteral({ ...first, glob: false })) return "awk's program is only known at run time";
    programs.push(first.text);
  }
  return programFault(programs.join('\n'));
}

/**
 * Looks at an awk program outside its strings and patterns: output into a file or a program, a program's output
 * read, `system`, an indirect call or an extension are not proven only to read.
 */
export function programFault(program: string): string | null {
  const code = withoutText(program);
  if (code === null) return "awk's program cannot be read";
  if (/\|/u.test(code.replaceAll('||', ''))) return 'awk starts a program';
  if (/\b(?:system|getline|close|fflush|load)\b|@/u.test(code)) return 'awk starts a program or opens a file';
  // `>` compares in a condition and writes after print: only what stands before the first print is a condition.
  for (const statement of code.split(/[;{}\n]/u)) {
    if (/\bprintf?\b[^>]*>/u.test(statement)) return 'awk writes a file';
  }
  return null;
}

/** The program without strings, patterns and comments; null where one does not end or cannot be told from a division. */
function withoutText(program: string): string | null {
  let code = '';
  for (let at = 0; at < program.length; at += 1) {
    const char = program[at] ?? '';
    if (char === '#') {
      while (at < program.length && program[at] !== '\n') at += 1;
      code += '\n';
    } else if (char === '"' || char === '/') {
      const kind = char === '"' ? 'text' : slash(code);
      if (kind === null) return null;
      if (kind === 'divides') {
        code += char;
        continue;
      }
      const end = endOfText(program, at + 1, char);
      if (end === null) return null;
      // `[/]` ends a pattern for one awk and not for another.
      if (char === '/' && /\[[^\]]*$/u.test(program.slice(at + 1, end))) return null;
      at = end;
      code += '""';
    } else if (char === '\\') {
      // Outside a text only a line goes on; anything else is not awk.
      if (program[at + 1] !== '\n') return null;
      at += 1;
      code += ' ';
    } else code += char;
  }
  return code;
}

/** Whether a slash divides or opens a pattern; null where that hangs on the grammar (after `)`, `++`, `$`). */
function slash(before: string): 'divides' | 'text' | null {
  const line = before.replace(/[ \t]+$/u, '');
  const last = line.at(-1) ?? '';
  if (/[)$+\-]/u.test(last)) return /[^+][+]$|[^-]-$/u.test(line) ? 'text' : null;
  const word = /[A-Za-z_]\w*$/u.exec(line)?.[0];
  if (word !== undefined)
    return /^(?:else|do|print|printf|return|in|case|exit|delete|getline|while|if|and|or|not)$/u.test(word)
      ? 'text'
      : 'divides';
  return /[\w\]"]/u.test(last) ? 'divides' : 'text';
}

function endOfText(program: string, from: number, quote: string): number | null {
  for (let at = from; at < program.length; at += 1) {
    if (program[at] === '\\') at += 1;
    else if (program[at] === '\n') return null;
    else if (program[at] === quote) return at;
  }
  return null;
}
