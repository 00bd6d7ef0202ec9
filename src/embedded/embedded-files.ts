import { join } from 'node:path';

export interface EmbeddedFiles {
  database: string;
  log: string;
  runState: string;
}

/** The files of the embedded server of one Temporal address (`host:port`), so that several run side by side. */
export function embeddedFiles(stateDirectory: string, address: string): EmbeddedFiles {
  const name = address.toLowerCase().replaceAll(/[^a-z\d.-]+/gu, '-');
  const file = (suffix: string): string => join(stateDirectory, `temporal-${name}.${suffix}`);
  return { database: file('db'), log: file('log'), runState: file('run.json') };
}
