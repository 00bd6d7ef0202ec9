import { change, NO_STREAM, PIPE, type Context, type Stream } from '../shell/context.ts';
import { PowerShellFault, type Statement } from './ast.ts';
import { readStatements, readUncalledFunctions } from './evaluate.ts';
import { parsePowerShell } from './parse.ts';
import { newState } from './state.ts';

/** Reads a text as PowerShell. What does not parse is unknown here, and a change on a guest. */
export function readPowerShell(text: string, context: Context): Stream {
  const { reading, depth, place } = context;
  reading.parse(text, depth);
  let script: Statement[];
  try {
    script = parsePowerShell(text);
  } catch (error) {
    if (!(error instanceof PowerShellFault)) throw error;
    const why = `PowerShell that is not read here: ${error.message}`;
    if (place.remote) return change(context, why);
    reading.unknown(why, depth);
    return PIPE;
  }
  const state = newState({ ...context, stdin: NO_STREAM });
  readStatements(script, state);
  readUncalledFunctions(state);
  return PIPE;
}
