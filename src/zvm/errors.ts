/**
 * What went wrong with a call to a ZVM, one class a cause. `effect` says what the call may have done:
 * `none` (nothing reached Zerto, or Zerto refused) or `unknown` (it may have taken effect; look before
 * doing it again, because POST /checkpoints is not idempotent: zerto-api.md, 8.1).
 */
export type Effect = 'none' | 'unknown';

export abstract class ZvmError extends Error {
  abstract readonly code: 'UNREACHABLE' | 'LOG_IN' | 'FORBIDDEN' | 'REFUSED' | 'UNREADABLE' | 'NOT_ALLOWED';
  readonly site: string;
  readonly effect: Effect;

  constructor(site: string, message: string, effect: Effect) {
    super(message);
    this.name = new.target.name;
    this.site = site;
    this.effect = effect;
  }
}

/** No answer: refused connection, name or certificate problem, time limit, cut connection, gateway error. */
export class ZvmUnreachable extends ZvmError {
  readonly code = 'UNREACHABLE';
}

/** The log-in was refused, or every token is: retrying cannot help and may lock the account. */
export class ZvmLogInRefused extends ZvmError {
  readonly code = 'LOG_IN';
}

/** Logged in, but not allowed; on `/v1/flrs` and `/v1/tasks` also a 401 (zerto-api.md, 1.3). */
export class ZvmForbidden extends ZvmError {
  readonly code = 'FORBIDDEN';
}

/** Zerto answered with an error of its own. `status` is the HTTP status, the message is Zerto's. */
export class ZvmRefused extends ZvmError {
  readonly code = 'REFUSED';
  readonly status: number;

  constructor(site: string, status: number, message: string) {
    // A 4xx is a decision; a 5xx can come after the effect (fault row 3).
    super(site, message, status < 500 ? 'none' : 'unknown');
    this.status = status;
  }

  /** "Not now" rather than "no": worth another try after a pause. */
  get busy(): boolean {
    return this.status === 429 || this.status === 503;
  }
}

/** An answer that is not what the call gives: HTML, cut JSON, missing fields. */
export class ZvmUnreadable extends ZvmError {
  readonly code = 'UNREADABLE';
}

/** A call outside the closed list; thrown before a byte is sent. */
export class ZvmCallNotAllowed extends ZvmError {
  readonly code = 'NOT_ALLOWED';
}
