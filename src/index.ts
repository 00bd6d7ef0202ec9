export {
  connectClient,
  GuardClient,
  listChanges,
  type Change,
  type GuardRequest,
  type TemporalClient,
  type TemporalSettings,
} from './client/index.ts';
export { REASON_CODES, type Reason, type ReasonCode } from './domain/reasons.ts';
export type { Outcome, Verdict, VpgVerdict } from './domain/verdict.ts';
