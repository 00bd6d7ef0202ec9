import { DYN } from '../shell/arg.ts';
import type { Context } from '../shell/context.ts';
import type { Place } from '../shell/reading.ts';
import type { Statement } from './ast.ts';

/** What an expression or a pipeline gives: texts where they are known, and the hosts whose objects it holds. */
export interface Result {
  /** Null: not known. */
  values: readonly string[] | null;
  /** Places that the objects belong to: sessions to them, services of them, VMs. */
  hosts: readonly Place[];
  /** Script blocks among the values. */
  blocks: readonly (readonly Statement[])[];
}

export const NOTHING: Result = { values: [], hosts: [], blocks: [] };
export const UNKNOWN: Result = { values: null, hosts: [], blocks: [] };

export function texts(...values: string[]): Result {
  return { values, hosts: [], blocks: [] };
}

export function joinResults(results: readonly Result[]): Result {
  return {
    values: results.every(({ values }) => values !== null)
      ? results.flatMap(({ values }) => [...(values ?? [])])
      : null,
    hosts: results.flatMap(({ hosts }) => [...hosts]),
    blocks: results.flatMap(({ blocks }) => [...blocks]),
  };
}

export function hostsOnly(hosts: readonly Place[]): Result {
  return { values: null, hosts, blocks: [] };
}

/** One running PowerShell: where it runs and what its variables hold. */
export interface State {
  context: Context;
  variables: Map<string, Result>;
  functions: Map<string, { body: readonly Statement[]; called: boolean }>;
}

export function newState(context: Context): State {
  return { context, variables: new Map(), functions: new Map() };
}

/** For a block that may run any number of times, or in a scope of its own. */
export function inner(state: State, set: Readonly<Record<string, Result>> = {}): State {
  return { ...state, variables: new Map([...state.variables, ...Object.entries(set)]) };
}

/** A variable by its name without scope. */
export function lookUp(state: State, name: string): Result {
  const short = name.replace(/^(?:global|script|local|private|using|variable):/u, '');
  const own = state.variables.get(short);
  if (own !== undefined) return own;
  if (/^(?:true|false|null)$/u.test(short)) return texts(short === 'null' ? '' : short);
  if (short === 'home' && state.context.scope.home !== null && !state.context.place.remote)
    return texts(state.context.scope.home);
  return UNKNOWN;
}

/** One text, with what is not known marked in it. */
export function oneText(result: Result): string {
  return result.values === null ? DYN : result.values.join(' ');
}

/** After something ran in a copy: what it changed there may have changed here. */
export function forget(state: State, ran: State): void {
  for (const [name, value] of ran.variables) {
    const before = state.variables.get(name);
    if (before !== undefined && before !== value)
      state.variables.set(name, {
        values: null,
        hosts: [...before.hosts, ...value.hosts],
        blocks: [...before.blocks, ...value.blocks],
      });
  }
}
