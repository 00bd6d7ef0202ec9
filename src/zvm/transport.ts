import { TLSSocket } from 'node:tls';
import { buildConnector, Agent, request, type Dispatcher } from 'undici';
import { isAllowed } from './calls.ts';
import { ZvmCallNotAllowed, ZvmUnreachable, ZvmUnreadable } from './errors.ts';
import { countRequest } from './request-meter.ts';

/** How the certificate of a ZVM is checked; without either, by the authorities that Node trusts. */
export interface TlsTrust {
  /** PEM text of the authority (or of the self-signed certificate) to trust instead. */
  ca?: string;
  /** SHA-256 of the one certificate to accept, 64 hexadecimal digits, colons allowed. */
  fingerprint256?: string;
}

export interface TransportOptions {
  site: string;
  url: string;
  tls?: TlsTrust | undefined;
  /** Time limit of one call in ms, from sending to the last byte. */
  timeoutMs?: number;
  /** Connections to this ZVM at most; further calls wait for one. */
  connections?: number;
}

export interface Answer {
  status: number;
  contentType: string;
  text: string;
}

export interface Outgoing {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const TOKEN_PATH = '/auth/realms/zerto/protocol/openid-connect/token';
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_CONNECTIONS = 8;
const HEADER_GRAIN_MS = 1_000;
const LARGEST_ANSWER = 64 * 1024 * 1024;

/** Failures of connecting: nothing of the request was sent. */
const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

class CertificateNotPinned extends Error {
  readonly code = 'CERT_NOT_PINNED';
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

/** SHA-256 of the certificate of the other side; empty where it presented none. */
function presentedBy(socket: object): string {
  if (!(socket instanceof TLSSocket)) return '';
  // Typed as always there, but a peer without a certificate gives an empty object.
  const { fingerprint256 } = socket.getPeerCertificate() as { fingerprint256?: string };
  return fingerprint256 ?? '';
}

function connector(tls: TlsTrust | undefined): buildConnector.connector {
  const pinned = tls?.fingerprint256;
  if (pinned === undefined)
    return buildConnector({ timeout: 5_000, ...(tls?.ca === undefined ? {} : { ca: tls.ca }) });
  // The pin replaces the check by authority: it is compared before the first byte of a request is written.
  // A resumed TLS session presents no certificate, so none is kept.
  const connect = buildConnector({ timeout: 5_000, rejectUnauthorized: false, maxCachedSessions: 0 });
  return (options, callback) => {
    connect(options, (...outcome) => {
      const [error, socket] = outcome;
      if (error !== null || options.protocol !== 'https:') return callback(...outcome);
      const presented = presentedBy(socket);
      if (plain(presented) === plain(pinned)) return callback(null, socket);
      socket.destroy();
      callback(new CertificateNotPinned(`its certificate is ${presented}, not the pinned ${pinned}`), null);
    });
  };
}

function explain(error: unknown): { detail: string; code: string } {
  if (!(error instanceof Error)) return { detail: String(error), code: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return { detail: 'no answer in time', code: 'TIMEOUT' };
  if (error.message === '' && error instanceof AggregateError) return explain(error.errors[0]);
  if (code.startsWith('UND_ERR_HEADERS_TIMEOUT') || code.startsWith('UND_ERR_BODY_TIMEOUT')) {
    return { detail: 'no answer in time', code };
  }
  return { detail: error.message, code };
}

function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_|EPROTO/u.test(code);
}

/** The one door to a ZVM: HTTP with bounded connections, a time limit, certificate checks, the closed list. */
export class Transport {
  readonly site: string;
  private readonly base: URL;
  private readonly agent: Agent;
  private readonly timeoutMs: number;
  private offset: number | null = null;

  constructor(options: TransportOptions) {
    this.site = options.site;
    this.base = new URL(options.url);
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.agent = new Agent({
      connect: connector(options.tls),
      connections: options.connections ?? DEFAULT_CONNECTIONS,
      headersTimeout: this.timeoutMs,
      bodyTimeout: this.timeoutMs,
      maxResponseSize: LARGEST_ANSWER,
    });
  }

  /** How far the ZVM's clock is ahead of ours in ms, by its last `Date` header; null before the first answer. */
  get clockOffsetMs(): number | null {
    return this.offset;
  }

  /** The log-in form of Keycloak; the only call that is not under `/v1`. */
  async postForm(form: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return await this.exchange({ method: 'POST', path: TOKEN_PATH, headers, body });
  }

  /**
   * @throws ZvmCallNotAllowed before a byte is sent, for anything outside the closed list.
   * @throws ZvmUnreachable without an answer; its `effect` says whether the request may have arrived.
   */
  async send(outgoing: Outgoing): Promise<Answer> {
    if (!isAllowed(outgoing.method, outgoing.path)) {
      throw new ZvmCallNotAllowed(
        this.site,
        `${outgoing.method} ${outgoing.path} is not a call of this product`,
        'none',
      );
    }
    return await this.exchange(outgoing);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async exchange(outgoing: Outgoing): Promise<Answer> {
    const url = new URL(outgoing.path, this.base);
    for (const [key, value] of Object.entries(outgoing.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, value);
    }
    countRequest();
    const sentAt = Date.now();
    let answer: Dispatcher.ResponseData;
    try {
      answer = await request(url, {
        dispatcher: this.agent,
        method: outgoing.method,
        headers: { accept: 'application/json', ...outgoing.headers },
        body: outgoing.body ?? null,
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      const { detail, code } = explain(error);
      const nothingSent = NOTHING_SENT.has(code) || isCertificateProblem(code);
      const what = isCertificateProblem(code) ? `its certificate is not trusted (${detail})` : detail;
      throw new ZvmUnreachable(this.site, what, nothingSent ? 'none' : 'unknown');
    }
    this.readClock(answer.headers['date'], sentAt);
    try {
      const contentType = String(answer.headers['content-type'] ?? '');
      return { status: answer.statusCode, contentType, text: await answer.body.text() };
    } catch (error) {
      throw new ZvmUnreadable(this.site, `its answer broke off (${explain(error).detail})`, 'unknown');
    }
  }

  private readClock(date: string | string[] | undefined, sentAt: number): void {
    const theirs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(theirs)) return;
    const ours = (sentAt + Date.now()) / 2;
    // The header cuts to the second, half a second behind on average: less than its grain is no offset.
    const offset = Math.round(theirs + 500 - ours);
    this.offset = Math.abs(offset) <= HEADER_GRAIN_MS ? 0 : offset;
  }
}
