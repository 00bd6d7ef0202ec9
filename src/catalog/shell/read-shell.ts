import { knows, run } from '../programs/dispatch.ts';
import { localProgram } from '../programs/local-program.ts';
import { readPowerShell } from '../powershell/read.ts';
import type { CatalogSettings, Effect, Trace } from '../types.ts';
import { DYN } from './arg.ts';
import { NO_STREAM, type Context, type Stream, type Tools } from './context.ts';
import { readText, readUncalled } from './read-script.ts';
import { LONGEST_COMMAND, Reading, TooMuch } from './reading.ts';
import { newScope } from './scope.ts';

const tools: Tools = {
  run,
  script(text: string, context: Context): Stream {
    const output = readText(text, context);
    readUncalled(context);
    return output;
  },
  evaluate: readText,
  local: localProgram,
  knows,
  powershell: readPowerShell,
};

export type Language = 'shell' | 'powershell';

/** What a command line does, as far as it is proven. Never throws: what cannot be read is unknown. */
export function readCommandLine(
  text: string,
  language: Language,
  settings: CatalogSettings,
  trace?: Trace,
): Effect[] {
  const reading = new Reading(settings, trace);
  const context: Context = {
    reading,
    place: { vm: settings.local, remote: false },
    scope: newScope(settings.home, settings.cwd),
    depth: 0,
    stdin: NO_STREAM,
    env: new Map(),
    tools,
  };
  if (text.length > LONGEST_COMMAND) return refused('it is too long to be read');
  if (text.includes(DYN) || text.includes('\0')) return refused('it holds a character that no command has');
  try {
    if (language === 'shell') tools.script(text, context);
    else tools.powershell(text, context);
    return reading.effects;
  } catch (error) {
    // A stack that ran out, or a fault of the reader: the command was not judged.
    const why =
      error instanceof TooMuch
        ? error.message
        : `it cannot be read (${error instanceof Error ? error.message.slice(0, 80) : 'unknown fault'})`;
    return [...reading.effects, { kind: 'unknown', host: null, why }];
  }
}

function refused(why: string): Effect[] {
  return [{ kind: 'unknown', host: null, why }];
}
