import { DYN, isDynamic, isLiteral, mayBeOption, type Arg } from '../../shell/arg.ts';
import type { Context } from '../../shell/context.ts';
import { parseOptions, type OptionTable, type Parsed } from '../options.ts';

/** Null where the words prove that the program only reads, else why not. */
export type Judge = (args: readonly Arg[], context: Context) => string | null;

/** Programs that write nothing whatever their words are. */
export const always: Judge = () => null;

export function shownArg(text: string): string {
  const plain = text.replaceAll(DYN, '…');
  return plain.length <= 40 ? plain : `${plain.slice(0, 39)}…`;
}

export interface Allowed extends OptionTable {
  /** At most so many operands. */
  most?: number;
  /** What operands may be. */
  operands?: RegExp;
  /** What the parsed words must not be beside that. */
  also?: (parsed: Parsed) => string | null;
}

/** A program of which only these options are proven. */
export function allows(name: string, table: Allowed): Judge {
  return (args) => {
    const parsed = parseOptions(args, {
      ...table,
      longFlags: [...(table.longFlags ?? []), '--help', '--version'],
    });
    const [strange] = parsed.strange;
    if (strange !== undefined) return `option ${shownArg(strange)} of ${name} is not proven only to read`;
    if (
      table.most !== undefined &&
      (parsed.operands.length > table.most || parsed.operands.some(({ many, glob }) => many || glob))
    )
      return `${name} with ${parsed.operands.length} words may write`;
    if (table.operands !== undefined) {
      const odd = parsed.operands.find((one) => !isLiteral(one) || table.operands?.test(one.text) !== true);
      if (odd !== undefined) return `${shownArg(odd.text)} of ${name} is not proven only to read`;
    }
    return table.also?.(parsed) ?? null;
  };
}

/** A program that takes sub-commands; the options before them are given, those after them may be any but `never`. */
export interface SubCommands {
  name: string;
  /** One or two words. */
  reads: readonly string[];
  /** What it does without a sub-command only reads. */
  bare?: boolean;
  before?: OptionTable;
  /** Options that must not stand anywhere; matched on the whole word. */
  never?: RegExp;
  /** Words that must all be literal (a value could be an option otherwise). */
  literal?: boolean;
}

export function subCommands({
  name,
  reads,
  bare = false,
  before = { flags: '', values: '' },
  never,
  literal = true,
}: SubCommands): Judge {
  const known = new Set(reads);
  return (args) => {
    const parsed = parseOptions(args, before, true);
    const [strange] = parsed.strange;
    if (strange !== undefined && !/^--(?:help|version)$/u.test(strange))
      return `option ${shownArg(strange)} of ${name} is not proven only to read`;
    const words = parsed.operands.filter(({ text }) => !text.startsWith('-'));
    const [first, second] = words;
    if (first === undefined)
      return bare || strange !== undefined ? null : `${name} alone is not proven only to read`;
    const odd = args.find(
      (arg) =>
        (literal && (isDynamic(arg) || (arg.glob && mayBeOption(arg)))) || never?.test(arg.text) === true,
    );
    if (odd !== undefined) return `${shownArg(odd.text)} of ${name} is not proven only to read`;
    if (!isLiteral(first)) return `${name} does what is only known at run time`;
    if (known.has(first.text) || (second !== undefined && known.has(`${first.text} ${second.text}`)))
      return null;
    return `${name} ${shownArg(first.text)} is not proven only to read`;
  };
}
