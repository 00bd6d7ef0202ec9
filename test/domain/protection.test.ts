import { describe, expect, it } from 'vitest';
import { countAsOurs, sameAccount } from '../../src/domain/insert-task.ts';
import { findProtection, type ProtectionRow, type SiteAnswer } from '../../src/domain/protection.ts';
import { covers } from '../support/requirements.ts';

const CMH = { identifier: 'site-cmh', name: 'CMH' };
const DR1 = { identifier: 'site-dr1', name: 'DR1' };
const id = (number: number): string => `3f0c7a52-6d1b-4e8e-9b0d-2a4f5c6d7e8f.vm-${number}`;

function row(vm: string, number: number, vpg: string, ends = [CMH, DR1]): ProtectionRow {
  const [protectedSite = CMH, recoverySite = DR1] = ends;
  return {
    vm: { identifier: id(number), name: vm },
    vpg: { identifier: `id-${vpg}`, name: vpg },
    status: 'MeetingSLA',
    subStatus: 'None',
    protectedSite: { ...protectedSite, kind: 'vSphere' },
    recoverySite,
  };
}

const answer = (site: typeof CMH, rows: ProtectionRow[] | null): SiteAnswer => ({
  site: site.name,
  identity: site,
  rows,
});

describe('finding the protection of a VM', () => {
  it(`takes no notice of case, spaces around or Unicode form${covers('find:case-insensitive')}`, () => {
    const answers = [answer(CMH, [row('Büro Server 7', 1, 'B', [CMH, CMH])])];
    for (const wanted of ['büro server 7', ' BÜRO SERVER 7 ', 'Bu\u0308ro Server 7']) {
      expect(findProtection([wanted], answers)).toMatchObject({ kind: 'found', vm: { identifier: id(1) } });
    }
    expect(findProtection(['Buro Server 7'], answers)).toEqual({ kind: 'none' });
  });

  it('does not trust the filter of the server', () => {
    const answers = [answer(CMH, [row('web01', 1, 'A'), row('web010', 2, 'B'), row('my-web01', 3, 'C')])];
    expect(findProtection(['web01'], answers)).toMatchObject({ kind: 'found', vpgs: [{ name: 'A' }] });
    expect(findProtection([id(2)], answers)).toMatchObject({ kind: 'found', vm: { name: 'web010' } });
  });

  it(`never takes the first of several VMs of one name, wherever they stand${covers('find:ambiguous')}`, () => {
    const here = [answer(CMH, [row('db01', 1, 'A'), row('DB01', 2, 'B')])];
    expect(findProtection(['db01'], here)).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ identifier: id(1) }, { identifier: id(2) }],
    });
    const apart = [
      answer(CMH, [row('db01', 1, 'A', [CMH, CMH])]),
      answer(DR1, [row('db01', 2, 'B', [DR1, DR1])]),
    ];
    expect(findProtection(['db01'], apart)).toMatchObject({ kind: 'ambiguous' });
  });

  it(`takes one VPG that both ends show for one, the protected end first${covers('find:both-ends-one-vpg')}`, () => {
    const answers = [answer(DR1, [row('web01', 1, 'A')]), answer(CMH, [row('web01', 1, 'A')])];
    const found = findProtection(['web01'], answers);
    expect(found).toMatchObject({
      kind: 'found',
      incomplete: null,
      vpgs: [{ name: 'A', zvms: ['CMH', 'DR1'] }],
    });
  });

  it(`is not proven while a configured protected site is silent${covers('find:silent-site')}`, () => {
    const answers = [answer(CMH, null), answer(DR1, [row('web01', 1, 'A')])];
    expect(findProtection(['web01'], answers)).toEqual({ kind: 'silent', site: 'CMH', unproven: 'name' });
    expect(findProtection([id(1)], answers)).toEqual({ kind: 'silent', site: 'CMH', unproven: 'vpgs' });
    const neverSeen = [{ ...answer(CMH, null), identity: null }, answer(DR1, [row('web01', 1, 'A')])];
    expect(findProtection([id(1)], neverSeen)).toMatchObject({ kind: 'silent', unproven: 'vpgs' });
    expect(findProtection(['nobody'], answers)).toMatchObject({ kind: 'silent' });
  });

  it('goes on past a silent site that cannot protect the VM, when its identifier was given', () => {
    const answers = [answer(CMH, [row('web01', 1, 'A')]), answer(DR1, null)];
    expect(findProtection([id(1)], answers)).toMatchObject({ kind: 'found', incomplete: null });
  });

  it('says that the list may be incomplete where the protected site is not configured', () => {
    const aws = { identifier: 'site-aws', name: 'us-east-2' };
    const found = findProtection(['web01'], [answer(CMH, [row('web01', 1, 'A', [aws, CMH])])]);
    expect(found).toMatchObject({
      kind: 'found',
      incomplete: expect.stringContaining('us-east-2') as unknown,
    });
  });
});

describe('after an unclear insert', () => {
  const task = (identifier: string, state = 'InProgress', initiatedBy: string | null = 'svc') => ({
    identifier,
    state,
    reason: '',
    startedAtMs: Number(identifier),
    initiatedBy,
  });
  const ours = (tasks: ReturnType<typeof task>[], known: string[] = [], foreign = 0): string[] =>
    countAsOurs(tasks, 'svc', new Set(known), foreign).map(({ identifier }) => identifier);

  it(`a task of another account, or one that another guard knows, is not ours${covers('insert:others-tasks')}`, () => {
    expect(ours([task('1'), task('2', 'InProgress', 'operator'), task('3')], ['3'])).toEqual(['1']);
    expect(ours([task('1', 'Completed', null)])).toEqual(['1']);
  });

  it('a finished task that a foreign tag explains is not ours; one that still runs is', () => {
    expect(ours([task('1', 'Completed'), task('2', 'Completed'), task('3')], [], 1)).toEqual(['2', '3']);
  });

  it('the same account has several spellings', () => {
    expect(
      ['svc', 'SVC', 'CORP\\svc', 'svc@corp', 'service-account-svc'].map((name) => sameAccount(name, 'svc')),
    ).toEqual(Array(5).fill(true));
    expect(sameAccount('svc2', 'svc')).toBe(false);
  });
});
