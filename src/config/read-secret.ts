import { readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.ts';
import type { SecretSource } from './config.ts';

function missing(key: string, message: string, next: string): ConfigError {
  return new ConfigError(null, [{ path: key, message }], next);
}

async function fromFile(key: string, file: string): Promise<string> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message =
      code === 'ENOENT' ? `there is no file ${file}` : `the file ${file} cannot be read: ${code}`;
    throw missing(key, message, 'Put the secret into that file, readable by this user alone.');
  }
  // Editors and `echo` end a file with a line break that is not part of the secret.
  const secret = content.replace(/\r?\n$/u, '');
  if (secret === '') throw missing(key, `the file ${file} is empty`, 'Put the secret into that file.');
  return secret;
}

/**
 * Reads a secret at the time that it is needed, so that a changed file counts without a restart.
 * @throws ConfigError naming the key if the file or variable is missing or empty
 */
export async function readSecret(source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
  if ('file' in source) return fromFile(source.key, source.file);
  const secret = env[source.env];
  if (secret === undefined || secret === '') {
    const state = secret === undefined ? 'not set' : 'empty';
    throw missing(
      source.key,
      `the environment variable ${source.env} is ${state}`,
      `Set ${source.env} where this process starts.`,
    );
  }
  return secret;
}
