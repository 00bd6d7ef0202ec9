import type { Outcome } from '../../domain/verdict.ts';

export interface Scene {
  vm: string;
  changeId: string;
  action: string;
  /** What a reader of the table should know of this VM. */
  about: string;
  expect: Outcome;
  /** Before it, orders for a simulated VPG. */
  order?: { vpg: string; body: object };
  /** Kill the worker this long after the guard began (ms at speed 1), and start it again. */
  killAfterMs?: number;
}

/** The story of the demo, on the default estate of the simulated ZVMs. */
export const SCENES: readonly Scene[] = [
  {
    vm: 'web01',
    changeId: 'chg-101',
    action: 'edit /etc/nginx/nginx.conf',
    about: 'vSphere, two VPGs',
    expect: 'confirmed',
  },
  { vm: 'app-az-1', changeId: 'chg-102', action: 'restart app service', about: 'Azure', expect: 'confirmed' },
  { vm: 'win2019-1', changeId: 'chg-103', action: 'restart IIS', about: 'AWS', expect: 'confirmed' },
  {
    vm: 'erp03',
    changeId: 'chg-104',
    action: 'run playbook patch.yml',
    about: 'three VPGs, one in delta sync',
    expect: 'confirmed',
  },
  {
    vm: 'db01',
    changeId: 'chg-105',
    action: 'alter table',
    about: 'two VMs of this name',
    expect: 'ambiguous',
  },
  {
    vm: 'no-such-vm',
    changeId: 'chg-106',
    action: 'rm -r /srv/old',
    about: 'unknown to Zerto',
    expect: 'not_protected',
  },
  {
    vm: 'legacy01',
    changeId: 'chg-107',
    action: 'edit /etc/fstab',
    about: 'initial sync',
    expect: 'refused',
  },
  {
    vm: 'Büro Server 7',
    changeId: 'chg-108',
    action: 'install update',
    about: 'its insert task fails after 3 s',
    expect: 'refused',
    order: {
      vpg: 'Büro',
      body: { tag: { taskFails: { afterMs: 3_000, reason: 'The journal volume is full' } } },
    },
  },
  {
    vm: 'win2019-1',
    changeId: 'chg-109',
    action: 'change registry',
    about: 'AWS, worker killed meanwhile',
    expect: 'confirmed',
    killAfterMs: 60_000,
  },
];
