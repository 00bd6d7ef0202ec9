export { listChanges, type Change } from './changes.ts';
export { connectClient, type TemporalClient, type TemporalSettings } from './connect.ts';
export { GuardClient, type GuardRequest } from './guard-client.ts';
export { guardWorkflowId } from './guard-id.ts';
export { isUnreachable, wordsOf } from './temporal-errors.ts';
export { anyWorker } from './workers.ts';
