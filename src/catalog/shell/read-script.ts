import {
  parse,
  type AndOr,
  type CommandNode,
  type CompoundList,
  type PipelineNode,
  type Script,
  type Word,
} from 'unbash';
import { DYN, literal, type Arg } from './arg.ts';
import { assignedNames, leavesEarly } from './assigned-names.ts';
import { NO_STREAM, PIPE, type Context, type Stream } from './context.ts';
import { effectsWithin, expandWord, wordText, type Substitute } from './expand.ts';
import { readSimpleCommand, readRedirections } from './simple-command.ts';
import { branch, merge, type Scope } from './scope.ts';

/** Reads a text as a shell would. What does not parse is unknown here, and a change on a guest. */
export function readText(text: string, context: Context): Stream {
  const { reading, depth, place } = context;
  reading.parse(text, depth);
  const script = parse(text);
  if (script.errors !== undefined && script.errors.length > 0) {
    const why = `the command does not parse: ${script.errors[0]?.message ?? ''}`;
    reading.at(place, place.remote ? 'change' : 'unknown', why, depth);
    return PIPE;
  }
  return readStatements(script.commands, context);
}

/** `$(…)` runs in a shell of its own, and its output is the text. */
export const substitute: Substitute = (script, context) => {
  if (script === undefined) {
    context.reading.at(
      context.place,
      context.place.remote ? 'change' : 'unknown',
      'a substitution does not parse',
      context.depth,
    );
    return PIPE;
  }
  const inner = {
    ...context,
    scope: branch(context.scope),
    depth: context.depth + 1,
    stdin: context.stdin,
    env: new Map<string, string>(),
  };
  context.reading.step(inner.depth);
  return readStatements(script.commands, inner);
};

function readStatements(commands: Script['commands'], context: Context): Stream {
  let output: Stream = NO_STREAM;
  commands.forEach((statement, index) => {
    // In the background it runs in a shell of its own.
    const last = readNode(
      statement.command,
      statement.background === true ? { ...context, scope: branch(context.scope) } : context,
    );
    output = index === 0 ? last : joined(output, last);
  });
  return output;
}

function joined(first: Stream, second: Stream): Stream {
  if (first.kind === 'none') return second;
  if (second.kind === 'none') return first;
  return first.kind === 'text' && second.kind === 'text'
    ? { kind: 'text', text: first.text + second.text }
    : PIPE;
}

function readList(list: CompoundList, context: Context): Stream {
  return readStatements(list.commands, context);
}

/** Branches of which one is taken, or none: what they agree on is known afterwards. */
function readBranches(
  context: Context,
  ways: readonly ((inner: Context) => void)[],
  maybeNone: boolean,
): void {
  const scopes: Scope[] = ways.map((way) => {
    const scope = branch(context.scope);
    way({ ...context, scope });
    return scope;
  });
  merge(context.scope, maybeNone ? [...scopes, branch(context.scope)] : scopes);
}

function readNode(node: PipelineNode | AndOr | CompoundList, context: Context): Stream {
  context.reading.step(context.depth);
  switch (node.type) {
    case 'Command':
      return readSimpleCommand(node, context, substitute);
    case 'AndOr':
      return readAndOr(node, context);
    case 'Pipeline':
      return readPipeline(node.commands, context);
    case 'Redirected': {
      const redirected = readRedirections(node.redirects, context, substitute);
      const output = readNode(node.command, { ...context, stdin: redirected.stdin ?? context.stdin });
      return redirected.keep(output);
    }
    case 'BraceGroup':
      return readList(node.body, context);
    case 'Subshell':
      return readList(node.body, { ...context, scope: branch(context.scope) });
    case 'If':
      readList(node.clause, context);
      readBranches(
        context,
        [
          (inner) => void readList(node.then, inner),
          ...node.elif.map((elif) => (inner: Context) => {
            readList(elif.clause, inner);
            readList(elif.then, inner);
          }),
          (inner) => void (node.else && readList(node.else, inner)),
        ],
        false,
      );
      return PIPE;
    case 'For':
      return readFor(node.name.value, node.wordlist, node.body, context);
    case 'Select':
      return readLoop(node.body, context, [node.name.value], () =>
        node.wordlist?.forEach((word) => expandWord(word, context, substitute)),
      );
    case 'While':
      return readLoop(node.body, context, [], (inner) => void readList(node.clause, inner), node.clause);
    case 'ArithmeticFor':
      return readLoop(node.body, context, [], (inner) => {
        for (const part of [node.initialize, node.test, node.update])
          if (part) effectsWithin(part, inner, substitute);
      });
    case 'Case':
      wordText(node.word, context, substitute);
      for (const item of node.items)
        for (const pattern of item.pattern) wordText(pattern, context, substitute);
      readBranches(
        context,
        node.items.map(
          ({ body }) =>
            (inner) =>
              void readList(body, inner),
        ),
        true,
      );
      return PIPE;
    case 'Function':
      context.scope.functions.set(node.name.value, { node, called: false });
      context.reading.note(`function ${node.name.value}`, context.depth);
      return NO_STREAM;
    case 'Coproc':
      return readNode(node.body, { ...context, scope: branch(context.scope), stdin: PIPE });
    case 'CompoundList':
      return readList(node, context);
    case 'TestCommand':
    case 'ArithmeticCommand':
      effectsWithin(node, context, substitute);
      for (const name of assignedNames(node)) context.scope.vars.set(name, null);
      return NO_STREAM;
  }
}

/** What stands after `&&` or `||` may not run: what it sets holds in the chain, and not surely after it. */
function readAndOr(node: AndOr, context: Context): Stream {
  const [first, ...rest] = node.commands;
  let output: Stream = first === undefined ? NO_STREAM : readNode(first, context);
  readBranches(
    context,
    [
      (inner) => {
        rest.forEach((command, index) => {
          if (node.operators[index] === '||')
            readBranches(inner, [(one) => void (output = joined(output, readNode(command, one)))], true);
          else output = joined(output, readNode(command, inner));
        });
      },
    ],
    true,
  );
  return output;
}

function readPipeline(commands: readonly CommandNode[], context: Context): Stream {
  const [only] = commands;
  if (commands.length === 1 && only !== undefined) return readNode(only, context);
  let stdin = context.stdin;
  for (const command of commands)
    stdin = readNode(command, { ...context, scope: branch(context.scope), stdin });
  return stdin;
}

const MOST_ROUNDS = 64;

function readFor(
  name: string,
  wordlist: readonly Word[] | undefined,
  body: CompoundList,
  context: Context,
): Stream {
  const words: readonly Arg[] =
    wordlist === undefined
      ? (context.scope.positional ?? [literal(DYN)])
      : wordlist.flatMap((word) => expandWord(word, context, substitute));
  const rounds = words.length > MOST_ROUNDS ? [literal(DYN)] : words;
  for (const word of rounds) {
    context.scope.vars.set(name, word.glob || word.many ? DYN : word.text);
    readList(body, context);
  }
  if (leavesEarly(body)) for (const assigned of assignedNames(body)) context.scope.vars.set(assigned, null);
  return PIPE;
}

/** A loop whose rounds cannot be told: what it assigns is unknown in it and after it. */
function readLoop(
  body: CompoundList,
  context: Context,
  names: readonly string[],
  before: (inner: Context) => void,
  clause?: CompoundList,
): Stream {
  const forget = (): void => {
    for (const name of [...names, ...assignedNames(body), ...(clause ? assignedNames(clause) : [])])
      context.scope.vars.set(name, null);
  };
  forget();
  before(context);
  readList(body, context);
  forget();
  return PIPE;
}

/** Reads a function's body with its arguments; a function that calls itself is read once. */
export function callFunction(name: string, args: readonly Arg[] | null, context: Context): Stream {
  const found = context.scope.functions.get(name);
  if (found === undefined) return PIPE;
  found.called = true;
  const functions = new Map(context.scope.functions);
  functions.delete(name);
  const scope: Scope = { ...context.scope, positional: args, functions };
  context.reading.step(context.depth + 1);
  const before = new Map(context.scope.vars);
  const output = readNode(found.node.body, { ...context, scope, depth: context.depth + 1 });
  // A variable may have been the function's own, or the function may have returned before.
  for (const [changed, value] of context.scope.vars)
    if (before.get(changed) !== value || !before.has(changed)) context.scope.vars.set(changed, null);
  // What the body defined stays; the function itself was only hidden from its own body.
  for (const [inner, value] of functions) context.scope.functions.set(inner, value);
  return output;
}

/** Functions that nobody was seen to call: somebody may, with anything. */
export function readUncalled(context: Context): void {
  for (const [name, { called }] of [...context.scope.functions]) {
    if (called) continue;
    const scope = branch(context.scope);
    for (const assigned of scope.vars.keys()) scope.vars.set(assigned, null);
    callFunction(name, null, { ...context, scope, stdin: PIPE });
  }
}
