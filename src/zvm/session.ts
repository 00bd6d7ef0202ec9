import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ZvmLogInRefused, ZvmRefused, ZvmUnreadable } from './errors.ts';
import type { Transport } from './transport.ts';

/** What an account logs in with: a person's or service account, or a confidential Keycloak client. */
export type Credentials = { username: string; password: string } | { clientId: string; clientSecret: string };

interface Token {
  bearer: string;
  staleAt: number;
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});
const errorAnswer = z.object({ error: z.string(), error_description: z.string().optional() });

/** Without `expires_in` a token is kept for the shortest lifetime that any source names (zerto-api.md, 1.2). */
const SHORTEST_LIFETIME_S = 60;

function form(credentials: Credentials): Record<string, string> {
  // Always `openid`: some sources say that a token without it is issued and then answered with 401.
  if ('username' in credentials) {
    return {
      grant_type: 'password',
      client_id: 'zerto-client',
      username: credentials.username,
      password: credentials.password,
      scope: 'openid',
    };
  }
  return {
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    scope: 'openid',
  };
}

function fingerprint(credentials: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify(form(credentials)))
    .digest('hex');
}

/** The Keycloak log-in of one ZVM (zerto-api.md, 1.2). Concurrent calls share one refresh. */
export class Session {
  private readonly transport: Transport;
  private readonly credentials: () => Promise<Credentials>;
  private token: Token | null = null;
  private refresh: Promise<Token> | null = null;
  /** Of the credentials that Keycloak refused: five bad tries lock the account, so there is no second. */
  private refused: { fingerprint: string; error: ZvmLogInRefused } | null = null;

  constructor(transport: Transport, credentials: () => Promise<Credentials>) {
    this.transport = transport;
    this.credentials = credentials;
  }

  /** A bearer that is not known to be stale. @throws ZvmLogInRefused, ZvmUnreachable, ZvmUnreadable */
  async bearer(): Promise<string> {
    if (this.token !== null && Date.now() < this.token.staleAt) return this.token.bearer;
    this.refresh ??= this.logIn().finally(() => {
      this.refresh = null;
    });
    this.token = await this.refresh;
    return this.token.bearer;
  }

  /** Forgets a bearer that was answered with 401, unless another call has replaced it meanwhile. */
  forget(bearer: string): void {
    if (this.token?.bearer === bearer) this.token = null;
  }

  private async logIn(): Promise<Token> {
    const credentials = await this.credentials();
    const tried = fingerprint(credentials);
    if (this.refused?.fingerprint === tried) throw this.refused.error;
    const askedAt = Date.now();
    const { status, text } = await this.transport.postForm(form(credentials));
    const answer = parseJson(text);
    if (status === 200) {
      const token = tokenAnswer.safeParse(answer);
      if (!token.success)
        throw new ZvmUnreadable(this.transport.site, 'the log-in gave no access token', 'none');
      const lifetime = (token.data.expires_in ?? SHORTEST_LIFETIME_S) * 1000;
      // Renewed a little early, so that a token does not expire between sending and the server's look at it.
      return {
        bearer: token.data.access_token,
        staleAt: askedAt + lifetime - Math.min(10_000, lifetime * 0.2),
      };
    }
    const error = errorAnswer.safeParse(answer);
    if ((status === 400 || status === 401) && error.success) {
      const { error: code, error_description: words } = error.data;
      const refusal = new ZvmLogInRefused(this.transport.site, `Keycloak says ${words ?? code}`, 'none');
      this.refused = { fingerprint: tried, error: refusal };
      throw refusal;
    }
    if (status === 404) {
      throw new ZvmLogInRefused(
        this.transport.site,
        'there is no Keycloak log-in at this address (a Windows ZVM up to 9.7 has only the legacy one, which is not supported: upgrade to the Linux ZVM appliance)',
        'none',
      );
    }
    throw new ZvmRefused(this.transport.site, status, `the log-in answered HTTP ${status}`);
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
