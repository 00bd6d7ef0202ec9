import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Accounts } from './accounts.ts';
import { cased } from './answer-shape.ts';
import { SIM_CALLS, type CallResult, type SimCall } from './calls.ts';
import type { FaultAction, Faults } from './faults.ts';
import { bodyOf } from './http.ts';
import type { Ledger, RequestEntry } from './ledger.ts';
import { isForbidden } from './live-operations.ts';
import type { Model, SimSite } from './model.ts';

const TOKEN_PATH = '/auth/realms/zerto/protocol/openid-connect/token';
const SECRET_KEYS = new Set(['password', 'client_secret', 'refresh_token']);

export interface World {
  model: Model;
  accounts: Accounts;
  faults: Faults;
  ledger: Ledger;
  clock: () => number | Promise<number>;
}

interface Received {
  method: string;
  /** Decoded. */
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
}

/** The REST side of one simulated ZVM. */
export function siteHandler(
  site: SimSite,
  world: World,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    serve(site, world, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`The simulator failed: ${String(error)}`);
    });
  };
}

async function serve(
  site: SimSite,
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receive(request);
  const now = await world.clock();
  world.model.advance(now);
  const entry = note(site, world, received, now);
  const fault = world.faults.next({ site: site.name, method: received.method, path: received.path });
  if (fault?.hang === true) return;
  if (fault?.cut === 'before') return void request.socket.destroy();
  const replaced = fault?.status !== undefined && fault.effect !== true;
  const result = replaced
    ? { status: fault.status ?? 200, json: undefined }
    : answer(site, world, received, entry, now);
  if (fault?.delayMs !== undefined) await sleep(fault.delayMs);
  if (fault?.cut === 'after') return void request.socket.destroy();
  entry.status = send(response, site, now, fault, result);
}

async function receive(request: IncomingMessage): Promise<Received> {
  const url = new URL(request.url ?? '/', 'http://zvm');
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // Left as it came: an undecodable path is an unknown one.
  }
  return {
    method: request.method ?? 'GET',
    path,
    query: url.searchParams,
    body: await bodyOf(request),
    headers: request.headers,
  };
}

function note(
  site: SimSite,
  { ledger }: World,
  { method, path, query, body }: Received,
  now: number,
): RequestEntry {
  const at = new Date(now).toISOString();
  const entry: RequestEntry = {
    at,
    site: site.name,
    method,
    path,
    query: Object.fromEntries(query),
    body: shownBody(body),
    status: null,
    problems: [],
  };
  ledger.requests.push(entry);
  if (isForbidden(method, path)) ledger.forbidden.push({ at, site: site.name, method, path });
  return entry;
}

function shownBody(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return Object.fromEntries(
      [...new URLSearchParams(body)].map(([key, value]) => [key, SECRET_KEYS.has(key) ? '***' : value]),
    );
  }
}

function answer(
  site: SimSite,
  world: World,
  received: Received,
  entry: RequestEntry,
  now: number,
): CallResult {
  const { model, accounts } = world;
  const { method, path, query, body, headers } = received;
  if (method === 'POST' && path === TOKEN_PATH) return logIn(world, received, entry, now);
  const account = accounts.of(headers.authorization, model.switches.requireOpenidScope, now);
  const parts = path.split('/').filter((part) => part !== '');
  const call = SIM_CALLS.find((one) => one.method === method && matches(one.path, parts));
  const forbidden = isForbidden(method, path);
  if (call === undefined) entry.problems.push(`unknown path: ${method} ${path}`);
  if (account === null) return { status: 401, json: undefined };
  // A live operation is answered as if it worked, so that nothing but the ledger stops a test that asks for one.
  if (forbidden) return { status: 200, json: '00000000-0000-4000-a000-000000000000.0' };
  if (call === undefined) return { status: 404, json: { Message: `No HTTP resource was found: ${path}` } };
  entry.problems.push(...problemsOf(call, query, body, headers));
  const folded = new Map([...query].map(([key, value]) => [key.toLowerCase(), value]));
  const json = call.bodyKeys === undefined ? null : (shownBody(body) as Record<string, unknown>);
  const { status, json: answered } = call.run({
    model,
    site,
    now,
    account,
    parts,
    query: folded,
    body: json,
    shape: model.switches,
  });
  return { status, json: cased(answered, model.switches) };
}

function matches(path: string, parts: readonly string[]): boolean {
  const wanted = path.split('/').filter((part) => part !== '');
  return (
    wanted.length === parts.length &&
    wanted.every((part, at) => part === '*' || part === parts[at]?.toLowerCase())
  );
}

function problemsOf(
  call: SimCall,
  query: URLSearchParams,
  body: string,
  headers: Received['headers'],
): string[] {
  const problems: string[] = [];
  for (const [key, value] of query) {
    if (!call.query.includes(key.toLowerCase())) problems.push(`unknown query parameter: ${key}`);
    if (/date$/iu.test(key) && !/z$/iu.test(value))
      problems.push(`a date without Z is local time: ${key}=${value}`);
  }
  if (call.bodyKeys === undefined) {
    if (body !== '') problems.push('a body where none belongs');
    return problems;
  }
  if (!/^application\/json\b/u.test(headers['content-type'] ?? ''))
    problems.push(`content type ${headers['content-type']}`);
  let keys: string[] = [];
  try {
    keys = Object.keys(JSON.parse(body) as object);
  } catch {
    problems.push('a body that is not JSON');
  }
  for (const key of keys)
    if (!call.bodyKeys.includes(key.toLowerCase())) problems.push(`unknown body key: ${key}`);
  return problems;
}

function logIn(
  { model, accounts }: World,
  { body, headers }: Received,
  entry: RequestEntry,
  now: number,
): CallResult {
  if (!/^application\/x-www-form-urlencoded\b/u.test(headers['content-type'] ?? ''))
    entry.problems.push(`content type ${headers['content-type']}`);
  const result = accounts.logIn(new URLSearchParams(body), model.tokenLifetime, now);
  if ('error' in result)
    return { status: result.status, json: { error: result.error, error_description: result.words } };
  return {
    status: 200,
    json: {
      access_token: result.token,
      expires_in: result.lifetime,
      refresh_expires_in: 1800,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: result.scope,
    },
  };
}

function send(
  response: ServerResponse,
  site: SimSite,
  now: number,
  fault: FaultAction | null,
  result: CallResult,
): number {
  const status = fault?.status ?? result.status;
  const shaped = result.json;
  const replacement = fault?.body;
  const body =
    replacement === undefined ? (shaped === undefined ? '' : JSON.stringify(shaped)) : asText(replacement);
  response.writeHead(status, {
    'content-type': fault?.contentType ?? 'application/json; charset=utf-8',
    date: new Date(now + site.offsetMs).toUTCString(),
  });
  response.end(body);
  return status;
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
