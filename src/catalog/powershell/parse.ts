import type { Argument, Command, Element, Expression, Piece, Post, Primary, Statement } from './ast.ts';
import { Cursor, DASHES, DOUBLE_QUOTES, SINGLE_QUOTES } from './cursor.ts';
import { parseString, parseVariable } from './parse-text.ts';

const KEYWORD =
  /(?:if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|return|throw|exit|break|continue|param|begin|process|end|trap|class|enum|using|data|workflow|configuration|dynamicparam|parallel|sequence|inlinescript)(?![\w-])/iuy;
const ASSIGNMENT = /(?:\?\?|[-+*/%])?=(?!=)/uy;
const OPERATOR =
  /[-–—―](?:[ic]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|is|isnot|as|f|join|and|or|xor|not|band|bor|bxor|bnot|shl|shr)(?![\w])/iuy;
const SYMBOL = /\.\.|\+\+|--|[-+*/%!?]|==/uy;
const NUMBER = /(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:[kmgtp]b|[dlu]+)?(?![\w.-])/iuy;
const TYPE = /\[[A-Za-z_][\w.`+, [\]]*?\](?!\])/uy;
const REDIRECTION = /[*1-6]?>>?(?:&[12])?/uy;

/**
 * Reads the part of PowerShell in which commands are written: pipelines, parameters, strings, script blocks, arrays,
 * hash tables, control flow. @throws PowerShellFault at anything else (classes, workflows, `--%`, DSC)
 */
export function parsePowerShell(text: string): Statement[] {
  const cursor = new Cursor(text.replace(/^\uFEFF/u, ''));
  const script = statements(cursor, '');
  if (!cursor.done) cursor.fault(`"${cursor.char}" has no beginning`);
  return script;
}

/** Statements up to `end`, which is left. */
export function statements(cursor: Cursor, end: string): Statement[] {
  return cursor.within(() => {
    const found: Statement[] = [];
    for (;;) {
      cursor.skip(true);
      if (cursor.done) {
        if (end !== '') cursor.fault(`"${end}" is missing`);
        return found;
      }
      if (cursor.char === end) return found;
      if (cursor.char === '}' || cursor.char === ')') return found;
      found.push(...statement(cursor));
      cursor.skip(false);
      if (cursor.char === '&' && cursor.peek() !== '&') cursor.at += 1;
      else if (
        found.at(-1)?.kind === 'flow' ||
        found.at(-1)?.kind === 'function' ||
        found.at(-1)?.kind === 'foreach'
      )
        continue;
      else if (!cursor.done && !/[;\n\r})]/u.test(cursor.char))
        cursor.fault(`"${cursor.char}" is not expected`);
    }
  });
}

export function block(cursor: Cursor): Statement[] {
  cursor.skip(true);
  cursor.expect('{');
  const script = statements(cursor, '}');
  cursor.expect('}');
  return script;
}

function parenthesis(cursor: Cursor): Statement[] {
  cursor.skip(true);
  cursor.expect('(');
  const script = statements(cursor, ')');
  cursor.expect(')');
  return script;
}

function statement(cursor: Cursor): Statement[] {
  const word = cursor.looksAt(KEYWORD) ? cursor.take(KEYWORD) : null;
  return word === null ? chain(cursor) : keyword(word.toLowerCase(), cursor);
}

/** Pipelines with `&&` and `||` between them: each may run. */
function chain(cursor: Cursor): Statement[] {
  const found = [pipeline(cursor)];
  for (;;) {
    cursor.skip(false);
    if (!cursor.looksAt(/&&|\|\|/uy)) return found;
    cursor.at += 2;
    cursor.skip(true);
    found.push({ kind: 'flow', heads: [], bodies: [statement(cursor)] });
  }
}

function keyword(word: string, cursor: Cursor): Statement[] {
  switch (word) {
    case 'if':
    case 'elseif':
    case 'while': {
      const heads = [parenthesis(cursor)];
      const bodies = [block(cursor)];
      return [{ kind: 'flow', heads, bodies }, ...continued(cursor)];
    }
    case 'else':
    case 'finally':
    case 'begin':
    case 'process':
    case 'end':
      return [{ kind: 'flow', heads: [], bodies: [block(cursor)] }, ...continued(cursor)];
    case 'try':
    case 'trap':
    case 'catch':
      cursor.skip(true);
      while (cursor.take(TYPE) !== null) {
        cursor.skip(true);
        if (cursor.char === ',') cursor.at += 1;
        cursor.skip(true);
      }
      return [{ kind: 'flow', heads: [], bodies: [block(cursor)] }, ...continued(cursor)];
    case 'do':
      return [{ kind: 'flow', heads: [], bodies: [block(cursor)] }, ...continued(cursor)];
    case 'until':
      return [{ kind: 'flow', heads: [parenthesis(cursor)], bodies: [] }];
    case 'foreach':
      return [forEach(cursor)];
    case 'for':
      return [{ kind: 'flow', heads: [parenthesis(cursor)], bodies: [block(cursor)] }];
    case 'switch':
      return [switchStatement(cursor)];
    case 'function':
    case 'filter':
      return [functionDefinition(cursor)];
    case 'param':
      return [parameters(cursor)];
    case 'return':
    case 'throw':
    case 'exit':
      cursor.skip(false);
      return cursor.done || /[;\n\r})]/u.test(cursor.char) ? [] : statement(cursor);
    case 'break':
    case 'continue':
      cursor.skip(false);
      cursor.take(/:?[A-Za-z_]\w*/uy);
      return [];
    default:
      return cursor.fault(`"${word}" is not read here`);
  }
}

/** `else`, `catch` and the like after a block, also on a line of their own. */
function continued(cursor: Cursor): Statement[] {
  const before = cursor.at;
  cursor.skip(true);
  if (cursor.looksAt(/(?:elseif|else|catch|finally|until|process|end)(?![\w-])/iuy)) return statement(cursor);
  if (cursor.looksAt(/while(?![\w-])/iuy) && /\}\s*$/u.test(cursor.text.slice(0, before))) {
    const start = cursor.at;
    cursor.take(/while/iuy);
    const heads = [parenthesis(cursor)];
    cursor.skip(true);
    if (cursor.char !== '{') return [{ kind: 'flow', heads, bodies: [] }];
    cursor.at = start;
    return statement(cursor);
  }
  cursor.at = before;
  return [];
}

function forEach(cursor: Cursor): Statement {
  cursor.skip(true);
  cursor.take(/-parallel(?![\w-])/iuy);
  cursor.skip(true);
  cursor.expect('(');
  cursor.skip(true);
  const variable = parseVariable(cursor);
  cursor.skip(true);
  if (cursor.take(/in(?![\w-])/iuy) === null) cursor.fault('"in" is missing');
  const list = statements(cursor, ')');
  cursor.expect(')');
  return { kind: 'foreach', name: variable, list, body: block(cursor) };
}

function switchStatement(cursor: Cursor): Statement {
  cursor.skip(true);
  while (cursor.take(/-(?:regex|wildcard|exact|casesensitive)(?![\w-])/iuy) !== null) cursor.skip(true);
  const heads = [parenthesis(cursor)];
  const bodies: Statement[][] = [];
  cursor.skip(true);
  cursor.expect('{');
  for (;;) {
    cursor.skip(true);
    if (cursor.char === '}') break;
    if (cursor.char === '{') bodies.push(block(cursor));
    else heads.push([{ kind: 'pipeline', elements: [argument(cursor)] }]);
    bodies.push(block(cursor));
  }
  cursor.expect('}');
  return { kind: 'flow', heads, bodies };
}

function functionDefinition(cursor: Cursor): Statement {
  cursor.skip(false);
  const name = cursor.take(/[\w:-]+/uy) ?? cursor.fault('a function has no name');
  cursor.skip(true);
  const before = cursor.char === '(' ? [parameters(cursor)] : [];
  return {
    kind: 'function',
    name: name.replace(/^(?:global|script|local|private):/iu, '').toLowerCase(),
    body: [...before, ...block(cursor)],
  };
}

/** A parameter hides a variable of its name outside, and its value is the caller's. */
function unknownVariable(name: string): Statement {
  const value: Statement = {
    kind: 'pipeline',
    elements: [{ kind: 'expression', groups: [[{ k: 'type', name: 'parameter', posts: [] }]] }],
  };
  return { kind: 'assign', target: [{ k: 'variable', name, splat: false, posts: [] }], plain: true, value };
}

/** Parameters with their defaults; attributes that hold code are not read. */
function parameters(cursor: Cursor): Statement {
  cursor.skip(true);
  cursor.expect('(');
  const heads: Statement[][] = [];
  for (;;) {
    cursor.skip(true);
    if (cursor.char === ')') break;
    if (
      cursor.take(
        /\[(?:Parameter|Alias|ValidateSet|ValidateNotNull|ValidateNotNullOrEmpty|CmdletBinding)\([^(){}$]*\)\]/iuy,
      ) !== null ||
      cursor.take(TYPE) !== null
    )
      continue;
    heads.push([unknownVariable(parseVariable(cursor))]);
    cursor.skip(true);
    if (cursor.char === '=') {
      cursor.at += 1;
      cursor.skip(true);
      heads.push([{ kind: 'pipeline', elements: [expression(cursor, true)] }]);
      cursor.skip(true);
    }
    if (cursor.char === ',') cursor.at += 1;
    else if (cursor.char !== ')') cursor.fault('a parameter cannot be read');
  }
  cursor.expect(')');
  return { kind: 'flow', heads, bodies: [] };
}

function pipeline(cursor: Cursor): Statement {
  const elements: Element[] = [];
  for (;;) {
    cursor.skip(true);
    const start = cursor.at;
    const element = isExpressionStart(cursor) ? expression(cursor, false) : command(cursor);
    if (element.kind === 'expression' && elements.length === 0) {
      cursor.skip(false);
      const operator = cursor.take(ASSIGNMENT);
      if (operator !== null) return assignment(element, operator === '=', cursor);
      if (cursor.at === start) cursor.fault('nothing can be read');
    }
    elements.push(element);
    cursor.skip(false);
    if (element.kind === 'expression') element.groups.push(...redirected(cursor));
    // A pipe may also stand at the beginning of the next line.
    const before = cursor.at;
    if (/[\r\n]/u.test(cursor.char)) {
      cursor.skip(true);
      if (cursor.char !== '|' || cursor.peek() === '|') cursor.at = before;
    }
    if (cursor.char !== '|' || cursor.peek() === '|') return { kind: 'pipeline', elements };
    cursor.at += 1;
  }
}

function assignment(target: Expression, plain: boolean, cursor: Cursor): Statement {
  cursor.skip(true);
  const value = statement(cursor);
  const [only] = value;
  return {
    kind: 'assign',
    target: target.groups.flat(),
    plain,
    value: value.length === 1 && only !== undefined ? only : { kind: 'flow', heads: [], bodies: [value] },
  };
}

/** Redirections after an expression; their files are kept as operands of an operator. */
function redirected(cursor: Cursor): Primary[][] {
  const found: Primary[][] = [];
  while (cursor.looksAt(REDIRECTION)) {
    const text = cursor.take(REDIRECTION) ?? '';
    if (/&[12]$/u.test(text)) continue;
    cursor.skip(false);
    found.push([{ k: 'operator', text: '>', posts: [] }, ...(argument(cursor).groups[0] ?? [])]);
    cursor.skip(false);
  }
  return found;
}

function isExpressionStart(cursor: Cursor): boolean {
  const { char } = cursor;
  if (SINGLE_QUOTES.includes(char) || DOUBLE_QUOTES.includes(char) || /[$@([{!,+]/u.test(char))
    return char !== '';
  if (cursor.looksAt(NUMBER)) return true;
  return cursor.looksAt(OPERATOR) || (DASHES.includes(char) && /[\d($]/u.test(cursor.peek()));
}

const CLOSES = /[;\n\r|})]/u;

/** An expression with its operators. `inList`: a comma ends it. */
export function expression(cursor: Cursor, inList: boolean): Expression {
  return cursor.within(() => {
    const groups: Primary[][] = [[]];
    for (;;) {
      cursor.skip(false);
      const { char } = cursor;
      if (
        cursor.done ||
        CLOSES.test(char) ||
        (char === '&' && cursor.peek() !== '(') ||
        cursor.looksAt(REDIRECTION)
      )
        break;
      if (char === ',') {
        if (inList) break;
        cursor.at += 1;
        cursor.skip(true);
        groups.push([]);
        continue;
      }
      if (cursor.looksAt(ASSIGNMENT)) break;
      const group = groups.at(-1) ?? [];
      const operator = cursor.take(OPERATOR) ?? (cursor.looksAt(NUMBER) ? null : cursor.take(SYMBOL));
      if (operator !== null) {
        group.push({ k: 'operator', text: operator.toLowerCase(), posts: [] });
        // An operator at the end of a line goes on in the next one.
        if (operator !== '++' && operator !== '--') cursor.skip(/[\r\n]/u.test(cursor.char));
      } else if (isExpressionStart(cursor)) group.push(primary(cursor));
      else break;
    }
    return { kind: 'expression', groups };
  });
}

function primary(cursor: Cursor): Primary {
  const { char } = cursor;
  const number = cursor.take(NUMBER);
  if (number !== null) return posts(cursor, { k: 'text', pieces: [number], quoted: false, posts: [] });
  if (SINGLE_QUOTES.includes(char) || DOUBLE_QUOTES.includes(char))
    return posts(cursor, { k: 'text', pieces: parseString(cursor), quoted: true, posts: [] });
  if (char === '[') {
    const type = cursor.take(TYPE) ?? cursor.fault('a type cannot be read');
    return posts(cursor, { k: 'type', name: type.slice(1, -1).toLowerCase(), posts: [] });
  }
  if (char === '(') return posts(cursor, { k: 'script', script: parenthesis(cursor), posts: [] });
  if (char === '{') return posts(cursor, { k: 'block', script: block(cursor), posts: [] });
  if (char === '@') return posts(cursor, atSign(cursor));
  if (char === '$') return posts(cursor, dollar(cursor));
  return cursor.fault(`"${char}" is not expected`);
}

function atSign(cursor: Cursor): Primary {
  const next = cursor.peek();
  if (SINGLE_QUOTES.includes(next) || DOUBLE_QUOTES.includes(next))
    return { k: 'text', pieces: parseString(cursor), quoted: true, posts: [] };
  cursor.at += 1;
  if (next === '(') return { k: 'script', script: parenthesis(cursor), posts: [] };
  if (next === '{') return hashTable(cursor);
  const name = cursor.take(/[\w:]+/uy) ?? cursor.fault('"@" cannot be read');
  return { k: 'variable', name: name.toLowerCase(), splat: true, posts: [] };
}

function dollar(cursor: Cursor): Primary {
  if (cursor.peek() === '(') {
    cursor.at += 1;
    return { k: 'script', script: parenthesis(cursor), posts: [] };
  }
  return { k: 'variable', name: parseVariable(cursor), splat: false, posts: [] };
}

function hashTable(cursor: Cursor): Primary {
  cursor.expect('{');
  const entries: { key: Expression; value: Statement }[] = [];
  for (;;) {
    cursor.skip(true);
    if (cursor.char === '}') break;
    const word = cursor.take(/[A-Za-z_][\w-]*/uy);
    const key: Expression =
      word === null
        ? expression(cursor, true)
        : { kind: 'expression', groups: [[{ k: 'text', pieces: [word], quoted: false, posts: [] }]] };
    cursor.skip(true);
    cursor.expect('=');
    cursor.skip(true);
    const [value, ...more] = statement(cursor);
    if (value === undefined || more.length > 0) cursor.fault('a hash table cannot be read');
    entries.push({ key, value });
    cursor.skip(false);
    if (!/[;\n\r}]/u.test(cursor.char)) cursor.fault('a hash table cannot be read');
  }
  cursor.expect('}');
  return { k: 'hash', entries, posts: [] };
}

/** Members, calls and indexes that follow without a blank. */
function posts(cursor: Cursor, to: Primary): Primary {
  for (;;) {
    if (cursor.char === '[' && to.k !== 'type') to.posts.push(indexPost(cursor));
    else if (cursor.char === '[' && to.posts.length > 0) to.posts.push(indexPost(cursor));
    else if (cursor.looksAt(/::|\?\.|\.(?=[A-Za-z_$"'({])/uy)) {
      cursor.take(/::|\?\.|\./uy);
      to.posts.push(memberPost(cursor));
    } else return to;
  }
}

function indexPost(cursor: Cursor): Post {
  cursor.expect('[');
  const found = expression(cursor, false);
  while (cursor.char === '.' && cursor.peek() === '.') {
    cursor.at += 2;
    expression(cursor, false);
  }
  cursor.skip(true);
  cursor.expect(']');
  return { kind: 'index', name: null, args: [found] };
}

function memberPost(cursor: Cursor): Post {
  const word = cursor.take(/[A-Za-z_]\w*/uy);
  const name = word ?? memberName(cursor);
  if (!cursor.looksAt(/\(/uy)) {
    // `.foreach{…}` and `.where{…}` run a block.
    if (cursor.looksAt(/\{/uy))
      return { kind: 'call', name, args: [{ kind: 'expression', groups: [[primary(cursor)]] }] };
    return { kind: 'member', name, args: [] };
  }
  cursor.at += 1;
  const args: Expression[] = [];
  for (;;) {
    cursor.skip(true);
    if (cursor.take(/\)/uy) !== null) return { kind: 'call', name, args };
    args.push(expression(cursor, true));
    cursor.skip(true);
    if (cursor.take(/,/uy) === null && !cursor.looksAt(/\)/uy)) cursor.fault('a call cannot be read');
  }
}

function memberName(cursor: Cursor): string | null {
  if (SINGLE_QUOTES.includes(cursor.char) || DOUBLE_QUOTES.includes(cursor.char)) {
    const pieces = parseString(cursor);
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : null;
  }
  primary(cursor);
  return null;
}

function command(cursor: Cursor): Command {
  const invoke = /[&.]/u.test(cursor.char) && /[\s$"'({‘’“”]/u.test(cursor.peek());
  if (invoke) {
    cursor.at += 1;
    cursor.skip(false);
  }
  const name = invoke && isExpressionStart(cursor) ? primary(cursor) : bareWord(cursor);
  const args: Argument[] = [];
  const redirections: Primary[] = [];
  for (;;) {
    cursor.skip(false);
    const { char } = cursor;
    if (cursor.done || CLOSES.test(char)) break;
    if (char === '&') break;
    if (cursor.looksAt(REDIRECTION)) {
      const text = cursor.take(REDIRECTION) ?? '';
      if (/&[12]$/u.test(text)) continue;
      cursor.skip(false);
      redirections.push(...(argument(cursor).groups[0] ?? []));
      continue;
    }
    if (cursor.looksAt(/--%/uy)) cursor.fault('"--%" is not read here');
    const parameter = DASHES.includes(char) ? cursor.take(/[-–—―]{1,2}[A-Za-z_?][\w?-]*:?/uy) : null;
    if (parameter === null) {
      args.push({ parameter: null, value: argument(cursor) });
      continue;
    }
    const next = cursor.char;
    const ends = cursor.done || /[\s;|})(&,]/u.test(next) || parameter.endsWith(':');
    if (!ends) {
      // `-o=value` and the like: one word of a native program.
      const rest = argument(cursor);
      const [first] = rest.groups[0] ?? [];
      const pieces: Piece[] =
        first?.k === 'text'
          ? [parameter, ...first.pieces]
          : [parameter, [{ kind: 'pipeline', elements: [rest] }]];
      args.push({
        parameter: null,
        value: {
          kind: 'expression',
          groups: [[{ k: 'text', pieces, quoted: false, posts: [] }], ...rest.groups.slice(1)],
        },
      });
    } else if (parameter.endsWith(':')) {
      cursor.skip(false);
      args.push({ parameter, value: argument(cursor) });
    } else args.push({ parameter, value: null });
  }
  return { kind: 'command', invoke, name, args, redirections };
}

/** One argument, or a list of them with commas. */
function argument(cursor: Cursor): Expression {
  const groups: Primary[][] = [[bareWord(cursor)]];
  for (;;) {
    const before = cursor.at;
    cursor.skip(false);
    if (cursor.char !== ',') {
      cursor.at = before;
      return { kind: 'expression', groups };
    }
    cursor.at += 1;
    cursor.skip(true);
    groups.push([bareWord(cursor)]);
  }
}

const WORD_END = /[\s;|&(){},]/u;

/** A word of a command: text with variables and strings in it, or one value. */
function bareWord(cursor: Cursor): Primary {
  const pieces: Piece[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push(text);
    text = '';
  };
  while (!cursor.done) {
    const { char } = cursor;
    const atStart = pieces.length === 0 && text === '';
    if (
      SINGLE_QUOTES.includes(char) ||
      DOUBLE_QUOTES.includes(char) ||
      char === '$' ||
      (atStart && /[@({[]/u.test(char) && !(char === '[' && !cursor.looksAt(TYPE)))
    ) {
      if (char === '$' && !/[\w({?^$:]/u.test(cursor.peek())) {
        text += char;
        cursor.at += 1;
        continue;
      }
      if (char === '[') {
        text += char;
        cursor.at += 1;
        continue;
      }
      const value = primary(cursor);
      if (atStart && (cursor.done || WORD_END.test(cursor.char))) return value;
      flush();
      if (value.k === 'text' && value.posts.length === 0) pieces.push(...value.pieces, '');
      else pieces.push([{ kind: 'pipeline', elements: [{ kind: 'expression', groups: [[value]] }] }]);
      continue;
    }
    if (WORD_END.test(char)) break;
    if (char === '`') {
      text += cursor.peek();
      cursor.at += 2;
      continue;
    }
    text += char;
    cursor.at += 1;
  }
  flush();
  if (pieces.length === 0)
    cursor.fault(cursor.done ? 'a word is missing' : `"${cursor.char}" is not expected`);
  return { k: 'text', pieces, quoted: false, posts: [] };
}
