import { homedir } from 'node:os';
import { readEntries } from './entries/entries-file.ts';
import { readSshConfig } from './hosts/ssh-config.ts';
import type { CatalogSettings } from './types.ts';

export interface SettingsSource {
  /** From the config, as it stands there. */
  config: Pick<CatalogSettings, 'aliases' | 'domains' | 'local' | 'servers'>;
  /** The user's own entries; need not exist. */
  entriesFile: string;
  /** Files and folders of the guard beside the well-known ones: config, state, cache, installed package. */
  guarded: readonly string[];
  /** Names of the last VM list, where there is one. */
  vms?: readonly string[];
  cwd: string | null;
  env: NodeJS.ProcessEnv;
}

/** Everything that a decision rests on, read from files once. @throws EntriesError */
export function loadCatalogSettings({
  config,
  entriesFile,
  guarded,
  vms = [],
  cwd,
  env,
}: SettingsSource): CatalogSettings {
  const { aliases, domains, local, servers } = config;
  const home = env['HOME'] ?? homedir();
  return {
    aliases,
    domains,
    local,
    servers,
    entries: readEntries(entriesFile),
    ssh: readSshConfig(home),
    vms,
    guarded: [...guarded, entriesFile],
    home,
    cwd,
  };
}
