export { ConfigError, type ConfigProblem } from './config-error.ts';
export type {
  CadenceConfig,
  Config,
  GuardConfig,
  SecretSource,
  ServerConfig,
  SiteAuth,
  SiteConfig,
  SiteTls,
  TemporalConfig,
} from './config.ts';
export { configJsonSchema, MEASURED_CADENCE } from './config-schema.ts';
export { cacheDirectory, configDirectory, stateDirectory } from './directories.ts';
export { hostAndPort, isLoopback } from './fields.ts';
export { loadConfig, type LoadedConfig } from './load-config.ts';
export { parseConfig } from './parse-config.ts';
export { readSecret } from './read-secret.ts';
