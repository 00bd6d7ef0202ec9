import type { Piece } from './ast.ts';
import { DOUBLE_QUOTES, SINGLE_QUOTES, escaped, type Cursor } from './cursor.ts';
import { statements } from './parse.ts';

/** A variable after its `$`: `$name`, `$scope:name`, `${any text}`; in lower case. */
export function parseVariable(cursor: Cursor): string {
  cursor.expect('$');
  if (cursor.char === '{') {
    const end = cursor.text.indexOf('}', cursor.at);
    if (end < 0) cursor.fault('a variable does not end');
    const name = cursor.text.slice(cursor.at + 1, end);
    cursor.at = end + 1;
    return name.toLowerCase();
  }
  const name = cursor.take(/(?:[A-Za-z_]\w*:)?[\w]+|[?^$]/uy) ?? cursor.fault('a variable has no name');
  return name.toLowerCase();
}

/** A quoted text: single or double quotes of any kind that PowerShell knows, or a here-string. */
export function parseString(cursor: Cursor): Piece[] {
  const here = cursor.char === '@';
  if (here) cursor.at += 1;
  const single = SINGLE_QUOTES.includes(cursor.char);
  cursor.at += 1;
  if (here && cursor.take(/[ \t]*\r?\n/uy) === null) cursor.fault('a here-string does not begin');
  return single ? [literalText(cursor, here)] : expandedText(cursor, here);
}

function isHereEnd(cursor: Cursor, quotes: string): boolean {
  return (
    quotes.includes(cursor.char) &&
    cursor.char !== '' &&
    cursor.peek() === '@' &&
    (cursor.text[cursor.at - 1] ?? '') === '\n'
  );
}

function literalText(cursor: Cursor, here: boolean): string {
  let text = '';
  for (;;) {
    if (cursor.done) cursor.fault('a string does not end');
    if (here && isHereEnd(cursor, SINGLE_QUOTES)) {
      cursor.at += 2;
      return text.replace(/\r?\n$/u, '');
    }
    if (!here && SINGLE_QUOTES.includes(cursor.char)) {
      if (!SINGLE_QUOTES.includes(cursor.peek()) || cursor.peek() === '') {
        cursor.at += 1;
        return text;
      }
      cursor.at += 1;
    }
    text += cursor.char;
    cursor.at += 1;
  }
}

function expandedText(cursor: Cursor, here: boolean): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push(text);
    text = '';
  };
  for (;;) {
    if (cursor.done) cursor.fault('a string does not end');
    const { char } = cursor;
    if (here && isHereEnd(cursor, DOUBLE_QUOTES)) {
      cursor.at += 2;
      break;
    }
    if (!here && DOUBLE_QUOTES.includes(char)) {
      cursor.at += 1;
      if (!DOUBLE_QUOTES.includes(cursor.char) || cursor.char === '') break;
      text += cursor.char;
      cursor.at += 1;
    } else if (char === '`') {
      text += escaped(cursor.peek());
      cursor.at += 2;
    } else if (char === '$' && cursor.peek() === '(') {
      flush();
      cursor.at += 2;
      const script = statements(cursor, ')');
      cursor.expect(')');
      pieces.push(script);
    } else if (char === '$' && /[\w{?^$]/u.test(cursor.peek())) {
      flush();
      pieces.push({ variable: parseVariable(cursor) });
    } else {
      text += char;
      cursor.at += 1;
    }
  }
  flush();
  return pieces.length === 0 ? [''] : pieces;
}
