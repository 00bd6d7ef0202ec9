import { guardedPath } from '../hosts/guarded-paths.ts';
import { uncHost } from '../hosts/unc.ts';
import { cmdFault } from '../programs/remote/windows-tools.ts';
import { DYN, literal, type Arg } from '../shell/arg.ts';
import { change, NO_STREAM, read, unknown } from '../shell/context.ts';
import { shown, writeTo } from '../shell/files.ts';
import { isGuest, type Place } from '../shell/reading.ts';
import { PowerShellFault, type Argument, type Command, type Statement } from './ast.ts';
import { parsePowerShell } from './parse.ts';
import { ALIASES, COMMON_VALUES, READING_VERB, READS } from './cmdlets.ts';
import { evaluate, readStatements, runBlock, runCopy } from './evaluate.ts';
import { bind, valueOf, type Bound } from './parameters.ts';
import { placesOf, REMOTING } from './remoting.ts';
import {
  forget,
  hostsOnly,
  inner,
  joinResults,
  NOTHING,
  oneText,
  texts,
  UNKNOWN,
  type Result,
  type State,
} from './state.ts';

const CMDLET = /^[a-z]+-[a-z][a-z0-9]*$/u;

/** One command of a pipeline; `input` is what comes through the pipe, null for the first. */
export function runCommand(command: Command, input: Result | null, state: State): Result {
  const { context } = state;
  context.reading.step(context.depth);
  for (const target of command.redirections)
    writeTo(oneText(evaluate({ kind: 'expression', groups: [[target]] }, state)), context);
  if (command.name.k === 'block') return runCopy(command.name.script, state);
  const named = evaluate({ kind: 'expression', groups: [[command.name]] }, state);
  if (named.blocks.length > 0) {
    command.args.forEach(({ value }) => value && evaluate(value, state));
    return joinResults(named.blocks.map((script) => runCopy(script, state)));
  }
  const text = oneText(named);
  if (text.includes(DYN)) {
    command.args.forEach(({ value }) => value && evaluate(value, state));
    return dynamicCommand(text, state);
  }
  // A script that is run in this scope may set any variable.
  if (command.invoke && /\.ps1$/iu.test(text))
    for (const name of state.variables.keys()) state.variables.set(name, UNKNOWN);
  return runNamed(text, command.args, input, state);
}

function dynamicCommand(text: string, state: State): Result {
  const what = `the command ${shown(text)} is only known at run time`;
  if (state.context.place.remote) change(state.context, what);
  else unknown(state.context, what);
  return UNKNOWN;
}

/** A command whose name is known. */
export function runNamed(
  written: string,
  args: readonly Argument[],
  input: Result | null,
  state: State,
): Result {
  const folded = written.toLowerCase().replace(/^microsoft\.[\w.]+\\/u, '');
  const alias = ALIASES[folded];
  const name = Object.hasOwn(ALIASES, folded) && alias !== undefined ? alias : folded;
  const own = state.functions.get(name) ?? state.functions.get(folded);
  if (own !== undefined) return callFunction(folded, own, args, state);
  const remoting = Object.hasOwn(REMOTING, name) ? REMOTING[name] : undefined;
  if (remoting !== undefined) return remoting(args, input, state);
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  if (special !== undefined) return special(args, input, state);
  if ((CMDLET.test(name) && !state.context.tools.knows(name)) || name === 'mkdir')
    return cmdlet(name, args, input, state);
  return native(written, args, state);
}

function callFunction(
  name: string,
  found: { body: readonly Statement[]; called: boolean },
  args: readonly Argument[],
  state: State,
): Result {
  found.called = true;
  const values = args.map(({ value }) => (value === null ? NOTHING : evaluate(value, state)));
  const functions = new Map(state.functions);
  functions.delete(name);
  // Which parameter gets which value is not followed: all are unknown, and their hosts count.
  const copy = { ...inner(state, { args: { ...joinResults(values), values: null } }), functions };
  const result = readStatements(found.body, copy);
  forget(state, copy);
  for (const [inside, value] of functions) state.functions.set(inside, value);
  return { ...result, hosts: [...result.hosts, ...values.flatMap(({ hosts }) => [...hosts])] };
}

/** What all values of a cmdlet's words give, and the blocks among them read. */
function evaluateAll(bound: Bound, state: State, item: Result): Result {
  const results = [...bound.named.values(), ...bound.positional].map((value) => evaluate(value, state));
  for (const { blocks } of results) for (const script of blocks) runBlock(script, state, item);
  return joinResults(results);
}

const COMPUTER = [
  'computername',
  'cn',
  'hostname',
  'vmname',
  'cimsession',
  'session',
  'computer',
  'server',
  'mac',
  'dnshostname',
];

/** A cmdlet: here or at the hosts that its parameters name, or those that its input belongs to. */
function cmdlet(name: string, args: readonly Argument[], input: Result | null, state: State): Result {
  const { context } = state;
  const bound = bind(args, null);
  const item: Result = { values: null, hosts: input?.hosts ?? [], blocks: [] };
  const all = evaluateAll(bound, state, item);
  const named = namedPlaces(name, bound, state);
  const reads = READS.has(name);
  const handed = [...all.hosts, ...(input?.hosts ?? [])];
  if (reads) {
    for (const place of named) context.reading.at(place, 'read', `${name} only reads`, context.depth);
    for (const host of uncHosts(all))
      context.reading.at(context.reading.remotePlace(host), 'read', `${name} only reads`, context.depth);
    if (named.length === 0) context.reading.at(context.place, 'read', `${name} only reads`, context.depth);
    for (const text of outVariables(bound, state)) state.variables.set(text, UNKNOWN);
    return {
      values: passesOn(name) ? (input?.values ?? null) : null,
      hosts: [...named, ...handed],
      blocks: [],
    };
  }
  const targets = [...named, ...handed, ...uncHosts(all).map((host) => context.reading.remotePlace(host))];
  for (const place of targets)
    context.reading.at(place, 'change', `${name} is not proven only to read`, context.depth);
  if (targets.length > 0) return hostsOnly(targets);
  if (isGuest(context.place)) change(context, `${name} is not proven only to read`);
  if (!context.place.remote) localCmdlet(name, args, all, bound, state);
  return UNKNOWN;
}

const passesOn = (name: string): boolean =>
  /^(?:write-output|sort-object|where-object|select-object|get-unique)$/u.test(name);

function outVariables(bound: Bound, state: State): string[] {
  return [...bound.named]
    .filter(([key]) => COMMON_VALUES.has(key) && /variable$|^[ewiop]v$/u.test(key))
    .map(([, value]) => oneText(evaluate(value, state)).replace(/^\+/u, '').toLowerCase());
}

function uncHosts({ values }: Result): string[] {
  return [...new Set((values ?? []).map((text) => uncHost(text)).filter((host) => host !== null))];
}

/** The hosts that `-ComputerName` and its like name, and the VMs that a VM cmdlet does. */
function namedPlaces(name: string, bound: Bound, state: State): Place[] {
  const places: Place[] = [];
  for (const [written, value] of bound.named) {
    if (!COMPUTER.some((one) => one === written || (written.length >= 4 && one.startsWith(written))))
      continue;
    if (written === 'server' && READING_VERB.test(name)) continue;
    places.push(...placesOf(evaluate(value, state), state));
  }
  if (places.length > 0 || !isVmCmdlet(name) || state.context.place.remote) return places;
  const vm =
    valueOf(bound, 'vm', 'vmname', 'name', 'entity') ??
    (/-vm(?:guest)?$|^invoke-vmscript$/u.test(name) ? bound.positional[0] : undefined);
  return vm === undefined ? [] : placesOf(evaluate(vm, state), state);
}

const isVmCmdlet = (name: string): boolean =>
  /^[a-z]+-(?:az)?vm(?!host)[a-z]*$|^[a-z]+-(?:snapshot|harddisk|networkadapter)$|^copy-vmguestfile$/u.test(
    name,
  );

/** Cmdlets with which this machine reaches others by itself: VMs, AD, clusters. */
const REACHES =
  /^(?!get-|test-|find-|show-|measure-|select-)[a-z]+-(?:(?:az)?vm[a-z]*|snapshot|harddisk|networkadapter|ad[a-z]+|cluster[a-z]*|ec2[a-z]*|ssm[a-z]*|sscommand|gpo|gplink|dns(?:server)[a-z]*|dhcpserver[a-z]*|vpg|zerto[a-z]*|sshsession|sshcommand|sftp[a-z]*|scpitem|scpfile|dsc[a-z]*|wsman[a-z]*|ciminstance|cimmethod|wmimethod|wmiinstance|wmiobject)$/u;

function localCmdlet(name: string, args: readonly Argument[], all: Result, bound: Bound, state: State): void {
  const { context } = state;
  if (bound.splatted) return void unknown(context, `the parameters of ${name} are only known at run time`);
  if (
    REACHES.test(name) &&
    !/^(?:(?:new|set|remove|invoke)-(?:ciminstance|cimmethod|wmimethod|wmiinstance|wmiobject))$/u.test(name)
  )
    return void unknown(context, `${name} may change a guest that its words do not name`);
  const places = { ...context.reading.settings, home: context.scope.home, cwd: context.scope.cwd };
  for (const text of all.values ?? literalsOf(args, state)) {
    const guarded = guardedPath(text, places);
    if (guarded !== null) unknown(context, `${name} works on ${shown(guarded)}, which belongs to the guard`);
  }
  context.tools.local(name, argv(args, state), { ...context, stdin: NO_STREAM });
}

function literalsOf(args: readonly Argument[], state: State): string[] {
  return args.flatMap(({ value }) => (value === null ? [] : (evaluate(value, state).values ?? [])));
}

/** The words of a native program, as PowerShell hands them over. */
export function argv(args: readonly Argument[], state: State): Arg[] {
  return args.flatMap(({ parameter, value }) => {
    const words = parameter === null ? [] : [literal(parameter.replace(/^[–—―]/u, '-'))];
    if (value === null) return words;
    const found = evaluate(value, state);
    const [only] = words;
    if (only?.text.endsWith(':') === true)
      return [{ text: only.text + oneText(found), many: found.values === null, glob: false }];
    if (found.values === null) return [...words, { text: DYN, many: true, glob: false }];
    return [...words, ...found.values.map(literal)];
  });
}

/** A program: read as any shell's, or as one of Windows. */
function native(written: string, args: readonly Argument[], state: State): Result {
  const { context } = state;
  const words = argv(args, state);
  const line = [written, ...words.map(({ text }) => text)].join(' ');
  if (context.place.remote && cmdFault(line) === null) {
    read(context, 'the command only reads');
    return UNKNOWN;
  }
  // The names of some programs are others on Windows: only those that read on both are proven.
  const output = context.tools.run([literal(written), ...words], { ...context, stdin: NO_STREAM });
  return output.kind === 'text' ? texts(output.text.trimEnd()) : UNKNOWN;
}

/** A scriptblock of `foreach`: read for each value that is known. */
function forEachObject(args: readonly Argument[], input: Result | null, state: State): Result {
  const { context } = state;
  const bound = bind(args, null);
  const results = [...bound.named.values(), ...bound.positional].map((value) => evaluate(value, state));
  const blocks = results.flatMap((one) => [...one.blocks]);
  const member = results.find(
    ({ values, blocks: own }) => own.length === 0 && values !== null && values.length > 0,
  );
  if (blocks.length === 0 && member !== undefined) {
    for (const place of input?.hosts ?? [])
      context.reading.at(place, 'change', `calls ${oneText(member)} of an object there`, context.depth);
    if (isGuest(context.place)) change(context, `calls ${shown(oneText(member))}`);
  }
  const items =
    input?.values !== null && input !== null && input.values.length > 0 && input.values.length <= 64
      ? input.values.map((value) => texts(value))
      : [{ values: null, hosts: input?.hosts ?? [], blocks: [] }];
  return joinResults(
    items.flatMap((item) =>
      blocks.map((script) => runBlock(script, state, { ...item, hosts: input?.hosts ?? [] })),
    ),
  );
}

/** A text runs in this scope. */
function runText(text: string, state: State): void {
  const { reading, depth, place } = state.context;
  reading.parse(text, depth);
  let script: Statement[];
  try {
    script = parsePowerShell(text);
  } catch (error) {
    if (!(error instanceof PowerShellFault)) throw error;
    reading.at(
      place,
      place.remote ? 'change' : 'unknown',
      `PowerShell that is not read here: ${error.message}`,
      depth,
    );
    return;
  }
  runCopy(script, state);
}

function forgetAll(args: readonly Argument[], _: Result | null, state: State): Result {
  args.forEach(({ value }) => value && evaluate(value, state));
  for (const name of state.variables.keys()) state.variables.set(name, UNKNOWN);
  return NOTHING;
}

function invokeExpression(args: readonly Argument[], input: Result | null, state: State): Result {
  const { context } = state;
  const bound = bind(args, { values: ['command'], switches: [] });
  const given = [...bound.named.values(), ...bound.positional].map((value) => evaluate(value, state));
  const text = given.length > 0 ? oneText(joinResults(given)) : input === null ? '' : oneText(input);
  if (text.includes(DYN)) {
    if (context.place.remote) change(context, 'Invoke-Expression runs a text that is only known at run time');
    else unknown(context, 'Invoke-Expression runs a text that is only known at run time');
  } else runText(text, { ...state, context: { ...context, depth: context.depth + 1 } });
  return UNKNOWN;
}

/** `Start-Process ssh -ArgumentList 'web01','reboot'`. */
function startProcess(args: readonly Argument[], _: Result | null, state: State): Result {
  const { context } = state;
  const table = {
    values: [
      'filepath',
      'argumentlist',
      'args=argumentlist',
      'credential',
      'workingdirectory',
      'windowstyle',
      'verb',
      'redirectstandardinput',
      'redirectstandardoutput',
      'redirectstandarderror',
      'environment',
    ],
    switches: ['wait', 'passthru', 'nonewwindow', 'loaduserprofile', 'usenewenvironment'],
  };
  const bound = bind(args, table);
  if (bound.strange !== null || bound.splatted)
    return dynamicCommand(bound.strange ?? 'of a splatted table', state);
  const file = bound.named.get('filepath') ?? bound.positional[0];
  const list = bound.named.get('argumentlist') ?? bound.positional[bound.named.has('filepath') ? 0 : 1];
  const name = file === undefined ? DYN : oneText(evaluate(file, state));
  const words = list === undefined ? texts() : evaluate(list, state);
  if (isGuest(context.place)) change(context, 'starts a program');
  if (name.includes(DYN)) return dynamicCommand(name, state);
  if (words.values === null) {
    context.tools.run([literal(name), { text: DYN, many: true, glob: false }], context);
    return UNKNOWN;
  }
  // Windows joins the words and splits them again at spaces.
  const whole = words.values.join(' ');
  context.tools.script(
    [name, whole]
      .map((one, index) => (index === 0 ? `'${one.replaceAll("'", "'\\''")}'` : one.replaceAll('\\', '\\\\')))
      .join(' '),
    { ...context, depth: context.depth + 1 },
  );
  return UNKNOWN;
}

/** Blocks that run here, now or as a job. */
function runsBlocks(args: readonly Argument[], input: Result | null, state: State): Result {
  const bound = bind(args, null);
  const all = evaluateAll(bound, state, { values: null, hosts: input?.hosts ?? [], blocks: [] });
  if (bound.named.has('filepath') || bound.named.has('initializationscript')) {
    if (isGuest(state.context.place)) change(state.context, 'runs a script');
    else if (bound.named.has('initializationscript')) return all;
  }
  return all;
}

function importModule(args: readonly Argument[], _: Result | null, state: State): Result {
  const bound = bind(args, null);
  const all = evaluateAll(bound, state, UNKNOWN);
  const byName = all.values !== null && all.values.every((text) => /^[A-Za-z][\w.]*$/u.test(text));
  const sessions = bound.named.has('pssession') || bound.named.has('cimsession');
  if (sessions)
    for (const place of all.hosts)
      state.context.reading.at(place, 'change', 'imports commands from there', state.context.depth);
  if (isGuest(state.context.place) && (!byName || sessions)) change(state.context, 'loads a module');
  else state.context.reading.at(state.context.place, 'read', 'loads a module', state.context.depth);
  if (sessions) unknown(state.context, 'commands imported from a session run there');
  return NOTHING;
}

function setVariable(args: readonly Argument[], input: Result | null, state: State): Result {
  const bound = bind(args, {
    values: ['name', 'value', 'scope', 'option', 'visibility', 'description'],
    switches: ['passthru'],
  });
  const name = bound.named.get('name') ?? bound.positional[0];
  const value = bound.named.get('value') ?? bound.positional[bound.named.has('name') ? 0 : 1];
  const text = name === undefined ? DYN : oneText(evaluate(name, state));
  const result = value === undefined ? (input ?? NOTHING) : evaluate(value, state);
  if (text.includes(DYN) || /^psdefaultparametervalues$/iu.test(text) || bound.strange !== null)
    unknown(state.context, 'sets a variable that is only known at run time');
  else state.variables.set(text.toLowerCase(), result);
  return NOTHING;
}

function setAlias(args: readonly Argument[], _: Result | null, state: State): Result {
  if (isGuest(state.context.place)) change(state.context, 'defines an alias');
  else unknown(state.context, 'defines an alias, which hides what runs later');
  args.forEach(({ value }) => value && evaluate(value, state));
  return NOTHING;
}

type Special = (args: readonly Argument[], input: Result | null, state: State) => Result;

const SPECIAL: Readonly<Record<string, Special>> = {
  'foreach-object': forEachObject,
  'invoke-expression': invokeExpression,
  'start-process': startProcess,
  'start-job': runsBlocks,
  'start-threadjob': runsBlocks,
  'measure-command': runsBlocks,
  'import-module': importModule,
  'set-variable': setVariable,
  'new-variable': setVariable,
  'remove-variable': forgetAll,
  'clear-variable': forgetAll,
  'set-alias': setAlias,
  'new-alias': setAlias,
};
