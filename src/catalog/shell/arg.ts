/** Stands in a text for what is only known at run time. A private-use character: a call that holds it is refused. */
export const DYN = '\uE000';

/** One word of a command line after expansion. */
export interface Arg {
  /** With `DYN` where a part is unknown. */
  text: string;
  /** May become no word or several: an unquoted expansion of something unknown. */
  many: boolean;
  /** Holds an unquoted `*`, `?` or `[`: becomes file names of whoever expands it. */
  glob: boolean;
}

export function literal(text: string): Arg {
  return { text, many: false, glob: false };
}

export const UNKNOWN_ARG: Arg = { text: DYN, many: true, glob: false };

export function isLiteral({ text, many, glob }: Arg): boolean {
  return !many && !glob && !text.includes(DYN);
}

export function isDynamic({ text, many }: Arg): boolean {
  return many || text.includes(DYN);
}

/**
 * Whether the word might turn out to start with `-`: unknown at its start, or made of several words of which
 * any might.
 */
export function mayBeOption({ text, many, glob }: Arg): boolean {
  return many || text.startsWith('-') || text.startsWith(DYN) || (glob && /^[*?[]/u.test(text));
}

/** The program's name without folder, `.exe` and letter case (file systems exist that have none). */
export function programName(text: string): string {
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/u, '');
}
