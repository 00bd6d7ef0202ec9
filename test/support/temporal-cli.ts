import { cacheDirectory } from '../../src/config/index.ts';
import { findTemporalCli } from '../../src/embedded/index.ts';

/** The Temporal CLI as the product finds it, fetched into this user's cache if need be. */
export async function temporalCliPath(): Promise<string> {
  const env = process.env;
  return (await findTemporalCli({ env, cacheDirectory: cacheDirectory(env), tell: () => undefined })).path;
}
