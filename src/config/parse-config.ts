import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { configSchema, MEASURED_CADENCE, type ConfigFile } from './config-schema.ts';
import type { Config, SecretSource, ServerConfig, SiteAuth, SiteConfig, SiteTls } from './config.ts';
import { problemsOf } from './problems.ts';

type SiteEntry = ConfigFile['sites'][number];

function secretSource(key: string, name: string, auth: SiteEntry['auth'], baseDir: string): SecretSource {
  const file = name === 'password' ? auth.passwordFile : auth.clientSecretFile;
  const env = name === 'password' ? auth.passwordEnv : auth.clientSecretEnv;
  if (file !== undefined) return { key: `${key}.${name}File`, file: resolve(baseDir, file) };
  return { key: `${key}.${name}Env`, env: env ?? '' };
}

function siteAuth(key: string, auth: SiteEntry['auth'], baseDir: string): SiteAuth {
  if (auth.username !== undefined) {
    return {
      kind: 'password',
      username: auth.username,
      secret: secretSource(key, 'password', auth, baseDir),
    };
  }
  return {
    kind: 'client',
    clientId: auth.clientId ?? '',
    secret: secretSource(key, 'clientSecret', auth, baseDir),
  };
}

function siteTls(tls: SiteEntry['tls'], baseDir: string): SiteTls | null {
  if (tls?.caFile !== undefined) return { caFile: resolve(baseDir, tls.caFile) };
  if (tls?.fingerprint256 !== undefined)
    return { fingerprint256: tls.fingerprint256.replaceAll(':', '').toLowerCase() };
  return null;
}

function site(entry: SiteEntry, index: number, baseDir: string): SiteConfig {
  return {
    name: entry.name.trim(),
    url: entry.url.replace(/\/+$/u, ''),
    auth: siteAuth(`sites[${index}].auth`, entry.auth, baseDir),
    tls: siteTls(entry.tls, baseDir),
  };
}

function server(entry: ConfigFile['servers'][string]): ServerConfig {
  if (typeof entry === 'string') return { pack: entry, vm: null, aliases: {} };
  return { pack: entry.pack, vm: entry.vm ?? null, aliases: entry.aliases ?? {} };
}

/** Reads a config value; relative paths in it start at `baseDir`. @throws ConfigError with every bad key */
export function parseConfig(value: unknown, baseDir: string): Config {
  return parseConfigOf(null, value, baseDir);
}

/** As `parseConfig`, with the file that the value came from named in the error. */
export function parseConfigOf(file: string | null, value: unknown, baseDir: string): Config {
  const read = configSchema.safeParse(value);
  if (!read.success) {
    const [first, ...rest] = problemsOf(read.error.issues, value) as [ConfigProblem, ...ConfigProblem[]];
    throw new ConfigError(
      file,
      [first, ...rest],
      'Correct the key and try again; every key is described in the documentation of the config.',
    );
  }
  const { sites, temporal, guard, recover, servers, ...rest } = read.data;
  return {
    ...rest,
    sites: sites.map((entry, index) => site(entry, index, baseDir)),
    temporal: { ...temporal, uiPort: temporal.uiPort ?? null },
    guard: { ...guard, cadence: { ...MEASURED_CADENCE, ...guard.cadence } },
    recover: {
      ...recover,
      directory: recover.directory === undefined ? null : resolve(baseDir, recover.directory),
    },
    servers: Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, server(entry)])),
  };
}
