import { loadConfig, type Config } from '../config/index.ts';

export interface CommonOptions {
  config?: string;
  json?: boolean;
}

export interface Settings {
  config: Config;
  /** The file that the config came from. */
  file: string;
  temporal: { address: string; namespace: string; taskQueue: string };
}

/** The config, with Temporal's address and namespace from the environment where they stand there (design 4.2). */
export function loadSettings(options: CommonOptions, env: NodeJS.ProcessEnv = process.env): Settings {
  const { config, file } = loadConfig({
    ...(options.config === undefined ? {} : { file: options.config }),
    env,
  });
  return { config, file, temporal: temporalOf(config, env) };
}

export function temporalOf({ temporal }: Config, env: NodeJS.ProcessEnv): Settings['temporal'] {
  return {
    address: env['TEMPORAL_ADDRESS'] || temporal.address,
    namespace: env['TEMPORAL_NAMESPACE'] || temporal.namespace,
    taskQueue: temporal.taskQueue,
  };
}
