export { CALLS, isAllowed } from './calls.ts';
export {
  ZvmCallNotAllowed,
  ZvmError,
  ZvmForbidden,
  ZvmLogInRefused,
  ZvmRefused,
  ZvmUnreachable,
  ZvmUnreadable,
  type Effect,
} from './errors.ts';
export { metered } from './request-meter.ts';
export type { Credentials } from './session.ts';
export { Transport, type TlsTrust, type TransportOptions } from './transport.ts';
export {
  Zvm,
  type ZvmCheckpoint,
  type ZvmOptions,
  type ZvmSite,
  type ZvmTask,
  type ZvmVmRow,
} from './zvm.ts';
