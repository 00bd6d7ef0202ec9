import { uncHost } from '../hosts/unc.ts';
import { DYN } from '../shell/arg.ts';
import { change, unknown } from '../shell/context.ts';
import { writeTo } from '../shell/files.ts';
import { isGuest } from '../shell/reading.ts';
import { reachingWord } from '../programs/code-words.ts';
import type { Assignment, Element, Expression, ForEach, Primary, Statement } from './ast.ts';
import { PURE_CALLS, REACHING_TYPE } from './cmdlets.ts';
import { runCommand } from './commands.ts';
import {
  forget,
  inner,
  joinResults,
  lookUp,
  NOTHING,
  oneText,
  texts,
  UNKNOWN,
  type Result,
  type State,
} from './state.ts';

const MOST_ROUNDS = 64;

/** Reads statements one after the other; the result is what they write. */
export function readStatements(script: readonly Statement[], state: State): Result {
  state.context.reading.step(state.context.depth);
  return joinResults(script.map((statement) => readStatement(statement, state)));
}

function readStatement(statement: Statement, state: State): Result {
  state.context.reading.step(state.context.depth);
  switch (statement.kind) {
    case 'pipeline':
      return readPipeline(statement.elements, state);
    case 'assign':
      return assign(statement, readStatement(statement.value, state), state);
    case 'flow': {
      const heads = statement.heads.map((head) => readStatements(head, state));
      const before = new Map(state.variables);
      const bodies = statement.bodies.map((body) => readStatements(body, state));
      forgetChanged(before, state);
      return { ...joinResults([...heads, ...bodies]), values: null };
    }
    case 'foreach':
      return readForEach(statement, state);
    case 'function':
      state.functions.set(statement.name, { body: statement.body, called: false });
      return NOTHING;
  }
}

/** After branches and loops: what they assigned may or may not hold, and the hosts of either still count. */
function forgetChanged(before: ReadonlyMap<string, Result>, state: State): void {
  for (const [name, value] of state.variables) {
    const old = before.get(name);
    if (old !== value)
      state.variables.set(name, {
        values: null,
        hosts: [...value.hosts, ...(old?.hosts ?? [])],
        blocks: [...value.blocks, ...(old?.blocks ?? [])],
      });
  }
}

function readForEach({ name, list, body }: ForEach, state: State): Result {
  const items = readStatements(list, state);
  const known = items.values !== null && items.values.length <= MOST_ROUNDS && items.hosts.length === 0;
  if (!known) {
    const before = new Map(state.variables);
    state.variables.set(name, { ...items, values: null });
    const result = readStatements(body, state);
    forgetChanged(before, state);
    return { ...result, values: null };
  }
  return joinResults(
    (items.values ?? []).map((value) => {
      state.variables.set(name, texts(value));
      return readStatements(body, state);
    }),
  );
}

function readPipeline(elements: readonly Element[], state: State): Result {
  let input = null as Result | null;
  for (const element of elements) {
    const before: Result[] = input === null ? [] : [{ ...input, values: null }];
    input =
      element.kind === 'expression'
        ? joinResults([evaluate(element, state), ...before])
        : runCommand(element, input, state);
  }
  return input ?? NOTHING;
}

/** The variable, item or property that is assigned. */
function assign({ target, plain }: Assignment, given: Result, state: State): Result {
  const value = plain ? given : { ...given, values: null };
  const operands = target.filter(({ k }) => k !== 'type' && k !== 'operator');
  const [first] = operands;
  if (first?.k !== 'variable' || operands.length > 1) {
    evaluate({ kind: 'expression', groups: [[...target]] }, state);
    return propertySet(value, state);
  }
  const drive = /^(?<drive>[^:]+):/u.exec(first.name)?.groups?.['drive'];
  if (drive !== undefined && !/^(?:global|script|local|private|using|variable)$/u.test(drive))
    return driveSet(drive, first.name, value, state);
  const name = first.name.replace(/^[^:]*:/u, '');
  if (
    /^(?:psdefaultparametervalues|executioncontext|psemailserver|pssessionconfigurationname|pssessionapplicationname|pssessionoption|psmoduleautoloadingpreference)$/u.test(
      name,
    )
  ) {
    unknown(state.context, `sets $${name}, which may send other commands elsewhere`);
    return NOTHING;
  }
  if (first.posts.length > 0) {
    evaluate({ kind: 'expression', groups: [[first]] }, state);
    const before = lookUp(state, first.name);
    state.variables.set(name, {
      values: null,
      hosts: [...before.hosts, ...value.hosts],
      blocks: [...before.blocks, ...value.blocks],
    });
    return propertySet({ ...value, hosts: before.hosts }, state);
  }
  state.variables.set(name, target.length === 1 ? value : { ...value, values: null });
  return NOTHING;
}

function propertySet(value: Result, state: State): Result {
  // The property may be the value of a reference to any variable.
  for (const [name, one] of state.variables) state.variables.set(name, { ...one, values: null });
  for (const place of value.hosts)
    state.context.reading.at(place, 'change', 'sets a property of an object there', state.context.depth);
  if (isGuest(state.context.place)) change(state.context, 'sets a property of an object');
  return NOTHING;
}

/** `$env:X = …` and `${C:\file} = …`. */
function driveSet(drive: string, name: string, value: Result, state: State): Result {
  if (drive === 'env') {
    state.context.scope.vars.set(name.slice(4).toUpperCase(), value.values === null ? null : oneText(value));
    if (state.context.place.remote && !/^env:(?:lang|lc_\w+|tz|no_color)$/u.test(name))
      change(state.context, `sets $${name}`);
  } else if (isGuest(state.context.place)) change(state.context, `writes ${name}`);
  else if (/^(?:function|alias)$/u.test(drive)) unknown(state.context, `redefines ${name}`);
  return NOTHING;
}

/** An expression: its nested scripts are read, its value is known where it is a list of plain values. */
export function evaluate({ groups }: Expression, state: State): Result {
  return joinResults(groups.filter((group) => group.length > 0).map((group) => evaluateGroup(group, state)));
}

function evaluateGroup(group: readonly Primary[], state: State): Result {
  const [first] = group;
  if (first?.k === 'operator' && first.text === '>') {
    const target = oneText(joinResults(group.slice(1).map((one) => evaluatePrimary(one, state))));
    writeTo(target, state.context);
    return NOTHING;
  }
  const results = group.filter(({ k }) => k !== 'operator').map((one) => evaluatePrimary(one, state));
  const single = group.length === 1 || (group.length === 2 && first?.k === 'type');
  const joined = joinResults(results);
  if (single)
    return first?.k === 'type' && group.length === 2
      ? { ...joined, values: results[1]?.values ?? null }
      : joined;
  return { ...joined, values: concatenated(group, results) };
}

/** `'a' + 'b'` of known texts. */
function concatenated(group: readonly Primary[], results: readonly Result[]): string[] | null {
  const operators = group.filter((one) => one.k === 'operator');
  const plain =
    operators.length === results.length - 1 &&
    operators.every((one) => one.k === 'operator' && one.text === '+');
  if (!plain || results.some(({ values }) => values?.length !== 1)) return null;
  return [results.map(oneText).join('')];
}

function baseOf(one: Primary, state: State): Result {
  switch (one.k) {
    case 'text': {
      const parts = one.pieces.map((piece) =>
        typeof piece === 'string'
          ? texts(piece)
          : Array.isArray(piece)
            ? runCopy(piece, state)
            : lookUp(state, piece.variable),
      );
      const joined = joinResults(parts);
      return { values: [parts.map(oneText).join('')], hosts: joined.hosts, blocks: [] };
    }
    case 'variable':
      return one.name.startsWith('env:') ? environment(one.name, state) : lookUp(state, one.name);
    case 'script':
      return readStatements(one.script, state);
    case 'block':
      return { values: null, hosts: [], blocks: [one.script] };
    case 'hash': {
      const results = one.entries.map(({ key, value }) => {
        evaluate(key, state);
        return readStatement(value, state);
      });
      return { ...joinResults(results), values: null };
    }
    case 'type':
      return REACHING_TYPE.test(one.name) && one.posts.some(({ kind }) => kind === 'call')
        ? reaching(one.name, state)
        : UNKNOWN;
    case 'operator':
      return NOTHING;
  }
}

function environment(name: string, state: State): Result {
  const value = state.context.scope.vars.get(name.slice(4).toUpperCase());
  return typeof value === 'string' ? texts(value) : UNKNOWN;
}

function reaching(name: string, state: State): Result {
  const { context } = state;
  if (isGuest(context.place)) change(context, `calls [${name}]`);
  if (!context.place.remote) unknown(context, `calls [${name}], which may run a text or reach a host`);
  return UNKNOWN;
}

function evaluatePrimary(one: Primary, state: State): Result {
  let result = baseOf(one, state);
  for (const post of one.posts) {
    const args = post.args.map((arg) => evaluate(arg, state));
    if (post.kind === 'call') call(post.name, result, args, state);
    for (const { blocks } of args)
      for (const script of blocks) runCopy(script, state, { _: { ...result, values: null } });
    // A block that is called, `.Invoke()`, runs.
    if (post.kind === 'call') for (const script of result.blocks) runCopy(script, state);
    result = {
      values: null,
      hosts: [...result.hosts, ...args.flatMap(({ hosts }) => [...hosts])],
      blocks: [],
    };
  }
  return result;
}

/** A method: pure by its name, or a change of whatever its object belongs to. */
function call(name: string | null, on: Result, args: readonly Result[], state: State): void {
  const folded = name?.toLowerCase() ?? null;
  if (folded !== null && PURE_CALLS.has(folded) && on.blocks.length === 0) return;
  const { context } = state;
  for (const place of on.hosts)
    context.reading.at(place, 'change', `calls .${name ?? '…'}() of an object there`, context.depth);
  if (isGuest(context.place)) change(context, `calls .${name ?? '…'}(), which is not proven only to read`);
  if (context.place.remote) return;
  const literals = [...args, on].flatMap(({ values }) => [...(values ?? [])]);
  for (const text of literals) {
    const host = uncHost(`${text}\\`);
    if (host !== null)
      context.reading.at(
        context.reading.remotePlace(host),
        'change',
        `calls .${name ?? '…'}() there`,
        context.depth,
      );
    const word = reachingWord(text.replaceAll(DYN, ' '), context);
    if (word !== null) unknown(context, `calls .${name ?? '…'}() with a text that names ${word}`);
  }
  if (
    folded === null ||
    /^(?:invokescript|newscriptblock|expandstring|invokecommand|addscript|addcommand|invokemember|loadfrom|load)$/u.test(
      folded,
    )
  )
    unknown(context, `calls .${name ?? '…'}(), which may run a text`);
}

/** Runs a script in a copy of the state: what it sets may hold afterwards, or not. */
export function runCopy(
  script: readonly Statement[],
  state: State,
  set: Readonly<Record<string, Result>> = {},
): Result {
  const copy = inner(state, set);
  const result = readStatements(script, copy);
  forget(state, copy);
  return result;
}

/** Runs a script block in the same place, with `$_` as given. */
export function runBlock(script: readonly Statement[], state: State, item: Result): Result {
  return runCopy(script, state, { _: item, psitem: item });
}

/** Functions that nobody was seen to call: somebody may, with anything. */
export function readUncalledFunctions(state: State): void {
  for (const [name, found] of [...state.functions]) {
    if (found.called) continue;
    found.called = true;
    const functions = new Map(state.functions);
    functions.delete(name);
    const variables = new Map(
      [...state.variables].map(([key, value]): [string, Result] => [key, { ...value, values: null }]),
    );
    readStatements(found.body, { ...state, variables, functions });
  }
}
