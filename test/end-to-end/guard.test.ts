import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, guardWorkflowId } from '../../src/client/index.ts';
import { Installation } from '../support/installation.ts';
import { control } from '../support/simulated-guard.ts';
import { covers } from '../support/requirements.ts';

const installed = new Installation();

beforeAll(async () => {
  await installed.simulate('--speed', '20');
  await installed.up();
});

afterAll(async () => {
  const { requests, forbidden } = await installed.ledger();
  await installed.close();
  expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
  expect(forbidden).toEqual([]);
});

beforeEach(async () => {
  await control(installed.announcement.control, 'reset');
});

describe('guard on the command line', () => {
  it('confirms an AWS-protected VM with the documented tag and one checkpoint; asked again, the same point', async () => {
    const { code, verdict } = await installed.guard('win2019-1', 'chg-1');
    expect(code).toBe(0);
    expect(verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
    expect(verdict.tag).toMatch(
      /^ai:claude \| restart IIS \| vm=win2019-1 \| change=chg-1 \| \d{8}T\d{6}Z$/u,
    );
    const [tag, ...more] = await installed.tags('chg-1');
    expect(more).toEqual([]);
    expect(verdict.vpgs[0]?.rewindPoint).toMatchObject({ identifier: tag?.identifier, which: 'tagged' });

    const again = await installed.guard('win2019-1', 'chg-1');
    expect(again.verdict.vpgs[0]?.rewindPoint).toEqual(verdict.vpgs[0]?.rewindPoint);
    expect(await installed.tags('chg-1')).toHaveLength(1);

    await control(installed.announcement.control, 'resync/win2019-aws');
    const wiped = await installed.guard('win2019-1', 'chg-1');
    expect(wiped.verdict.vpgs[0]?.rewindPoint?.identifier).not.toBe(verdict.vpgs[0]?.rewindPoint?.identifier);
    expect(await installed.tags('chg-1')).toHaveLength(2);
  });

  it.each([
    ['a name that two VMs have', 'db01', 4, 'ambiguous', 'AMBIGUOUS_VM'],
    ['a name unknown to Zerto', 'no-such-vm', 4, 'not_protected', 'NOT_PROTECTED'],
    ['a VM in initial sync', 'legacy01', 3, 'refused', 'NOT_TAGGABLE'],
    ['a VM that meets its SLA in a bitmap sync', 'bitmap01', 3, 'refused', 'NOT_TAGGABLE'],
    ['a paused VM', 'paused01', 3, 'refused', 'NOT_TAGGABLE'],
  ])(
    `stops for %s, with its exit code and reason${covers('cli:exit-codes', 'find:none', 'find:not-taggable')}`,
    async (_, vm, exit, outcome, reason) => {
      const { code, verdict } = await installed.guard(vm, 'chg-2');
      expect(code).toBe(exit);
      expect(verdict).toMatchObject({ ok: false, outcome, reason: { code: reason } });
      expect(verdict.reason?.next).not.toBe('');
      expect(await installed.tags('chg-2')).toEqual([]);
    },
  );

  it('guards one of two VMs of a name when its vmIdentifier is given', async () => {
    const { verdict } = await installed.guard('db01', 'chg-3');
    const [candidate] = verdict.candidates;
    const chosen = await installed.guard(candidate?.identifier ?? '', 'chg-3');
    expect(chosen.verdict).toMatchObject({ ok: true, vm: candidate });
  });

  it('answers pending (exit 5) when the time given is over, and the same change later finds its tag', async () => {
    const pending = await installed.guard('win2019-1', 'chg-4', '--wait', '2');
    expect(pending.code).toBe(5);
    expect(pending.verdict).toMatchObject({ outcome: 'pending', reason: { code: 'STILL_PENDING' } });
    const later = await installed.guard('win2019-1', 'chg-4');
    expect(later.verdict).toMatchObject({ ok: true, tag: pending.verdict.tag });
    expect(await installed.tags('chg-4')).toHaveLength(1);
  });

  it(`gives callers who ask at once for one change one guard, and different VMs each their own${covers('again:attaches', 'again:own-guard-per-vm')}`, async () => {
    const verdicts = await Promise.all(
      ['web01', 'WEB01', 'web01', 'app-az-1'].map((vm) => installed.guard(vm, 'chg-5')),
    );
    expect(verdicts.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const tags = await installed.tags('chg-5');
    expect(tags.map(({ vpg }) => vpg).sort()).toEqual(['app-azure', 'web01-local', 'web01-remote']);
  });

  it(`keeps the guard going after Ctrl-C and says how to look at it${covers('cli:ctrl-c')}`, async () => {
    const asked = installed.start([
      'guard',
      '--config',
      installed.configFile,
      '--vm',
      'win2019-1',
      '--change',
      'chg-6',
      '--action',
      'x',
    ]);
    while ((await installed.tags('chg-6')).length === 0) await sleep(50);
    asked.child.kill('SIGINT');
    const { code, stderr } = await asked.ended;
    expect(code).toBe(5);
    expect(stderr).toContain('zerto-rewind changes --vm');
    expect(stderr).not.toMatch(/\n\s+at /u);
    const later = await installed.guard('win2019-1', 'chg-6');
    expect(later.verdict.ok).toBe(true);
    expect(await installed.tags('chg-6')).toHaveLength(1);
  });

  it(`lists the changes with their points, and tells when a point has gone${covers('cli:changes')}`, async () => {
    await installed.guard('Büro Server 7', 'chg-7');
    const list = async (): Promise<
      { changeId: string; open: boolean; vpgs: { exists: boolean | null }[] } | undefined
    > => {
      const { stdout } = await installed.run('changes', '--vm', 'büro server 7', '--json');
      const { changes } = JSON.parse(stdout) as {
        changes: { changeId: string; open: boolean; vpgs: { exists: boolean | null }[] }[];
      };
      return changes.find(({ changeId }) => changeId === 'chg-7');
    };
    expect(await list()).toMatchObject({ open: true, vpgs: [{ name: 'Büro', exists: true }] });
    await control(installed.announcement.control, `resync/${encodeURIComponent('Büro')}`);
    expect(await list()).toMatchObject({ open: false, vpgs: [{ name: 'Büro', exists: false }] });
  });

  it(`sends a lost insert once: the answer is cut after the effect, or before it, or is a 500 after it${covers('insert:exactly-once')}`, async () => {
    const faults = [
      ['lost-1', { cut: 'after' }],
      ['lost-2', { cut: 'before' }],
      ['lost-3', { status: 500, effect: true, body: { Message: 'Internal error' } }],
    ] as const;
    for (const [changeId, fault] of faults) {
      await control(installed.announcement.control, 'reset');
      await control(installed.announcement.control, 'faults', [
        { match: { method: 'POST', path: 'checkpoints$', times: 1 }, do: fault },
      ]);
      const { verdict } = await installed.guard('win2019-1', changeId);
      expect(verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
      expect(await installed.tags(changeId)).toHaveLength(1);
    }
  });

  it('finds a tag that lands after the refusal at the next try, and inserts no second one', async () => {
    await control(installed.announcement.control, `vpg/${encodeURIComponent('Büro')}`, {
      tag: { listedAfterMs: 12_000 },
    });
    const refused = await installed.guard('Büro Server 7', 'late-1');
    expect(refused.code).toBe(3);
    expect(refused.verdict).toMatchObject({ outcome: 'refused', reason: { code: 'NOT_LISTED_IN_TIME' } });
    while ((await installed.tags('late-1'))[0]?.listedAt === null) await sleep(100);
    const found = await installed.guard('Büro Server 7', 'late-1');
    expect(found.verdict).toMatchObject({ ok: true, outcome: 'confirmed', tag: refused.verdict.tag });
    expect(await installed.tags('late-1')).toHaveLength(1);
  });

  it('goes on with a token that expires while it waits', async () => {
    await control(installed.announcement.control, 'token', { expiresIn: 2 });
    expect((await installed.guard('win2019-1', 'chg-8')).verdict).toMatchObject({ ok: true });
  });
});

describe('the Temporal UI', () => {
  it(`says in words what a guard waits for and until when; its history holds no secret${covers('temporal:ui-words', 'safety:no-secrets-in-history')}`, async () => {
    const { temporal } = JSON.parse(readFileSync(installed.configFile, 'utf8')) as {
      temporal: { address: string };
    };
    const { client, close } = await connectClient({ address: temporal.address, namespace: 'default' });
    try {
      const handle = client.workflow.getHandle(guardWorkflowId('chg-9', 'win2019-1'));
      const asked = installed.guard('win2019-1', 'chg-9');
      while ((await installed.tags('chg-9')).length === 0) await sleep(50);
      await sleep(1_000);
      const { currentDetails } = await handle.query<{ currentDetails: string }>(
        '__temporal_workflow_metadata',
      );
      expect(currentDetails).toMatch(
        /\*\*win2019-aws\*\* \(us-east-2, AWS\): pending; waits for the tag to be listed .* until \d\d:\d\d:\d\d UTC/u,
      );
      expect((await asked).verdict.ok).toBe(true);
      const { events } = await handle.fetchHistory();
      const history = JSON.stringify(events).replace(/"data":"([^"]+)"/gu, (_, data: string) =>
        Buffer.from(data, 'base64').toString(),
      );
      expect(history.includes('chg-9')).toBe(true);
      expect(history.includes(installed.announcement.password)).toBe(false);
      expect(/bearer/iu.test(history)).toBe(false);
    } finally {
      await close();
    }
  });
});

describe('a worker that dies', () => {
  const restart = async (): Promise<void> => {
    await installed.killWorker();
    await installed.startWorker();
  };

  it('before the insert: one tag, one right answer', async () => {
    await control(installed.announcement.control, 'faults', [
      { match: { path: '/v1/vms', times: 2 }, do: { delayMs: 6_000 } },
    ]);
    const asked = installed.guard('win2019-1', 'kill-1');
    await sleep(1_500);
    await restart();
    expect((await asked).verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
    expect(await installed.tags('kill-1')).toHaveLength(1);
  });

  it(`with the insert under way, its answer never received: one tag, one right answer${covers('insert:exactly-once', 'wait:survives-worker')}`, async () => {
    await control(installed.announcement.control, 'faults', [
      { match: { method: 'POST', path: 'checkpoints$', times: 1 }, do: { delayMs: 8_000 } },
    ]);
    const asked = installed.guard('win2019-1', 'kill-2');
    while ((await installed.tags('kill-2')).length === 0) await sleep(50);
    await restart();
    expect((await asked).verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
    expect(await installed.tags('kill-2')).toHaveLength(1);
  });

  it('between insert and listing: one tag, one right answer', async () => {
    const asked = installed.guard('win2019-1', 'kill-3');
    while ((await installed.tags('kill-3')).length === 0) await sleep(50);
    await sleep(1_000);
    await restart();
    expect((await asked).verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
    expect(await installed.tags('kill-3')).toHaveLength(1);
  });

  it.each([0.1, 0.7, 1.9, 3.3, 5.1])(
    'after %f s, a moment like any other: one tag a VPG, one right answer',
    async (after) => {
      const changeId = `kill-at-${after}`;
      const asked = installed.guard('win2019-1', changeId);
      await sleep(700 + after * 1_000);
      await restart();
      const { verdict } = await asked;
      const [tag, ...more] = await installed.tags(changeId);
      expect(verdict).toMatchObject({ ok: true, outcome: 'confirmed' });
      expect(verdict.vpgs[0]?.rewindPoint?.identifier).toBe(tag?.identifier);
      expect(more).toEqual([]);
    },
  );

  it(`and comes back after its caller has gone: nothing is inserted${covers('start:late-worker-inserts-nothing', 'start:no-worker')}`, async () => {
    await installed.killWorker();
    const { code, verdict } = await installed.guard('web01', 'gone-1', '--wait', '3');
    expect(code).toBe(6);
    expect(verdict).toMatchObject({ ok: false, outcome: 'unavailable', reason: { code: 'NO_WORKER' } });
    await sleep(1_000);
    await installed.startWorker();
    await sleep(4_000);
    expect(await installed.tags('gone-1')).toEqual([]);
    expect((await installed.guard('web01', 'gone-1')).verdict).toMatchObject({
      ok: true,
      outcome: 'confirmed',
    });
  });
});

describe('trouble with a ZVM', () => {
  it('is told as what it is: refused rights, an unreadable answer', async () => {
    await control(installed.announcement.control, 'faults', [
      { match: { path: '/v1/vms' }, do: { status: 403, body: { Message: 'Missing privilege' } } },
    ]);
    const forbidden = await installed.guard('web01', 'trouble-1');
    expect(forbidden.code).toBe(6);
    expect(forbidden.verdict).toMatchObject({ outcome: 'unavailable', reason: { code: 'ZVM_FORBIDDEN' } });
    await control(installed.announcement.control, 'reset');
    await control(installed.announcement.control, 'faults', [
      {
        match: { path: '/v1/vms' },
        do: { status: 200, body: '<html>sign in</html>', contentType: 'text/html' },
      },
    ]);
    const html = await installed.guard('web01', 'trouble-2');
    expect(html.verdict).toMatchObject({ outcome: 'unavailable', reason: { code: 'ZVM_BAD_ANSWER' } });
  });

  it('heals in time: a ZVM that answers 503 twice still gets its guard through', async () => {
    await control(installed.announcement.control, 'faults', [
      { match: { path: '/v1/vms', times: 2 }, do: { status: 503, body: 'busy' } },
    ]);
    expect((await installed.guard('web01', 'trouble-3')).verdict).toMatchObject({ ok: true });
  });

  it('a changed password file is read at the next log-in', async () => {
    writeFileSync(join(installed.directory, 'password'), 'wrong');
    await control(installed.announcement.control, 'faults', [
      { match: { path: '/v1/', times: 1 }, do: { status: 401 } },
    ]);
    const { code, verdict, stderr } = await installed.guard('web01', 'trouble-4');
    expect(code).toBe(6);
    expect(verdict).toMatchObject({ outcome: 'unavailable', reason: { code: 'ZVM_AUTH' } });
    expect(stderr).not.toMatch(/\n\s+at /u);
    writeFileSync(join(installed.directory, 'password'), installed.announcement.password);
    expect((await installed.guard('web01', 'trouble-4')).verdict).toMatchObject({ ok: true });
  });
});
