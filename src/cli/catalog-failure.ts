import { EntriesError } from '../catalog/index.ts';
import { ConfigError } from '../config/index.ts';

/** Exit codes of design 4.1 that these commands use. */
export const USAGE = 2;
export const REFUSED = 3;

/** Runs a command's work; bad config, bad entries and bad JSON are told to a person and end with 2. */
export async function told(json: boolean, work: () => Promise<number> | number): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const found = failure(error);
    if (found === null) throw error;
    const { code, message, next } = found;
    if (json) console.log(JSON.stringify({ ok: false, reason: { code, message, next } }));
    console.error(`${code}: ${message}\nNext: ${next}`);
    return USAGE;
  }
}

function failure(error: unknown): { code: string; message: string; next: string } | null {
  if (error instanceof ConfigError || error instanceof EntriesError)
    return { code: 'CONFIG', message: error.message, next: error.next };
  if (error instanceof SyntaxError)
    return {
      code: 'USAGE',
      message: `--args is not JSON: ${error.message}`,
      next: 'Give the arguments as one JSON object, in single quotes.',
    };
  return null;
}
