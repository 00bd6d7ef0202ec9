import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultEstate, parseEstate, startSimulator, type Simulator } from '../../src/simulator/index.ts';
import { covers } from '../support/requirements.ts';
import { control, ledgerOf } from '../support/simulated-guard.ts';

const START = Date.parse('2026-09-21T15:00:00Z');
let now = START;
let simulator: Simulator;

async function start(options: Parameters<typeof startSimulator>[0] = {}): Promise<void> {
  now = START;
  simulator = await startSimulator({ clock: () => now, ...options });
}

interface Row {
  VmName: string;
  VpgName: string;
  VpgIdentifier: string;
}
interface Listed {
  CheckpointIdentifier: string;
  TimeStamp: string;
  Tag: string | null;
}

async function bearer(): Promise<string> {
  const { username, password, sites } = simulator;
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: 'zerto-client',
    username,
    password,
    scope: 'openid',
  });
  const answer = await fetch(`${sites[0]?.url}/auth/realms/zerto/protocol/openid-connect/token`, {
    method: 'POST',
    body,
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' };
  return await fetch(`${simulator.sites[0]?.url}${path}`, { ...init, headers });
}

const json = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;

async function vpgNamed(name: string): Promise<string> {
  return (await json<Row[]>('/v1/vms')).find((row) => row.VpgName === name)?.VpgIdentifier ?? '';
}

async function insert(vpg: string, tag: string): Promise<string> {
  const answer = await call(`/v1/vpgs/${vpg}/checkpoints`, {
    method: 'POST',
    body: JSON.stringify({ checkpointName: tag }),
  });
  return (await answer.json()) as string;
}

const listed = (vpg: string, from = ''): Promise<Listed[]> =>
  json<Listed[]>(`/v1/vpgs/${vpg}/checkpoints${from}`);

beforeEach(() => start());
afterEach(() => simulator.close());

describe('the journal of the simulated ZVM', () => {
  it.each([
    ['web01-local', 5, 4],
    ['app-azure', 60, 34],
    ['win2019-aws', 630, 128],
  ])(
    `of %s writes every %i s and lists a tag after about %i s${covers('sim:cadence')}`,
    async (name, gap, visible) => {
      const vpg = await vpgNamed(name);
      now += gap * 20_000;
      const stamps = (await listed(vpg)).slice(-15).map(({ TimeStamp }) => Date.parse(TimeStamp));
      const gaps = stamps.slice(1).map((at, index) => (at - (stamps[index] ?? 0)) / 1000);
      for (const one of gaps) {
        expect(one).toBeGreaterThanOrEqual(gap * 0.89);
        expect(one).toBeLessThanOrEqual(gap * 1.11);
      }
      const inserted = now;
      await insert(vpg, 'mine');
      now = inserted + visible * 890;
      expect((await listed(vpg)).some(({ Tag }) => Tag === 'mine')).toBe(false);
      now = inserted + visible * 1110;
      const tagged = (await listed(vpg)).find(({ Tag }) => Tag === 'mine');
      expect(Date.parse(tagged?.TimeStamp ?? '')).toBeLessThanOrEqual(now);
      expect((await ledgerOf(simulator.control)).checkpoints).toMatchObject([
        { vpg: name, tag: 'mine', identifier: tagged?.CheckpointIdentifier },
      ]);
    },
  );

  it('is wiped by a re-sync, with every tag, and lists nothing that was on its way', async () => {
    const vpg = await vpgNamed('win2019-aws');
    await insert(vpg, 'first');
    now += 200_000;
    await insert(vpg, 'second');
    await control(simulator.control, `resync/win2019-aws`);
    expect(await listed(vpg)).toEqual([]);
    now += 3_600_000;
    const after = await listed(vpg);
    expect(after.length).toBeGreaterThan(3);
    expect(after.every(({ Tag }) => Tag === null)).toBe(true);
    const { checkpoints } = await ledgerOf(simulator.control);
    expect(checkpoints.map(({ tag, goneAt, listedAt }) => [tag, goneAt !== null, listedAt !== null])).toEqual(
      [
        ['first', true, true],
        ['second', false, false],
      ],
    );
  });

  it('writes nothing during a bitmap sync, and the task of an insert fails', async () => {
    const vpg = await vpgNamed('bitmap01');
    const before = await listed(vpg);
    const task = await insert(vpg, 'x');
    now += 60_000;
    expect(await listed(vpg)).toEqual(before);
    expect(await json(`/v1/tasks/${task}`)).toMatchObject({
      Status: { State: 4 },
      CompleteReason: expect.stringMatching(/state/u) as unknown,
    });
  });

  it('is the same for the same seed, and another for another', async () => {
    const history = async (seed: number): Promise<Listed[]> => {
      await simulator.close();
      await start({ seed });
      return await listed(await vpgNamed('web01-local'));
    };
    expect(await history(7)).toEqual(await history(7));
    expect(await history(7)).not.toEqual(await history(8));
  });
});

describe('the judge', () => {
  it(`shows what it objects to, and what must never be asked for${covers('sim:judges')}`, async () => {
    const vpg = await vpgNamed('web01-local');
    await call('/v1/nonsense');
    await call('/v1/vms?colour=blue');
    await call(`/v1/vpgs/${vpg}/checkpoints?startDate=2026-09-21T15:00:00`);
    await call(`/v1/vpgs/${vpg}/checkpoints`, {
      method: 'POST',
      body: JSON.stringify({ checkpointName: 'x', retain: true }),
    });
    const answer = await call(`/v1/vpgs/${vpg}/FAILOVER`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(200);
    const { requests, forbidden } = await ledgerOf(simulator.control);
    expect(requests.flatMap(({ problems }) => problems)).toEqual([
      'unknown path: GET /v1/nonsense',
      'unknown query parameter: colour',
      'a date without Z is local time: startDate=2026-09-21T15:00:00',
      'unknown body key: retain',
      `unknown path: POST /v1/vpgs/${vpg}/FAILOVER`,
    ]);
    expect(forbidden).toHaveLength(1);
  });

  it('takes no password and shows none', async () => {
    await bearer();
    expect(JSON.stringify(await ledgerOf(simulator.control))).not.toContain(simulator.password);
  });

  it('answers 401 without a bearer and 400 for a name asked as a vmIdentifier', async () => {
    expect((await fetch(`${simulator.sites[0]?.url}/v1/vms`)).status).toBe(401);
    expect((await call('/v1/vms?vmIdentifier=web01')).status).toBe(400);
  });
});

describe('faults', () => {
  it(`come by site, method, path and count, the first match first${covers('sim:faults')}`, async () => {
    await control(simulator.control, 'faults', [
      { match: { path: '/v1/vms', nth: 2 }, do: { status: 503, body: { Message: 'second' } } },
      { match: { path: '/v1/vms', every: 3 }, do: { status: 500 } },
      { match: { site: 'DR1', path: '.' }, do: { status: 418 } },
      { match: { method: 'GET', path: 'localsite', times: 1 }, do: { cut: 'before' } },
    ]);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await call('/v1/vms')).status);
    // The second rule does not see what the first has answered.
    expect(statuses).toEqual([200, 503, 200, 500, 200]);
    await expect(call('/v1/localsite')).rejects.toThrow();
    expect((await call('/v1/localsite')).status).toBe(200);
  });

  it('are refused with the offending key', async () => {
    const answer = await fetch(`${simulator.control}/faults`, {
      method: 'POST',
      body: JSON.stringify([{ match: { pth: 'x' }, do: {} }]),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('pth');
    const vpg = await fetch(`${simulator.control}/vpg/nobody`, { method: 'POST', body: '{}' });
    expect(await vpg.text()).toContain('nobody');
  });
});

describe('an estate', () => {
  it(`that is wrong is refused with the offending key${covers('sim:estate')}`, () => {
    const broken = (change: (estate: ReturnType<typeof defaultEstate>) => unknown): (() => unknown) => {
      const estate = structuredClone(defaultEstate());
      change(estate);
      return () => parseEstate(estate);
    };
    expect(broken((estate) => Object.assign(estate, { colour: 1 }))).toThrow(/colour/u);
    expect(broken((estate) => Object.assign(estate.vpgs[0] ?? {}, { protectedSite: 'Mars' }))).toThrow(
      /vpgs\.0\.protectedSite.*Mars/u,
    );
    expect(broken((estate) => estate.vpgs[0]?.vms.push('ghost'))).toThrow(/vpgs\.0\.vms.*ghost/u);
    expect(broken((estate) => estate.vpgs[0]?.vms.push('db01'))).toThrow(/names 2 VMs/u);
  });
});
