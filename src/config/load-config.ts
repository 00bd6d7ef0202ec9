import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { configDirectory } from './directories.ts';
import { jsonFault } from './json-position.ts';
import { parseConfigOf } from './parse-config.ts';

export interface LoadedConfig {
  config: Config;
  /** Absolute path of the file that it came from. */
  file: string;
}

interface Found {
  file: string;
  /** Why this file, for the message when it is not there. */
  named: string;
}

function findFile(file: string | undefined, env: NodeJS.ProcessEnv): Found {
  if (file !== undefined) return { file: resolve(file), named: 'named by --config' };
  const set = env['ZERTO_REWIND_CONFIG'];
  if (set === undefined || set === '')
    return { file: join(configDirectory(env), 'config.json'), named: 'the default place' };
  if (!isAbsolute(set)) {
    // A hook starts in whatever folder the agent works in: a relative path there could be the agent's own file.
    const message = 'expected the absolute path of the config file';
    throw new ConfigError(
      null,
      [{ path: 'ZERTO_REWIND_CONFIG', message }],
      'Set ZERTO_REWIND_CONFIG to a path from the root.',
    );
  }
  return { file: set, named: 'named by ZERTO_REWIND_CONFIG' };
}

function read({ file, named }: Found): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const message = missing
      ? `there is no such file (${named})`
      : `the file (${named}) cannot be read: ${code}`;
    const next = missing
      ? 'Write it there, or name another file with --config or ZERTO_REWIND_CONFIG.'
      : 'Make it a file that this user may read.';
    throw new ConfigError(file, [{ path: '', message }], next);
  }
}

function parseJson(file: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    const fault = jsonFault(content);
    const where = fault === null ? '' : `: line ${fault.line}, column ${fault.column}: ${fault.expected}`;
    throw new ConfigError(
      file,
      [{ path: '', message: `it is not JSON${where}` }],
      'Correct the file at that place.',
    );
  }
}

/**
 * The config from `file`, else `ZERTO_REWIND_CONFIG`, else the user's config directory.
 * @throws ConfigError if the file is missing, unreadable, no JSON, or has bad keys
 */
export function loadConfig(options: { file?: string | undefined; env: NodeJS.ProcessEnv }): LoadedConfig {
  const found = findFile(options.file, options.env);
  const value = parseJson(found.file, read(found));
  return { config: parseConfigOf(found.file, value, dirname(found.file)), file: found.file };
}
