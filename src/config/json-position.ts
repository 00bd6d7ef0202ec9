/** Where a text stops being JSON: line and column from 1, and what was expected there. */
export interface JsonFault {
  line: number;
  column: number;
  expected: string;
}

class Fault extends Error {
  readonly at: number;
  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
  }
}

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const WORD = /true|false|null/uy;
const SPACE = /[ \t\r\n]*/uy;

/** Reads JSON without building it. Recursive: a config nests a few levels, not thousands. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    this.value();
    this.take(SPACE);
    if (this.at < this.text.length) throw new Fault(this.at, 'expected the end of the document');
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.at += found[0].length;
    return true;
  }

  private sign(wanted: string): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== wanted) return false;
    this.at += 1;
    return true;
  }

  private value(): void {
    if (this.sign('{')) this.members('}', () => this.member());
    else if (this.sign('[')) this.members(']', () => this.value());
    else if (!this.take(STRING) && !this.take(NUMBER) && !this.take(WORD))
      throw new Fault(this.at, 'expected a value');
  }

  private members(end: string, member: () => void): void {
    if (this.sign(end)) return;
    do member();
    while (this.sign(','));
    if (!this.sign(end)) throw new Fault(this.at, `expected "," or "${end}"`);
  }

  private member(): void {
    this.take(SPACE);
    if (!this.take(STRING)) throw new Fault(this.at, 'expected a key in double quotes');
    if (!this.sign(':')) throw new Fault(this.at, 'expected ":"');
    this.value();
  }
}

/**
 * The first fault of a text that JSON.parse refuses, or null if it is JSON. JSON.parse itself tells a position
 * in some cases and Node versions only, and quotes the text, in which a password may stand.
 */
export function jsonFault(text: string): JsonFault | null {
  try {
    new Reader(text).document();
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.at).split(/\r\n|\n|\r/u);
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected: error.message };
  }
}
