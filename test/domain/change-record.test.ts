import { describe, expect, it } from 'vitest';
import { planTags, type ChangeRecord, type ChangeRecordVpg } from '../../src/domain/change-record.ts';
import { composeTag } from '../../src/domain/tag.ts';
import { covers } from '../support/requirements.ts';

const NOW = Date.parse('2026-09-21T16:00:00Z');
const MINUTE = 60_000;
const WINDOW = 10 * MINUTE;
const tagOf = (agoMs: number): string =>
  composeTag({ agent: 'a', action: 'x', vm: 'web01', changeId: 'c', atMs: NOW - agoMs }).text;
const journal = (identifier: string, ...own: [tag: string, stampedAgo: number][]) => ({
  identifier,
  own: own.map(([tag, ago], at) => ({
    identifier: String(at + 1),
    at: new Date(NOW - ago).toISOString(),
    tag,
  })),
  zvmNowMs: NOW,
  patienceMs: 21 * MINUTE,
});
const seen = (identifier: string, more: Partial<ChangeRecordVpg> = {}): ChangeRecordVpg => ({
  identifier,
  name: identifier,
  zvms: ['CMH'],
  task: 'task-1',
  insertedAt: NOW - 5 * MINUTE,
  firstListedAt: null,
  tagged: null,
  rewindPoint: null,
  failed: false,
  ...more,
});
const record = (tag: string, ...vpgs: ChangeRecordVpg[]): ChangeRecord => ({
  changeId: 'c',
  vm: 'web01',
  tag,
  outcome: 'refused',
  at: null,
  vpgs,
});
const kinds = (...given: Parameters<typeof planTags>): (string | undefined)[] => {
  const plan = planTags(...given);
  return [...plan.steps.values()].map(({ kind }) => kind);
};

describe('the next run of a change', () => {
  it('inserts where nothing of it is known', () => {
    expect(planTags([journal('A')], [], NOW, WINDOW)).toEqual({
      tag: null,
      steps: new Map([['A', { kind: 'insert' }]]),
    });
  });

  it('answers with its own tag while that is young, with the same text', () => {
    const tag = tagOf(2 * MINUTE);
    const plan = planTags([journal('A', [tag, 2 * MINUTE])], [], NOW, WINDOW);
    expect(plan.tag).toBe(tag);
    expect(plan.steps.get('A')).toMatchObject({ kind: 'answer', checkpoint: { tag } });
  });

  it(`does not answer with a tag past the window, counted from when it was first seen listed${covers('again:window')}`, () => {
    const tag = tagOf(30 * MINUTE);
    const listed = journal('A', [tag, 29 * MINUTE]);
    expect(kinds([listed], [], NOW, WINDOW)).toEqual(['insert']);
    const landedLate = record(tag, seen('A', { firstListedAt: NOW - 9 * MINUTE }));
    expect(kinds([listed], [landedLate], NOW, WINDOW)).toEqual(['answer']);
    const seenLongAgo = record(tag, seen('A', { firstListedAt: NOW - 11 * MINUTE }));
    expect(kinds([journal('A', [tag, 5 * MINUTE])], [seenLongAgo], NOW, WINDOW)).toEqual(['insert']);
  });

  it('waits for what was inserted and never seen, as long as its patience lasts', () => {
    const tag = tagOf(5 * MINUTE);
    const plan = planTags([journal('A')], [record(tag, seen('A'))], NOW, WINDOW);
    expect(plan.tag).toBe(tag);
    expect(plan.steps.get('A')).toEqual({ kind: 'await', task: 'task-1', insertedAt: NOW - 5 * MINUTE });
    expect(
      kinds([journal('A')], [record(tag, seen('A', { insertedAt: NOW - 22 * MINUTE }))], NOW, WINDOW),
    ).toEqual(['insert']);
  });

  it('inserts anew after a failed task, and after a tag that was seen has left the journal', () => {
    const tag = tagOf(5 * MINUTE);
    expect(kinds([journal('A')], [record(tag, seen('A', { failed: true }))], NOW, WINDOW)).toEqual([
      'insert',
    ]);
    expect(
      kinds([journal('A')], [record(tag, seen('A', { firstListedAt: NOW - MINUTE }))], NOW, WINDOW),
    ).toEqual(['insert']);
  });

  it('completes the VPGs that lack the tag with the same text', () => {
    const tag = tagOf(MINUTE);
    const plan = planTags([journal('A', [tag, MINUTE]), journal('B')], [], NOW, WINDOW);
    expect(plan.tag).toBe(tag);
    expect([...plan.steps.values()].map(({ kind }) => kind)).toEqual(['answer', 'insert']);
  });
});
