import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogSettings, type CatalogSettings } from '../catalog/index.ts';
import { cacheDirectory, configDirectory, loadConfig, stateDirectory } from '../config/index.ts';

export interface CatalogOptions {
  config?: string;
  json?: boolean;
}

export interface CatalogFiles {
  settings: CatalogSettings;
  /** The user's own entries. */
  entriesFile: string;
}

const NO_CONFIG = { aliases: {}, domains: [], local: null, servers: {} };

/**
 * What the catalogue's commands rest on. They also work before there is a config: then nothing is bound. The user's
 * own entries stand beside the config file, as `catalog.json`.
 * @throws ConfigError, EntriesError
 */
export function catalogFiles(options: CatalogOptions, env: NodeJS.ProcessEnv = process.env): CatalogFiles {
  const named = options.config ?? env['ZERTO_REWIND_CONFIG'];
  const isThere =
    (named !== undefined && named !== '') || existsSync(join(configDirectory(env), 'config.json'));
  const loaded = isThere ? loadConfig({ file: options.config, env }) : null;
  const entriesFile = join(loaded === null ? configDirectory(env) : dirname(loaded.file), 'catalog.json');
  const log = env['ZERTO_HOOK_LOG'];
  const installed = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const guarded = [
    configDirectory(env),
    stateDirectory(env),
    cacheDirectory(env),
    join(installed, 'dist'),
    join(env['HOME'] ?? homedir(), '.zerto-guard-hook.log'),
    ...(loaded === null ? [] : [loaded.file]),
    ...(log === undefined || log === '' ? [] : [log]),
  ];
  const settings = loadCatalogSettings({
    config: loaded?.config ?? NO_CONFIG,
    entriesFile,
    guarded,
    cwd: process.cwd(),
    env,
  });
  return { settings, entriesFile };
}
