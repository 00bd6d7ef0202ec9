import { ConfigError } from '../config/index.ts';
import { wordsOf } from '../client/index.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** Tells why a command ended, on stderr and with `--json` as a document on stdout; returns the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  const { reason, exitCode, details } = explain(error);
  if (json)
    console.log(JSON.stringify({ ok: false, reason, ...(details.length > 0 ? { problems: details } : {}) }));
  console.error(`${reason.code}: ${reason.message}`);
  for (const { path, message } of details.slice(1)) console.error(`  ${path}: ${message}`);
  console.error(`Next: ${reason.next}`);
  return exitCode;
}

interface Explained {
  reason: { code: string; message: string; next: string };
  exitCode: number;
  details: readonly { path: string; message: string }[];
}

function explain(error: unknown): Explained {
  if (error instanceof CommandError) return { reason: error.reason, exitCode: error.exitCode, details: [] };
  if (error instanceof ConfigError) {
    const { message, next, problems } = error;
    return { reason: { code: 'CONFIG', message, next }, exitCode: EXIT.usage, details: problems };
  }
  if (error instanceof Error && 'next' in error && typeof error.next === 'string') {
    return {
      reason: { code: 'CANNOT_START', message: error.message, next: error.next },
      exitCode: EXIT.cannotSay,
      details: [],
    };
  }
  const message = wordsOf(error);
  const next =
    'This is a fault of zerto-rewind; nothing was changed on a VM. Please report it with the command that you ran.';
  return { reason: { code: 'INTERNAL', message, next }, exitCode: EXIT.cannotSay, details: [] };
}
