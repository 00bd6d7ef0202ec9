import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Simulator } from '../simulator/index.ts';

export interface SimulatedConfig {
  temporal: { address: string; namespace?: string; taskQueue?: string };
  /** Whatever of the user's own config stays in force. */
  rest?: Record<string, unknown>;
}

/**
 * Writes a config that points at the simulated ZVMs, with its password in a file of its own, both readable by
 * this user alone. Returns the config's path.
 */
export function writeSimulatedConfig(
  directory: string,
  simulator: Simulator,
  { temporal, rest = {} }: SimulatedConfig,
): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const passwordFile = join(directory, 'simulated-password');
  writeFileSync(passwordFile, simulator.password, { mode: 0o600 });
  const auth = { username: simulator.username, passwordFile };
  const tls = simulator.caFile === undefined ? {} : { tls: { caFile: simulator.caFile } };
  const config = {
    ...rest,
    sites: simulator.sites.map((site) => ({ ...site, auth, ...tls })),
    temporal,
    guard: { ...(rest['guard'] as object | undefined), cadence: simulator.cadence },
  };
  const file = join(directory, 'simulated-config.json');
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  return file;
}
