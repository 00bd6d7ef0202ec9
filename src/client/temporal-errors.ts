import {
  ServiceError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

const UNAVAILABLE = 14;
const DEADLINE_EXCEEDED = 4;

function grpcCode(error: unknown): number | null {
  const cause =
    error instanceof ServiceError || error instanceof WorkflowUpdateRPCTimeoutOrCancelledError
      ? error.cause
      : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'number'
    ? cause.code
    : null;
}

/** Whether this says that Temporal itself cannot be reached (and nothing about the guard). */
export function isUnreachable(error: unknown): boolean {
  if (grpcCode(error) === UNAVAILABLE) return true;
  return error instanceof Error && /Failed to connect before the deadline/u.test(error.message);
}

/** Whether a call ended by its own deadline: the run behind it may exist and go on. */
export function isDeadline(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || grpcCode(error) === DEADLINE_EXCEEDED;
}

/** The type of the failure with which a workflow turned an update down. */
export function updateFailureType(error: unknown): string | null {
  if (!(error instanceof WorkflowUpdateFailedError)) return null;
  return error.cause instanceof ApplicationFailure ? (error.cause.type ?? '') : '';
}

export function wordsOf(error: unknown): string {
  if (error instanceof ServiceError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}
