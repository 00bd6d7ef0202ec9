import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The XDG base directory specification has relative values ignored. */
function base(env: NodeJS.ProcessEnv, variable: string, ...fallback: string[]): string {
  const set = env[variable];
  if (set !== undefined && isAbsolute(set)) return set;
  const home = env['HOME'];
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), ...fallback);
}

const OURS = 'zerto-rewind';

/** Where the config file is looked for; not created. */
export function configDirectory(env: NodeJS.ProcessEnv): string {
  return join(base(env, 'XDG_CONFIG_HOME', '.config'), OURS);
}

/** For what may be deleted at any time, like the fetched Temporal CLI; not created. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  return join(base(env, 'XDG_CACHE_HOME', '.cache'), OURS);
}

/** For databases and run states; created for this user alone, because a Temporal database tells every change. */
export function stateDirectory(env: NodeJS.ProcessEnv): string {
  const directory = join(base(env, 'XDG_STATE_HOME', '.local', 'state'), OURS);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
