export { DevServerError } from './dev-server-error.ts';
export { startDevServer, type DevServer, type DevServerOptions, type Exit } from './dev-server.ts';
export { embeddedFiles, type EmbeddedFiles } from './embedded-files.ts';
export {
  FetchFailed,
  fetchPythonBinary,
  type FetchOptions,
  type PythonBinary,
} from './fetch-python-binary.ts';
export {
  findTemporalCli,
  TemporalCliNotFound,
  type FindCliOptions,
  type FoundCli,
} from './find-temporal-cli.ts';
export { isSameProcess, processRef, type ProcessRef } from './process-identity.ts';
export {
  readRunState,
  removeRunState,
  RunStateUnreadable,
  writeRunState,
  type RunState,
} from './run-state.ts';
