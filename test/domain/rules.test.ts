import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cadenceOf, siteKind } from '../../src/domain/cadence.ts';
import { bearing, readJournal } from '../../src/domain/journal.ts';
import { LookPlan, nextJournalLook, nextTaskLook } from '../../src/domain/look-schedule.ts';
import * as reasons from '../../src/domain/reasons.ts';
import { taggability } from '../../src/domain/taggable.ts';
import { rewindPointOf } from '../../src/domain/verdict.ts';
import { vmNames } from '../../src/domain/vm-name.ts';
import { MEASURED_CADENCE } from '../../src/config/index.ts';
import { covers } from '../support/requirements.ts';

describe('whether a VPG can be tagged', () => {
  const taggable = ['MeetingSLA', 'NotMeetingSLA', 'RpoNotMeetingSLA', 'HistoryNotMeetingSLA'];
  const refused = ['Initializing', 'FailingOver', 'Moving', 'Deleting', 'Recovered'];
  const quiet = ['None', 'Backup', 'RecoveryPossible'];
  const disturbed = [
    ...[
      'InitialSync',
      'DeltaSync',
      'BitmapSync',
      'FullSync',
      'Sync',
      'VolumeInitialSync',
      'VolumeDeltaSync',
      'VolumeFullSync',
    ],
    ...[
      'ReplicationPausedUserInitiated',
      'ReplicationPausedSystemInitiated',
      'DisconnectedFromPeer',
      'DisconnectedFromPeerNoRecoveryPoints',
    ],
    ...[
      'NeedsConfiguration',
      'EmptyProtectionGroup',
      'Error',
      'RecoveryStorageError',
      'JournalStorageError',
      'VmNotProtectedError',
    ],
    ...[
      'Promoting',
      'FailingOverCommitting',
      'MovingCommitting',
      'FailingOverRollingBack',
      'MovingRollingBack',
      'RollingBack',
      'Deleting',
    ],
  ];

  it(`is decided by every pair of names of the facts${covers('vpg:taggable-by-name')}`, () => {
    for (const status of taggable) {
      for (const sub of quiet)
        expect([status, sub, taggability(status, sub)]).toEqual([status, sub, 'taggable']);
      for (const sub of disturbed)
        expect([status, sub, taggability(status, sub)]).toEqual([status, sub, 'refuse']);
      for (const sub of ['#37', 'SomethingNew', '']) expect(taggability(status, sub)).toBe('try');
    }
    for (const status of refused)
      for (const sub of [...quiet, ...disturbed, '#40']) expect(taggability(status, sub)).toBe('refuse');
    for (const status of ['#9', 'Testing'])
      for (const sub of quiet) expect(taggability(status, sub)).toBe('try');
    expect(taggability('#9', 'BitmapSync')).toBe('refuse');
  });
});

describe('the looks', () => {
  const cadence = fc.record({
    visible: fc.double({ min: 0.1, max: 600, noNaN: true }),
    patience: fc.double({ min: 1, max: 3_000, noNaN: true }),
  });

  it(`begin at 0.6 of the usual time and are at most 5 % or 0.25 s apart${covers('wait:schedule')}`, () => {
    expect(nextJournalLook(0, { visible: 128, patience: 1_260 })).toBeCloseTo(76.8);
    fc.assert(
      fc.property(cadence, fc.double({ min: 0, max: 3_000, noNaN: true }), (paces, elapsed) => {
        const next = nextJournalLook(elapsed, paces);
        if (elapsed >= paces.patience) {
          expect(next).toBeNull();
          return;
        }
        const first = 0.6 * paces.visible;
        expect(next).toBeGreaterThan(elapsed);
        expect(next).toBeLessThanOrEqual(Math.max(first, elapsed + Math.max(0.25, 0.05 * elapsed)) + 1e-9);
      }),
    );
  });

  it(`end exactly at the end of patience${covers('wait:last-look-at-patience')}`, () => {
    fc.assert(
      fc.property(cadence, (paces) => {
        const plan = new LookPlan(paces, 0, false);
        let last = 0;
        for (let due = plan.due; due !== null; due = plan.due) {
          last = due;
          plan.taken(due, false);
        }
        expect(last).toBe(paces.patience);
      }),
      { numRuns: 50 },
    );
  });

  it(`at the task double their distance, and none is lost to a look that began before it${covers('wait:task-schedule')}`, () => {
    expect([0, 0.9, 1, 3.9, 4, 60].map(nextTaskLook)).toEqual([1, 1, 2, 4, 8, 64]);
    fc.assert(
      fc.property(
        cadence,
        fc.array(fc.double({ min: 0, max: 0.3, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (paces, delays) => {
          const plan = new LookPlan(paces, 0, true);
          const looked: number[] = [];
          let step = 0;
          for (let due = plan.due; due !== null && step < 400; due = plan.due) {
            const began = due + (delays[step % delays.length] ?? 0);
            if (plan.includesTask(began)) looked.push(began);
            plan.taken(began, true);
            step += 1;
          }
          for (const at of [1, 2, 4, 8, 16]) {
            if (at + 1 > paces.patience || step >= 400) break;
            expect(looked.some((moment) => moment >= at && moment < at + 0.7)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the cadence', () => {
  it(`is that of the protected site's kind${covers('cadence:protected-site')}`, () => {
    expect(['VCVpg', 'VCDvApp', 'Aws', 'Azure', 'HyperV', 'New'].map(siteKind)).toEqual([
      'vSphere',
      'vSphere',
      'AWS',
      'Azure',
      'Hyper-V',
      'New',
    ]);
    expect(cadenceOf('AWS', MEASURED_CADENCE)).toMatchObject({ gap: 630, visible: 128 });
    expect(cadenceOf('Azure', MEASURED_CADENCE)).toMatchObject({ gap: 60, visible: 34 });
    expect(cadenceOf('vSphere', MEASURED_CADENCE)).toMatchObject({ gap: 5, visible: 4 });
  });

  it('of an unknown kind looks as for vSphere and has the patience of AWS', () => {
    expect(cadenceOf('Hyper-V', MEASURED_CADENCE)).toMatchObject({ visible: 4, patience: 1_260 });
  });
});

describe('the names of a VM', () => {
  it(`are shortened only in a configured domain${covers('find:domains')}`, () => {
    const rules = { aliases: { '10.0.0.5': 'web01' }, domains: ['prod.example.com'] };
    expect(vmNames('web01.PROD.example.com', rules)).toEqual(['web01.PROD.example.com', 'web01']);
    expect(vmNames('web01.test.example.com', rules)).toEqual(['web01.test.example.com']);
    expect(vmNames('10.0.0.5', rules)).toEqual(['web01']);
    expect(vmNames(' web01 ', rules)).toEqual(['web01']);
  });
});

describe('a journal', () => {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 8, 21, 15, 0, seconds)).toISOString();
  const tag = 'ai:a | x | vm=web01 | change=c | 20260921T150005Z';

  it('names its newest checkpoint and the tags of one change, in whatever order it is listed', () => {
    const listed = [
      { identifier: '12', at: at(20), tag: null },
      { identifier: '9', at: at(5), tag },
      { identifier: '10', at: at(10), tag: null },
    ];
    const found = readJournal(listed, { changeId: 'c', vm: 'WEB01'.toLowerCase() }, 200);
    expect(found.existing?.identifier).toBe('12');
    expect(found.own.map(({ identifier }) => identifier)).toEqual(['9']);
  });

  it('bears a tag only where the whole text stands; the earliest counts', () => {
    const listed = [
      { identifier: '100', at: at(30), tag },
      { identifier: '99', at: at(29), tag },
      { identifier: '98', at: at(28), tag: tag.slice(0, -1) },
      { identifier: '97', at: at(27), tag: `${tag} ` },
    ];
    expect(bearing(listed, tag).map(({ identifier }) => identifier)).toEqual(['99', '100']);
  });

  it(`gives the tag as rewind point only where it was seen listed, otherwise what existed${covers('point:listed-before-release', 'point:existing-recorded')}`, () => {
    const [tagged, existing] = [
      { identifier: '2', at: at(2) },
      { identifier: '1', at: at(1) },
    ];
    expect(rewindPointOf(tagged, existing)).toEqual({ ...tagged, which: 'tagged' });
    expect(rewindPointOf(null, existing)).toEqual({ ...existing, which: 'existing' });
    expect(rewindPointOf(null, null)).toBeNull();
  });
});

describe('reasons', () => {
  it(`each have a listed code, a sentence and a next step${covers('reason:complete')}`, () => {
    const where = { vpg: 'V', site: 'S' };
    const all = [
      reasons.notProtected('x', null),
      reasons.notProtected('x.y', 'x'),
      reasons.ambiguousVm('x', 2),
      reasons.notTaggable('x', [{ name: 'V', status: 'MeetingSLA', subStatus: 'BitmapSync', site: 'S' }]),
      reasons.insertRefused(where, 'no'),
      reasons.insertTaskFailed({ ...where, task: 't' }, 'no'),
      reasons.notListedInTime({ ...where, task: null }, 45),
      reasons.stillPending([]),
      reasons.expired('x'),
      reasons.checkpointGone(where),
      reasons.zvmUnreachable('S', 'x'),
      reasons.zvmAuth('S', 'x'),
      reasons.zvmForbidden('S', 'x'),
      reasons.zvmBadAnswer('S', 'x'),
      reasons.temporalUnreachable('a', 'x'),
      reasons.noWorker('q', 0),
      reasons.guardEnded('x'),
    ];
    for (const { code, message, next } of all) {
      expect(reasons.REASON_CODES).toContain(code);
      expect(message).toMatch(/\S{2,}.*[.:)a-z]$/u);
      expect(next).toMatch(/\S{2,}.*\.$/u);
    }
    const given = new Set(all.map(({ code }) => code));
    expect(reasons.REASON_CODES.filter((code) => code !== 'CONFIG' && !given.has(code))).toEqual([]);
  });
});
