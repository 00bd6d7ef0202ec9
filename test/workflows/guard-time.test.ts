import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/domain/verdict.ts';
import { startSimulator, type Simulator } from '../../src/simulator/index.ts';
import type { guard } from '../../src/workflows/index.ts';
import { activitiesOf, ask, control, ledgerOf, type Asked } from '../support/simulated-guard.ts';
import { testServerPath } from '../support/temporal-test-server.ts';
import { covers } from '../support/requirements.ts';

/**
 * The whole chain on simulated time: real workflow, activities and ZVM client over HTTP, at the true cadences
 * of the sites; the simulated ZVM takes its clock from the time-skipping server.
 */
const BUNDLE = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));
const QUEUE = 'guard-time';

let env: TestWorkflowEnvironment;
let simulator: Simulator;
let worker: Worker;
let running: Promise<void>;
let count = 0;

function newWorker(): Promise<Worker> {
  return Worker.create({
    connection: env.nativeConnection,
    taskQueue: QUEUE,
    workflowBundle: { code: readFileSync(BUNDLE, 'utf8') },
    activities: { ...activitiesOf(simulator) },
  });
}

// One server a test: its clock stalls for good when an activity outlives its workflow (sdk-java issue 2246).
beforeEach(async () => {
  env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: await testServerPath() } },
  });
  simulator = await startSimulator({ clock: () => env.currentTimeMs() });
  worker = await newWorker();
  running = worker.run();
});

afterEach(async () => {
  // Nothing that the simulated ZVM objects to, or must never be asked for, was sent.
  const { requests, forbidden } = await ledgerOf(simulator.control);
  expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
  expect(forbidden).toEqual([]);
  worker.shutdown();
  await running;
  await simulator.close();
  await env.teardown();
});

const newChange = (): string => `chg-${(count += 1)}`;

/** Asks, and lets simulated time pass until the answer is there: waiting for an update does not skip time. */
async function answerTo(asked: Asked): Promise<Verdict> {
  let verdict: Verdict | null = null;
  let failure: unknown = null;
  ask(env.client, QUEUE, asked).then(
    (given) => (verdict = given),
    (error: unknown) => (failure = error),
  );
  for (let step = 0; step < 3_000 && verdict === null && failure === null; step += 1) await env.sleep(1_000);
  if (failure !== null) throw failure;
  if (verdict === null) throw new Error('No answer within 3,000 s of simulated time.');
  return verdict;
}

async function tagsOf(changeId: string): Promise<Awaited<ReturnType<typeof ledgerOf>>['checkpoints']> {
  return (await ledgerOf(simulator.control)).checkpoints.filter(({ tag }) =>
    tag.includes(`change=${changeId} |`),
  );
}

describe('a guard at the pace of the site', () => {
  it(`confirms an AWS tag that is listed after 130 s${covers('guard:lands-after-130s')}`, async () => {
    const changeId = newChange();
    await control(simulator.control, 'vpg/win2019-aws', { tag: { listedAfterMs: 130_000 } });
    const verdict = await answerTo({ vm: 'win2019-1', changeId });
    const [tag, ...more] = await tagsOf(changeId);
    expect(verdict).toMatchObject({ ok: true, outcome: 'confirmed', tag: tag?.tag });
    expect(more).toEqual([]);
    expect(verdict.vpgs[0]?.rewindPoint).toMatchObject({ identifier: tag?.identifier, which: 'tagged' });
    expect(verdict.waitedMs).toBeGreaterThanOrEqual(130_000);
    expect(tag?.tag).toMatch(/^ai:test \| edit a file \| vm=win2019-1 \| change=chg-\d+ \| \d{8}T\d{6}Z$/u);
  });

  it(`confirms what is listed just before the end of patience, and refuses what comes just after it${covers('guard:timeout-names-task')}`, async () => {
    const { patience } = simulator.cadence['AWS'] ?? { patience: 0 };
    const before = newChange();
    await control(simulator.control, 'vpg/win2019-aws', { tag: { listedAfterMs: patience * 1000 - 1_000 } });
    expect(await answerTo({ vm: 'win2019-1', changeId: before })).toMatchObject({ outcome: 'confirmed' });

    const after = newChange();
    await control(simulator.control, 'vpg/win2019-aws', { tag: { listedAfterMs: patience * 1000 + 2_000 } });
    const refused = await answerTo({ vm: 'win2019-1', changeId: after });
    expect(refused).toMatchObject({ ok: false, outcome: 'refused', reason: { code: 'NOT_LISTED_IN_TIME' } });
    expect(refused.reason?.next).toContain(refused.vpgs[0]?.task ?? 'no task');
    expect(refused.vpgs[0]?.rewindPoint).toMatchObject({ which: 'existing' });
  });

  it(`refuses within 3 s of the failure of an insert task that failed after 3 s, in the words of Zerto${covers('wait:failed-task')}`, async () => {
    const changeId = newChange();
    const reason = 'The journal volume is full';
    await control(simulator.control, 'vpg/win2019-aws', { tag: { taskFails: { afterMs: 3_000, reason } } });
    const verdict = await answerTo({ vm: 'win2019-1', changeId });
    expect(verdict).toMatchObject({ ok: false, outcome: 'refused', reason: { code: 'INSERT_TASK_FAILED' } });
    expect(verdict.reason?.message).toContain(reason);
    expect(verdict.waitedMs).toBeLessThan(6_000);
  });

  it(`answers pending when the time of a caller ends, goes on, and answers the next call with the same tag${covers('wait:callers-time', 'again:attaches')}`, async () => {
    const changeId = newChange();
    const pending = await answerTo({ vm: 'win2019-1', changeId, waitMs: 60_000 });
    expect(pending).toMatchObject({ ok: false, outcome: 'pending', reason: { code: 'STILL_PENDING' } });
    expect(pending.vpgs[0]).toMatchObject({ state: 'pending', rewindPoint: { which: 'existing' } });
    const confirmed = await answerTo({ vm: 'win2019-1', changeId });
    expect(confirmed).toMatchObject({ outcome: 'confirmed', tag: pending.tag });
    expect(await tagsOf(changeId)).toHaveLength(1);
  });

  it(`tags every taggable VPG of a VM with one text and reports the one that is not taggable${covers('guard:every-vpg-one-tag')}`, async () => {
    const changeId = newChange();
    const verdict = await answerTo({ vm: 'erp03', changeId });
    expect(verdict.vpgs.map(({ name, state }) => [name, state])).toEqual([
      ['erp03-local', 'listed'],
      ['erp03-remote', 'listed'],
      ['erp03-archive', 'not_taggable'],
    ]);
    const tags = await tagsOf(changeId);
    expect(tags.map(({ vpg }) => vpg)).toEqual(['erp03-local', 'erp03-remote']);
    expect(new Set(tags.map(({ tag }) => tag))).toEqual(new Set([verdict.tag]));
  });

  it('refuses when one of several VPGs fails, whatever the others do', async () => {
    await control(simulator.control, 'vpg/erp03-remote', {
      tag: { taskFails: { afterMs: 1_000, reason: 'no space' } },
    });
    const verdict = await answerTo({ vm: 'erp03', changeId: newChange() });
    expect(verdict).toMatchObject({ ok: false, outcome: 'refused', reason: { code: 'INSERT_TASK_FAILED' } });
    expect(verdict.vpgs.find(({ name }) => name === 'erp03-remote')).toMatchObject({ state: 'failed' });
  });

  it(`never confirms on a journal that was wiped while it waited${covers('wait:wiped-journal')}`, async () => {
    const changeId = newChange();
    const answered = answerTo({ vm: 'win2019-1', changeId });
    while ((await tagsOf(changeId)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await control(simulator.control, 'resync/win2019-aws');
    expect(await answered).toMatchObject({
      ok: false,
      outcome: 'refused',
      reason: { code: 'NOT_LISTED_IN_TIME' },
    });
  });

  it(`answers the same change again with the same point, and inserts anew once that point has left the journal${covers('again:same-point', 'again:never-old-verdict')}`, async () => {
    const changeId = newChange();
    const first = await answerTo({ vm: 'web01', changeId });
    const again = await answerTo({ vm: 'WEB01', changeId });
    expect(again.vpgs.map(({ rewindPoint }) => rewindPoint)).toEqual(
      first.vpgs.map(({ rewindPoint }) => rewindPoint),
    );
    expect(await tagsOf(changeId)).toHaveLength(2);

    await control(simulator.control, 'resync/web01-local');
    const afterWipe = await answerTo({ vm: 'web01', changeId });
    expect(afterWipe).toMatchObject({ ok: true, outcome: 'confirmed' });
    const local = (verdict: Verdict): string | undefined =>
      verdict.vpgs.find(({ name }) => name === 'web01-local')?.rewindPoint?.identifier;
    expect(local(afterWipe)).not.toBe(local(first));
    expect((await tagsOf(changeId)).filter(({ vpg }) => vpg === 'web01-local')).toHaveLength(2);
  });

  it(`gives a change that is asked for again after its window a new checkpoint${covers('again:window')}`, async () => {
    const changeId = newChange();
    const first = await answerTo({ vm: 'app-az-1', changeId });
    await env.sleep(11 * 60_000);
    const later = await answerTo({ vm: 'app-az-1', changeId });
    expect(later).toMatchObject({ outcome: 'confirmed' });
    expect(later.tag).not.toBe(first.tag);
    expect(await tagsOf(changeId)).toHaveLength(2);
  });
});

describe('a worker that comes back late', () => {
  it(`inserts nothing for a caller whose time to be accepted has passed${covers('start:late-worker-inserts-nothing')}`, async () => {
    const changeId = newChange();
    worker.shutdown();
    await running;
    const handle = await env.client.workflow.start<typeof guard>('guard', {
      workflowId: `late-${changeId}`,
      taskQueue: QUEUE,
      args: [{ changeId, vm: 'web01', action: 'edit a file', agent: 'test', acceptMs: 2_000 }],
    });
    await env.sleep(5_000);
    worker = await newWorker();
    running = worker.run();
    expect(await handle.result()).toMatchObject({
      ok: false,
      outcome: 'expired',
      reason: { code: 'EXPIRED' },
    });
    expect(await tagsOf(changeId)).toEqual([]);
  });
});
