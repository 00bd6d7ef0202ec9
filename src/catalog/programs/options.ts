import { isLiteral, mayBeOption, type Arg } from '../shell/arg.ts';

/** A program's options: which take an argument, and (if strict) which exist at all. */
export interface OptionTable {
  /** Letters of options without an argument. */
  flags: string;
  /** Letters of options with one. */
  values: string;
  longFlags?: readonly string[];
  longValues?: readonly string[];
  /** Whole words that are options with one dash (`-name`), as find and java have them. */
  numeric?: boolean;
}

export interface Parsed {
  flags: Set<string>;
  values: { name: string; value: string }[];
  operands: Arg[];
  /** Options that the table does not hold. */
  strange: string[];
}

/**
 * Splits a program's words into options and operands as getopt_long does. Long options count only in full:
 * an abbreviation is strange. `inOrder`: the first operand ends the options (ssh, sudo, env).
 */
export function parseOptions(args: readonly Arg[], table: OptionTable, inOrder = false): Parsed {
  const parsed: Parsed = { flags: new Set(), values: [], operands: [], strange: [] };
  let index = 0;
  while (index < args.length) {
    const arg = args[index];
    index += 1;
    if (arg === undefined) break;
    const { text } = arg;
    if (text === '--' && isLiteral(arg)) {
      parsed.operands.push(...args.slice(index));
      break;
    }
    if (text === '-' || !text.startsWith('-')) {
      if (mayBeOption(arg) && text !== '-') parsed.strange.push(text);
      parsed.operands.push(arg);
      if (!inOrder) continue;
      parsed.operands.push(...args.slice(index));
      break;
    }
    if (!isLiteral(arg) && arg.many) parsed.strange.push(text);
    index += text.startsWith('--')
      ? longOption(text, args[index], table, parsed)
      : shortOptions(text, args[index], table, parsed);
  }
  return parsed;
}

function longOption(text: string, next: Arg | undefined, table: OptionTable, parsed: Parsed): number {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  if (table.longValues?.includes(name)) {
    parsed.values.push({ name, value: equals < 0 ? (next?.text ?? '') : text.slice(equals + 1) });
    if (equals < 0 && next !== undefined && next.many) parsed.strange.push(name);
    return equals < 0 ? 1 : 0;
  }
  if (table.longFlags?.includes(name)) parsed.flags.add(name);
  else parsed.strange.push(text);
  return 0;
}

function shortOptions(text: string, next: Arg | undefined, table: OptionTable, parsed: Parsed): number {
  if (table.numeric === true && /^-\d+$/u.test(text)) return 0;
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (table.values.includes(letter)) {
      const attached = text.slice(at + 1);
      parsed.values.push({ name: `-${letter}`, value: attached === '' ? (next?.text ?? '') : attached });
      if (attached === '' && next !== undefined && next.many) parsed.strange.push(`-${letter}`);
      return attached === '' ? 1 : 0;
    }
    if (table.flags.includes(letter)) parsed.flags.add(`-${letter}`);
    else parsed.strange.push(`-${letter}`);
  }
  return 0;
}

/** The last value given to an option under any of its names. */
export function valueOfOption({ values }: Parsed, ...names: readonly string[]): string | null {
  return values.findLast(({ name }) => names.includes(name))?.value ?? null;
}
