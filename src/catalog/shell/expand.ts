import { forEachChild, type ParameterExpansionPart, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { DYN, literal, UNKNOWN_ARG, type Arg } from './arg.ts';
import { braceWords } from './braces.ts';
import type { Context, Stream } from './context.ts';
import { valueOf, type Value } from './scope.ts';

/** Runs what stands in `$(…)` or `<(…)` and returns what it writes. */
export type Substitute = (
  script: Extract<SyntaxNode, { type: 'Script' }> | undefined,
  context: Context,
) => Stream;

/** A word under way: finished words, and the one that still grows. */
class Fields {
  private readonly done: Arg[] = [];
  private text = '';
  private many = false;
  private glob = false;
  private started = false;

  add(text: string, quoted: boolean): void {
    if (text !== '' || quoted) this.started = true;
    this.text += text;
  }

  unknown(quoted: boolean): void {
    this.add(DYN, true);
    if (!quoted) this.many = true;
  }

  pattern(text: string): void {
    this.add(text, false);
    this.glob = true;
  }

  next(): void {
    if (this.started) this.done.push({ text: this.text, many: this.many, glob: this.glob });
    this.text = '';
    this.many = false;
    this.glob = false;
    this.started = false;
  }

  end(): Arg[] {
    this.next();
    return this.done;
  }
}

/** The words that one word of a command becomes, its substitutions read on the way. */
export function expandWord(word: Word, context: Context, substitute: Substitute): Arg[] {
  const parts = word.parts ?? [
    { type: 'Literal' as const, value: word.value, text: word.text, pos: word.pos, end: word.end },
  ];
  return unfold(parts, context).flatMap((variant) => {
    if (variant === null) return [UNKNOWN_ARG];
    const fields = new Fields();
    for (const part of variant) expandPart(part, false, fields, context, substitute);
    return fields.end();
  });
}

/** The text of a word where a shell does not split it: assignments, here-strings, redirections. */
export function wordText(word: Word, context: Context, substitute: Substitute): string {
  const parts = word.parts ?? [];
  if (parts.length === 0) return word.value;
  return partsText(parts, context, substitute);
}

export function partsText(parts: readonly WordPart[], context: Context, substitute: Substitute): string {
  const fields = new Fields();
  for (const part of parts) expandPart(part, true, fields, context, substitute);
  return fields
    .end()
    .map(({ text }) => text)
    .join(' ');
}

const MOST_VARIANTS = 256;

/** One list of parts for each word that the braces make; null in place of what cannot be told. */
function unfold(parts: readonly WordPart[], { reading, depth }: Context): (readonly WordPart[] | null)[] {
  let variants: (WordPart[] | null)[] = [[]];
  for (const part of parts) {
    const words = part.type === 'BraceExpansion' ? braceWords(part.text) : null;
    if (part.type === 'BraceExpansion' && words === null) {
      // Braces around substitutions: what they make is not told, and what runs in them is read with the part.
      variants = variants.map((before) => before && [...before, part]);
      continue;
    }
    const choices: WordPart[] =
      words === null
        ? [part]
        : words.map((value) => ({ type: 'Literal', value, text: value, pos: part.pos, end: part.end }));
    variants = variants.flatMap((before) => choices.map((choice) => before && [...before, choice]));
    reading.step(depth);
    if (variants.length > MOST_VARIANTS) return [null];
  }
  return variants;
}

function expandPart(
  part: WordPart,
  quoted: boolean,
  fields: Fields,
  context: Context,
  substitute: Substitute,
): void {
  switch (part.type) {
    case 'Literal':
      fields.add(part.value, quoted);
      return;
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      fields.add(part.value, true);
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      fields.add('', true);
      for (const child of part.parts) expandPart(child, true, fields, context, substitute);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      effectsWithin(part, context, substitute);
      if (quoted) fields.add(part.text, true);
      else fields.pattern(part.text);
      return;
    case 'SimpleExpansion':
      expandVariable(part.text.replace(/^\$\{?|\}$/gu, ''), quoted, fields, context);
      return;
    case 'ParameterExpansion':
      expandParameter(part, quoted, fields, context, substitute);
      return;
    case 'CommandExpansion':
      expandOutput(substitute(part.script, context), quoted, fields, context);
      return;
    case 'ProcessSubstitution':
      substitute(part.script, context);
      fields.add(`/dev/fd/${DYN}`, true);
      return;
    case 'ArithmeticExpansion':
      effectsWithin(part, context, substitute);
      // A number, whatever it is.
      fields.add('0', true);
      return;
    case 'BraceExpansion':
      effectsWithin(part, context, substitute);
      fields.unknown(false);
  }
}

function expandVariable(name: string, quoted: boolean, fields: Fields, context: Context): void {
  const { scope } = context;
  if (name === '@' || name === '*')
    return expandList(scope.positional, quoted && name === '@', quoted, fields);
  if (/^\d+$/u.test(name) && name !== '0') {
    if (scope.positional === null) return fields.unknown(quoted);
    const arg = scope.positional[Number(name) - 1];
    return arg === undefined
      ? fields.add('', quoted)
      : addValue(arg.text, quoted || !arg.many, fields, context);
  }
  addKnown(valueOf(scope, name), quoted, fields, context);
}

function expandList(list: readonly Arg[] | null, separate: boolean, quoted: boolean, fields: Fields): void {
  if (list === null) return fields.unknown(false);
  list.forEach((arg, index) => {
    if (index > 0) {
      if (separate || !quoted) fields.next();
      else fields.add(' ', true);
    }
    if (arg.many) fields.unknown(false);
    else fields.add(arg.text, true);
  });
}

function addKnown(value: Value, quoted: boolean, fields: Fields, context: Context): void {
  if (value === null) return fields.unknown(quoted);
  addValue(typeof value === 'string' ? value : (value[0] ?? ''), quoted, fields, context);
}

/** Adds a value as a shell does: unquoted it is split at spaces, and its patterns become file names. */
function addValue(value: string, quoted: boolean, fields: Fields, { scope }: Context): void {
  if (quoted) return fields.add(value, true);
  if (scope.ifs) return fields.unknown(false);
  const words = value.split(/[ \t\n]+/u);
  words.forEach((word, index) => {
    if (index > 0) fields.next();
    if (word.includes(DYN)) {
      fields.add(word.slice(0, word.indexOf(DYN)), false);
      fields.unknown(false);
    } else if (/[*?[]/u.test(word)) fields.pattern(word);
    else fields.add(word, false);
  });
}

function expandOutput(output: Stream, quoted: boolean, fields: Fields, context: Context): void {
  if (output.kind !== 'text') return fields.unknown(quoted);
  addValue(output.text.replace(/\n+$/u, ''), quoted, fields, context);
}

function expandParameter(
  part: ParameterExpansionPart,
  quoted: boolean,
  fields: Fields,
  context: Context,
  substitute: Substitute,
): void {
  effectsWithin(part, context, substitute);
  const { operation, parameter, prefix, index } = part;
  if (operation?.type === 'Transform')
    context.reading.at(
      context.place,
      context.place.remote ? 'change' : 'unknown',
      'a value is expanded a second time (${x@…})',
      context.depth,
    );
  if (prefix === '#') return fields.add('0', true);
  if (prefix !== undefined) return fields.unknown(quoted);
  if (index !== undefined)
    return expandElement(parameter, index, quoted, fields, context, operation !== undefined);
  if (operation === undefined) return expandVariable(parameter, quoted, fields, context);
  const value = /^\w+$/u.test(parameter) ? valueOf(context.scope, parameter) : null;
  if (
    operation.type !== 'Default' ||
    typeof value !== 'string' ||
    value === '' ||
    operation.operator.endsWith('+')
  ) {
    if (operation.type === 'Default' && operation.operator.endsWith('='))
      context.scope.vars.set(parameter, null);
    return fields.unknown(quoted);
  }
  addValue(value, quoted, fields, context);
}

function expandElement(
  name: string,
  index: Word,
  quoted: boolean,
  fields: Fields,
  context: Context,
  changed: boolean,
): void {
  const value = valueOf(context.scope, name);
  if (changed || value === null) return fields.unknown(quoted && !/^[@*]$/u.test(index.value));
  const list = typeof value === 'string' ? [value] : value;
  if (index.value === '@' || index.value === '*')
    return expandList(list.map(literal), quoted && index.value === '@', quoted, fields);
  const element = /^\d{1,4}$/u.test(index.value) ? list[Number(index.value)] : undefined;
  if (element === undefined) return fields.unknown(quoted);
  addValue(element, quoted, fields, context);
}

/**
 * Reads the commands inside a part whose own value is not followed: defaults, indexes, arithmetic, patterns.
 * Arithmetic evaluates values a second time, so a value that holds a substitution makes it unknown.
 */
export function effectsWithin(node: SyntaxNode, context: Context, substitute: Substitute): void {
  if (node.type === 'ArithmeticWord' && (hasCodeInValues(context) || /\$\(|`/u.test(node.value)))
    evaluatesCode(context);
  // `[[ 'a[$(cmd)]' -eq 1 ]]` and `[[ -v 'a[$(cmd)]' ]]` evaluate the index.
  if (
    node.type === 'TestBinary' &&
    /^-(?:eq|ne|lt|le|gt|ge)$/u.test(node.operator) &&
    (hasCodeInValues(context) || /\$\(|`/u.test(node.left.value + node.right.value))
  )
    evaluatesCode(context);
  if (
    node.type === 'TestUnary' &&
    /^-[vR]$/u.test(node.operator) &&
    (hasCodeInValues(context) || node.operand.value.includes('['))
  )
    evaluatesCode(context);
  forEachChild(node, (child) => {
    context.reading.step(context.depth);
    if (
      child.type === 'CommandExpansion' ||
      child.type === 'ProcessSubstitution' ||
      child.type === 'ArithmeticCommandExpansion'
    )
      substitute(child.script, context);
    else effectsWithin(child, context, substitute);
  });
}

function evaluatesCode({ reading, place, depth }: Context): void {
  reading.at(
    place,
    place.remote ? 'change' : 'unknown',
    'arithmetic may run a command that a text holds',
    depth,
  );
}

function hasCodeInValues({ scope }: Context): boolean {
  for (const value of scope.vars.values()) {
    const texts = typeof value === 'string' ? [value] : (value ?? []);
    if (texts.some((text) => /\$\(|`|\$\{/u.test(text))) return true;
  }
  return false;
}
