import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { bodyOf } from './http.ts';
import type { World } from './site-server.ts';
import { switches } from './switches.ts';

const vpgOrder = z.strictObject({
  status: z.union([z.string(), z.number().int()]).optional(),
  subStatus: z.union([z.string(), z.number().int()]).optional(),
  tag: z
    .strictObject({
      taskFails: z.strictObject({ afterMs: z.number().nonnegative(), reason: z.string().min(1) }).optional(),
      neverListed: z.boolean().optional(),
      listedAfterMs: z.number().nonnegative().optional(),
    })
    .optional(),
});
const tokenOrder = z.strictObject({ expiresIn: z.number().positive() });
const clockOrder = z.strictObject({ site: z.string(), offsetMs: z.number() });

function read<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new RangeError(`${issue?.path.join('.') || 'the whole body'}: ${issue?.message}`);
}

/** The control API under `/_sim/` (design 4.6): a judge reads the ledger, a test brings on faults. */
export function controlHandler(world: World): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    control(world, request)
      .then((answer) => ({ status: 200, answer }))
      .catch((error: unknown) => {
        const status = error instanceof RangeError || error instanceof SyntaxError ? 400 : 500;
        return { status, answer: { error: error instanceof Error ? error.message : String(error) } };
      })
      .then(
        ({ status, answer }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        },
        () => response.destroy(),
      );
  };
}

async function control(world: World, request: IncomingMessage): Promise<unknown> {
  const { model, faults, ledger, accounts } = world;
  const url = new URL(request.url ?? '/', 'http://control');
  // The announced base ends in /_sim; a caller that adds it once more, or leaves it out, means the same.
  const path = decodeURIComponent(url.pathname).replace(/^(?:\/_sim)+(?=\/)/u, '');
  const what = `${request.method} ${path}`;
  const text = await bodyOf(request);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  const now = await world.clock();
  model.advance(now);
  const named = (prefix: string): string | null =>
    what.startsWith(prefix) ? what.slice(prefix.length) : null;

  if (what === 'GET /ledger') return ledger.show(now);
  if (what === 'GET /switches') return model.switches;
  if (what === 'POST /switches') {
    const given = read(switches.partial(), body);
    // Absent keys keep their state; zod's defaults would put them back.
    for (const key of Object.keys(body as object))
      Object.assign(model.switches, { [key]: given[key as keyof typeof given] });
    return model.switches;
  }
  if (what === 'POST /faults') {
    faults.append(body);
    return {};
  }
  if (what === 'POST /token') {
    model.tokenLifetime = read(tokenOrder, body).expiresIn;
    return {};
  }
  if (what === 'POST /clock') {
    const { site, offsetMs } = read(clockOrder, body);
    const found = model.sites.find(({ name }) => name === site);
    if (found === undefined) throw new RangeError(`site: there is no "${site}"`);
    found.offsetMs = offsetMs;
    return {};
  }
  if (what === 'POST /reset') {
    model.reset();
    faults.clear();
    accounts.clear();
    ledger.clear();
    return {};
  }
  const vpgName = named('POST /vpg/') ?? named('POST /resync/');
  if (vpgName === null) throw new RangeError(`path: there is no ${what}`);
  const vpg = model.vpgNamed(vpgName);
  if (vpg === undefined) throw new RangeError(`vpg: there is no "${vpgName}"`);
  if (named('POST /resync/') !== null) {
    vpg.journal.wipe(now);
    return {};
  }
  const { status, subStatus, tag } = read(vpgOrder, body);
  model.setStatus(vpg, status, subStatus);
  if (tag !== undefined) vpg.order = tag;
  return {};
}
