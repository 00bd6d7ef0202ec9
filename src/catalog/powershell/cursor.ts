import { PowerShellFault } from './ast.ts';

export const SINGLE_QUOTES = "'‘’‚‛";
export const DOUBLE_QUOTES = '"“”„';
export const DASHES = '-–—―';
const BLANKS = ' \t\u00A0\u0085\f\v';

const DEEPEST = 40;

/** A place in a PowerShell text, and what can be skipped there. */
export class Cursor {
  readonly text: string;
  at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get char(): string {
    return this.text[this.at] ?? '';
  }

  peek(offset = 1): string {
    return this.text[this.at + offset] ?? '';
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  fault(what: string): never {
    throw new PowerShellFault(`${what} at character ${this.at + 1}`);
  }

  /** The match of a sticky pattern here, taken. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  expect(char: string): void {
    if (this.char !== char) this.fault(`"${char}" is missing`);
    this.at += 1;
  }

  /** Blanks, continued lines and block comments; with `lines` also line ends, comments and semicolons. */
  skip(lines: boolean): void {
    for (;;) {
      const { char } = this;
      if (char !== '' && BLANKS.includes(char)) this.at += 1;
      else if (char === '`' && /[\r\n]/u.test(this.peek()))
        this.at += this.peek() === '\r' && this.peek(2) === '\n' ? 3 : 2;
      else if (char === '<' && this.peek() === '#') {
        const end = this.text.indexOf('#>', this.at + 2);
        if (end < 0) this.fault('a comment does not end');
        this.at = end + 2;
      } else if (char === '#') this.toLineEnd();
      else if (lines && (char === '\n' || char === '\r' || char === ';')) this.at += 1;
      else return;
    }
  }

  private toLineEnd(): void {
    while (!this.done && this.char !== '\n' && this.char !== '\r') this.at += 1;
  }

  /** Runs one level deeper. @throws PowerShellFault */
  within<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > DEEPEST) this.fault('it nests too deep');
    try {
      return work();
    } finally {
      this.depth -= 1;
    }
  }
}

/** What a backtick makes of the next character. */
export function escaped(char: string): string {
  return { n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', b: '\b', f: '\f', v: '\v' }[char] ?? char;
}
