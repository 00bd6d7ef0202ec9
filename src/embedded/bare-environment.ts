import { devNull } from 'node:os';

const KEPT = /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|LANG|LC_\w+|TZ|XDG_\w+)$/u;

/**
 * The environment for the Temporal CLI. Ours may hold passwords of a ZVM (`passwordEnv`), and the user's Temporal
 * settings (variables, `temporal.toml`) may carry an API key or TLS for some other server.
 */
export function bareEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
  return { ...kept, TEMPORAL_CONFIG_FILE: devNull, TEMPORAL_ENV_FILE: devNull };
}
