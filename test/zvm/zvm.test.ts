import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../src/simulator/index.ts';
import {
  isAllowed,
  Transport,
  Zvm,
  ZvmCallNotAllowed,
  ZvmError,
  ZvmForbidden,
  ZvmLogInRefused,
  ZvmRefused,
  ZvmUnreachable,
  ZvmUnreadable,
  type Credentials,
  type TlsTrust,
} from '../../src/zvm/index.ts';
import { covers } from '../support/requirements.ts';
import { control, ledgerOf } from '../support/simulated-guard.ts';

let simulator: Simulator;
const open: Zvm[] = [];

function zvmOf({
  credentials,
  tls,
  timeoutMs,
}: { credentials?: Credentials; tls?: TlsTrust; timeoutMs?: number } = {}): Zvm {
  const { username, password, sites } = simulator;
  const zvm = new Zvm({
    site: 'CMH',
    url: sites[0]?.url ?? '',
    credentials: () => Promise.resolve(credentials ?? { username, password }),
    ...(tls === undefined ? {} : { tls }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  open.push(zvm);
  return zvm;
}

async function failureOf(work: Promise<unknown>): Promise<ZvmError> {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ZvmError);
  return failure as ZvmError;
}

async function vpgOf(zvm: Zvm, vm: string): Promise<string> {
  return (await zvm.vms({ vmName: vm }))[0]?.vpg.identifier ?? '';
}

const requests = async (path: RegExp): Promise<number> =>
  (await ledgerOf(simulator.control)).requests.filter((request) => path.test(request.path)).length;

beforeEach(async () => {
  simulator = await startSimulator({ speed: 50 });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((zvm) => zvm.close()));
  await simulator.close();
});

describe('the log-in', () => {
  it(`works with a password and with client credentials, once for calls at the same time${covers('zvm:log-in')}`, async () => {
    const zvm = zvmOf();
    await Promise.all([1, 2, 3, 4].map(() => zvm.vms({})));
    expect(await requests(/token$/u)).toBe(1);
    const { id, secret } = simulator.client;
    expect(
      await zvmOf({ credentials: { clientId: id, clientSecret: secret } }).vms({ vmName: 'web01' }),
    ).toHaveLength(2);
  });

  it(`is renewed before the token expires, by its own lifetime${covers('zvm:log-in')}`, async () => {
    await control(simulator.control, 'token', { expiresIn: 0.2 });
    const zvm = zvmOf();
    await zvm.localSite();
    await new Promise((resolve) => setTimeout(resolve, 250));
    await zvm.vms({});
    const { requests: sent } = await ledgerOf(simulator.control);
    expect(sent.filter(({ status }) => status === 401)).toEqual([]);
    expect(sent.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2);
  });

  it(`with a refused password is tried once and never again${covers('safety:password-once')}`, async () => {
    const zvm = zvmOf({ credentials: { username: simulator.username, password: 'wrong' } });
    for (let i = 0; i < 7; i += 1) expect(await failureOf(zvm.vms({}))).toBeInstanceOf(ZvmLogInRefused);
    expect(await requests(/token$/u)).toBe(1);
  });

  it('is repeated once after a 401; a 401 for ever is told as such, and not asked for again and again', async () => {
    await control(simulator.control, 'faults', [
      { match: { path: '/v1/vms', times: 1 }, do: { status: 401 } },
    ]);
    expect(await zvmOf().vms({})).not.toHaveLength(0);
    await control(simulator.control, 'faults', [{ match: { path: '/v1/vms' }, do: { status: 401 } }]);
    expect(await failureOf(zvmOf().vms({}))).toBeInstanceOf(ZvmLogInRefused);
    expect(await requests(/v1\/vms$/u)).toBe(4);
  });
});

describe('an error', () => {
  it.each([
    ['a missing right', { status: 403, body: { Message: 'no right' } }, ZvmForbidden, 'none', /no right/u],
    ['a refusal', { status: 400, body: { Message: 'bad VPG' } }, ZvmRefused, 'none', /bad VPG/u],
    ['a server error', { status: 500, body: { Message: 'oops' } }, ZvmRefused, 'unknown', /oops/u],
    [
      'a page of a proxy',
      { status: 200, body: '<html></html>', contentType: 'text/html' },
      ZvmUnreadable,
      'unknown',
      /text\/html/u,
    ],
    ['cut JSON', { status: 200, body: '{"Mess' }, ZvmUnreadable, 'unknown', /not JSON/u],
    ['null', { status: 200, body: 'null' }, ZvmUnreadable, 'unknown', /shape/u],
    ['an empty list', { status: 200, body: '[]' }, ZvmUnreadable, 'unknown', /shape/u],
    ['a cut connection', { cut: 'after' }, ZvmUnreachable, 'unknown', /./u],
  ])(
    `of an insert tells its cause and what it may have done: %s${covers('zvm:errors')}`,
    async (_, fault, type, effect, words) => {
      const zvm = zvmOf();
      const vpg = await vpgOf(zvm, 'app-az-1');
      await control(simulator.control, 'faults', [
        { match: { method: 'POST', path: 'checkpoints$' }, do: fault },
      ]);
      const failure = await failureOf(zvm.insertCheckpoint(vpg, 'x'));
      expect(failure).toBeInstanceOf(type);
      expect(failure.effect).toBe(effect);
      expect(failure.message).toMatch(words);
      expect(failure.site).toBe('CMH');
    },
  );

  it('of a silent ZVM comes within the time limit', async () => {
    await control(simulator.control, 'faults', [{ match: { path: '/v1/vms' }, do: { hang: true } }]);
    const failure = await failureOf(zvmOf({ timeoutMs: 300 }).vms({}));
    expect(failure).toBeInstanceOf(ZvmUnreachable);
    expect(failure.message).toMatch(/no answer in time/u);
  });

  it('of a closed port says that nothing was sent', async () => {
    const { url } = simulator.sites[0] ?? { url: '' };
    await simulator.close();
    const transport = new Transport({ site: 'CMH', url });
    const failure = await failureOf(transport.send({ method: 'GET', path: '/v1/vms' }));
    expect(failure).toMatchObject({ effect: 'none', code: 'UNREACHABLE' });
    await transport.close();
    simulator = await startSimulator();
  });
});

describe('certificates', () => {
  beforeEach(async () => {
    await simulator.close();
    simulator = await startSimulator({ tls: true });
  });

  it(`are checked: by CA file, by fingerprint, and refused otherwise with nothing sent${covers('zvm:tls')}`, async () => {
    const ca = readFileSync(simulator.caFile ?? '', 'utf8');
    expect(await zvmOf({ tls: { ca } }).vms({})).not.toHaveLength(0);
    const { fingerprint256 = '' } = simulator;
    expect(await zvmOf({ tls: { fingerprint256: fingerprint256.toUpperCase() } }).vms({})).not.toHaveLength(
      0,
    );
    const before = await requests(/./u);
    for (const tls of [{}, { fingerprint256: '0'.repeat(64) }]) {
      const failure = await failureOf(zvmOf({ tls }).vms({}));
      expect(failure).toBeInstanceOf(ZvmUnreachable);
      expect(failure.effect).toBe('none');
      expect(failure.message).toMatch(/certificate/u);
    }
    expect(await requests(/./u)).toBe(before);
  });
});

describe('the reader', () => {
  it.each([
    [{ casing: 'camel' }],
    [{ dates: 'iso-offset' }],
    [{ dates: 'slash-date' }],
    [{ dates: 'slash-date-offset' }],
    [{ filters: 'ignored' }],
    [{ casing: 'camel', dates: 'slash-date-offset', filters: 'ignored' }],
  ])(
    `reads the same things in every form that sources name: %o${covers('zvm:tolerant')}`,
    async (switches) => {
      const zvm = zvmOf();
      const plain = (await zvm.vms({ vmName: 'web01' })).filter(({ vm }) => vm.name === 'web01');
      const vpg = plain[0]?.vpg.identifier ?? '';
      const from = Date.now() - 60_000;
      const checkpoints = await zvm.checkpoints(vpg, from);
      await control(simulator.control, 'switches', switches);
      expect((await zvm.vms({ vmName: 'web01' })).filter(({ vm }) => vm.name === 'web01')).toEqual(plain);
      const again = await zvm.checkpoints(vpg, from);
      expect(again).toEqual(expect.arrayContaining(checkpoints.slice(1)));
      expect(await zvm.task(await zvm.insertCheckpoint(vpg, 'a tag'))).toMatchObject({
        type: 'InsertTaggedCP',
        vpgs: [vpg],
      });
    },
  );

  it(`never throws at an unknown number of a status${covers('zvm:tolerant')}`, async () => {
    await control(simulator.control, 'vpg/app-azure', { status: 77, subStatus: 41 });
    expect((await zvmOf().vms({ vmName: 'app-az-1' }))[0]).toMatchObject({ status: '#77', subStatus: '#41' });
  });
});

describe('the closed list', () => {
  const guid = '11111111-2222-4333-a444-555555555555';
  const verbs = [
    'Failover',
    'FailoverCommit',
    'FailoverRollback',
    'Move',
    'MoveCommit',
    'moveRollback',
    'pause',
    'resume',
    'forcesync',
    'FailoverTest',
    'CloneStart',
  ];
  const live: [string, string][] = [
    ...verbs.flatMap((verb): [string, string][] =>
      [
        verb,
        verb.toUpperCase(),
        verb.toLowerCase(),
        `%${verb.charCodeAt(0).toString(16)}${verb.slice(1)}`,
      ].map((word) => ['POST', `/v1/vpgs/${guid}/${word}`]),
    ),
    ['DELETE', `/v1/vpgs/${guid}`],
    ['POST', '/v1/vpgSettings'],
    ['POST', `/v1/vms/${guid}.vm-1/Restore`],
    ['PUT', `/api/v1/vpgs/${guid}/failover`],
    ['POST', `/v1/vpgs/${guid}/checkpoints/../Failover`],
    ['POST', `/v1/vpgs/${guid}/checkpoints/%2e%2e/Move`],
    ['POST', `/v1/vpgs/${guid}%2FFailover`],
    ['POST', '/v1/vpgs/checkpoints'],
    ['POST', `/v1/vpgs/../${guid}/checkpoints`],
  ];

  it(`lets no live operation through, in whatever spelling, before a byte is sent${covers('safety:closed-list')}`, async () => {
    const transport = new Transport({ site: 'CMH', url: simulator.sites[0]?.url ?? '' });
    for (const [method, path] of live) {
      const sent = transport.send({ method: method as 'POST', path });
      await expect(sent, `${method} ${path}`).rejects.toBeInstanceOf(ZvmCallNotAllowed);
    }
    await transport.close();
    const { requests: seen, forbidden } = await ledgerOf(simulator.control);
    expect(seen).toEqual([]);
    expect(forbidden).toEqual([]);
  });

  it('lets the calls of a guard through', () => {
    expect(isAllowed('GET', '/v1/vms')).toBe(true);
    expect(isAllowed('POST', `/v1/vpgs/${guid}/checkpoints`)).toBe(true);
    expect(isAllowed('DELETE', `/v1/vpgs/${guid}/checkpoints`)).toBe(false);
  });
});
