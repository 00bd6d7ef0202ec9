import { randomBytes } from 'node:crypto';

interface Token {
  account: string;
  expiresAt: number;
  openid: boolean;
}

/** Keycloak locks an account after so many bad log-ins, for this long (zerto-api.md, 1.2). */
const FAILURES = 5;
const LOCKED_MS = 60_000;

export type LogIn =
  { token: string; lifetime: number; scope: string } | { status: number; error: string; words: string };

/** The accounts of the simulated Keycloak; passwords are made up at each start. */
export class Accounts {
  readonly username = 'svc-rewind';
  readonly password = randomBytes(12).toString('hex');
  readonly person = { username: 'operator', password: randomBytes(12).toString('hex') };
  readonly client = { id: 'zerto-api', secret: randomBytes(12).toString('hex') };
  private readonly tokens = new Map<string, Token>();
  private readonly failures = new Map<string, { count: number; until: number }>();

  logIn(form: URLSearchParams, lifetime: number, now: number): LogIn {
    const account = this.accountOf(form, now);
    if (typeof account !== 'string') return account;
    const openid = (form.get('scope') ?? '').split(' ').includes('openid');
    const token = randomBytes(16).toString('hex');
    this.tokens.set(token, { account, expiresAt: now + lifetime * 1000, openid });
    return { token, lifetime, scope: openid ? 'openid profile email' : 'profile email' };
  }

  /** The account behind a bearer, or null where it is unknown, expired or without `openid`. */
  of(authorization: string | undefined, requireOpenid: boolean, now: number): string | null {
    const token = this.tokens.get(/^Bearer (\S+)$/u.exec(authorization ?? '')?.[1] ?? '');
    if (token === undefined || now >= token.expiresAt || (requireOpenid && !token.openid)) return null;
    return token.account;
  }

  clear(): void {
    this.failures.clear();
  }

  private accountOf(
    form: URLSearchParams,
    now: number,
  ): string | { status: number; error: string; words: string } {
    const grant = form.get('grant_type');
    if (grant === 'client_credentials') {
      const right =
        form.get('client_id') === this.client.id && form.get('client_secret') === this.client.secret;
      if (right) return `service-account-${this.client.id}`;
      return {
        status: 401,
        error: 'unauthorized_client',
        words: 'Invalid client or Invalid client credentials',
      };
    }
    if (grant !== 'password')
      return { status: 400, error: 'unsupported_grant_type', words: 'Unsupported grant_type' };
    if (form.get('client_id') !== 'zerto-client') {
      return { status: 401, error: 'invalid_client', words: 'Invalid client or Invalid client credentials' };
    }
    const name = form.get('username') ?? '';
    const failed = this.failures.get(name) ?? { count: 0, until: 0 };
    const known = [{ username: this.username, password: this.password }, this.person];
    const right = known.some(
      ({ username, password }) => username === name && password === form.get('password'),
    );
    if (right && now >= failed.until) {
      this.failures.delete(name);
      return name;
    }
    const count = failed.count + 1;
    this.failures.set(name, { count, until: count >= FAILURES ? now + LOCKED_MS : 0 });
    return { status: 401, error: 'invalid_grant', words: 'Invalid user credentials' };
  }
}
