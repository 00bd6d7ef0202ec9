import type { Assignment, Command, HereDoc, Redirection } from 'unbash';
import { isHarmlessEval } from '../programs/builtins.ts';
import { DYN, literal, type Arg } from './arg.ts';
import { assign, checkEnvironment } from './assignments.ts';
import { CONTENT, NO_STREAM, PIPE, type Context, type Stream } from './context.ts';
import { expandWord, partsText, wordText, type Substitute } from './expand.ts';
import { fileKey, readFrom, writeTo } from './files.ts';

/** Redirections of one command: its standard input, and what becomes of its output. */
export interface Redirected {
  stdin: Stream | null;
  /** Records the output where it goes to a file, and returns what is left for a pipe. */
  keep(output: Stream): Stream;
}

function hereText(here: HereDoc, context: Context, substitute: Substitute): string {
  const { delimiter, body, operator } = here;
  const text =
    delimiter?.quoted === true || body.parts === undefined
      ? body.text
      : partsText(body.parts, context, substitute);
  return operator === '<<-' ? text.replace(/^\t+/gmu, '') : text;
}

const isStdin = ({ descriptor }: Redirection): boolean =>
  descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0);

export function readRedirections(
  redirections: readonly Redirection[],
  context: Context,
  substitute: Substitute,
): Redirected {
  let stdin: Stream | null = null;
  const files: { key: string; append: boolean }[] = [];
  for (const one of redirections) {
    if (one.type === 'HereDoc') {
      const text = hereText(one, context, substitute);
      if (isStdin(one)) stdin = { kind: 'text', text };
      continue;
    }
    const target = one.target === undefined ? DYN : wordText(one.target, context, substitute);
    if (one.type === 'HereString') {
      if (isStdin(one)) stdin = { kind: 'text', text: `${target}\n` };
    } else if (one.operator === '<' || one.operator === '<&') {
      readFrom(target, context);
      const written = context.scope.written.get(fileKey(target, context));
      if (isStdin(one))
        stdin =
          typeof written === 'string'
            ? { kind: 'text', text: written }
            : one.operator === '<&' || target.startsWith('/dev/fd/') || written === null
              ? PIPE
              : CONTENT;
    } else {
      if (one.operator === '>&' && /^\d+$|^-$/u.test(target)) continue;
      writeTo(target, context);
      const toStdout =
        one.descriptor === undefined ||
        (one.descriptor.type === 'FileDescriptor' && one.descriptor.value === 1);
      files.push({ key: toStdout ? fileKey(target, context) : '', append: one.operator.endsWith('>>') });
      if (one.operator === '<>' && isStdin({ ...one })) stdin = PIPE;
    }
  }
  return { stdin, keep: (output) => keepOutput(output, files, context) };
}

function keepOutput(
  output: Stream,
  files: readonly { key: string; append: boolean }[],
  { scope }: Context,
): Stream {
  let left = output;
  for (const { key, append } of files) {
    if (key === '') continue;
    const before = append ? scope.written.get(key) : '';
    const text = output.kind === 'text' ? output.text : output.kind === 'none' ? '' : null;
    // An append to a file of unknown text keeps it unknown to this record: it is whatever it was.
    if (before === undefined && text === '') continue;
    scope.written.set(key, before === null || text === null ? null : (before ?? '') + text);
    left = NO_STREAM;
  }
  return left;
}

function assignmentText(node: Assignment, context: Context, substitute: Substitute): string {
  if (node.value.type === 'ArrayValue') {
    node.value.elements.forEach((word) => expandWord(word, context, substitute));
    return `${node.name}=${DYN}`;
  }
  return `${node.name}${node.append === true ? '+' : ''}=${wordText(node.value, context, substitute)}`;
}

/** One command with its assignments, words and redirections. */
export function readSimpleCommand(node: Command, context: Context, substitute: Substitute): Stream {
  const words: Arg[] = node.name === undefined ? [] : expandWord(node.name, context, substitute);
  for (const arg of node.args) {
    if (arg.type === 'Word') words.push(...expandWord(arg, context, substitute));
    else words.push(literal(assignmentText(arg, context, substitute)));
  }
  const env = new Map(context.env);
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue;
    if (node.name === undefined) assign(part, context, substitute);
    else {
      const text = assignmentText(part, context, substitute);
      env.set(part.name, text.slice(text.indexOf('=') + 1));
    }
  }
  const redirected = readRedirections(node.redirects, context, substitute);
  const inner = { ...context, env, stdin: redirected.stdin ?? context.stdin };
  if (node.name === undefined) return redirected.keep(NO_STREAM);
  checkEnvironment(env, inner);
  const [only, ...more] = node.args;
  if (
    node.name.value === 'eval' &&
    only !== undefined &&
    more.length === 0 &&
    !context.place.remote &&
    isHarmlessEval(only.text)
  )
    return NO_STREAM;
  return redirected.keep(words.length === 0 ? NO_STREAM : context.tools.run(words, inner));
}
