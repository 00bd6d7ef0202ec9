import { z } from 'zod';

/** What is simulated: sites, VPGs and VMs, as an estate file gives them (design 4.6). */
const site = z.strictObject({
  name: z.string().min(1),
  kind: z.string().min(1),
  clockOffsetMs: z.number().optional(),
  /** False: a protected site without a ZVM of its own, as a public cloud whose VPGs a recovery site's ZVM tags. */
  zvm: z.boolean().optional(),
});

const statusValue = z.union([z.string().min(1), z.number().int()]);

const vpg = z.strictObject({
  name: z.string().min(1),
  protectedSite: z.string().min(1),
  recoverySite: z.string().min(1),
  status: statusValue.optional(),
  subStatus: statusValue.optional(),
  vms: z.array(z.string().min(1)),
});

const vm = z.strictObject({
  name: z.string().min(1),
  id: z.string().min(1),
  guest: z.strictObject({ os: z.string(), files: z.record(z.string(), z.string()) }).optional(),
});

const estate = z.strictObject({ sites: z.array(site).min(1), vpgs: z.array(vpg), vms: z.array(vm) });

export type Estate = z.output<typeof estate>;
export type EstateVpg = Estate['vpgs'][number];

/** @throws RangeError naming the offending key. */
export function parseEstate(value: unknown): Estate {
  const read = estate.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new RangeError(`estate: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message}`);
  }
  const { sites, vpgs, vms } = read.data;
  if (!sites.some(({ zvm }) => zvm !== false)) throw new RangeError('estate: sites: none has a ZVM');
  for (const [at, { protectedSite, recoverySite, vms: members, name }] of vpgs.entries()) {
    for (const [key, wanted] of Object.entries({ protectedSite, recoverySite })) {
      if (!sites.some((one) => one.name === wanted))
        throw new RangeError(`estate: vpgs.${at}.${key}: no site "${wanted}"`);
    }
    for (const member of members) {
      const count = vms.filter((one) => one.id === member || one.name === member).length;
      if (count !== 1)
        throw new RangeError(`estate: vpgs.${at}.vms: "${member}" of ${name} names ${count} VMs, not one`);
    }
  }
  return read.data;
}

const linux = (files: Record<string, string>): { os: string; files: Record<string, string> } => ({
  os: 'linux',
  files,
});
const WINDOWS = { os: 'windows', files: { 'C:\\Users\\j\\app.conf': 'mode=plain\r\n' } };
const machine = (
  name: string,
  number: number,
  guest = linux({ '/etc/hostname': `${name}\n` }),
): Estate['vms'][number] => ({
  name,
  id: `3f0c7a52-6d1b-4e8e-9b0d-2a4f5c6d7e8f.vm-${number}`,
  guest,
});

/** The estate of design 4.6. */
export function defaultEstate(): Estate {
  const healthy = { status: 'MeetingSLA', subStatus: 'None' };
  const local = { protectedSite: 'CMH', recoverySite: 'CMH' };
  const remote = { protectedSite: 'CMH', recoverySite: 'DR1' };
  return parseEstate({
    sites: [
      { name: 'CMH', kind: 'vSphere' },
      { name: 'DR1', kind: 'vSphere' },
      { name: 'us-east-2', kind: 'AWS', zvm: false },
      { name: 'westeurope', kind: 'Azure', zvm: false },
    ],
    vpgs: [
      { name: 'web01-local', ...local, ...healthy, vms: ['web01'] },
      { name: 'web01-remote', ...remote, ...healthy, vms: ['web01'] },
      {
        name: 'win2019-aws',
        protectedSite: 'us-east-2',
        recoverySite: 'CMH',
        ...healthy,
        vms: ['win2019-1'],
      },
      { name: 'app-azure', protectedSite: 'westeurope', recoverySite: 'CMH', ...healthy, vms: ['app-az-1'] },
      { name: 'db01-sales', ...local, ...healthy, vms: [machine('db01', 105).id] },
      { name: 'db01-hr', ...remote, ...healthy, vms: [machine('db01', 106).id] },
      { name: 'legacy01', ...remote, status: 'Initializing', subStatus: 'InitialSync', vms: ['legacy01'] },
      { name: 'bitmap01', ...remote, status: 'MeetingSLA', subStatus: 'BitmapSync', vms: ['bitmap01'] },
      {
        name: 'paused01',
        ...remote,
        status: 'MeetingSLA',
        subStatus: 'ReplicationPausedUserInitiated',
        vms: ['paused01'],
      },
      { name: 'erp03-local', ...local, ...healthy, vms: ['erp03'] },
      { name: 'erp03-remote', ...remote, ...healthy, vms: ['erp03'] },
      { name: 'erp03-archive', ...remote, status: 'MeetingSLA', subStatus: 'DeltaSync', vms: ['erp03'] },
      { name: 'Büro', ...local, ...healthy, vms: ['Büro Server 7'] },
      { name: 'dr-only01', protectedSite: 'DR1', recoverySite: 'DR1', ...healthy, vms: ['dr-only01'] },
    ],
    vms: [
      machine(
        'web01',
        101,
        linux({ '/etc/nginx/nginx.conf': 'worker_processes 1;\n', '/home/j/app.yaml': 'mode: plain\n' }),
      ),
      machine('win2019-1', 102, WINDOWS),
      machine('app-az-1', 103),
      machine('db01', 105),
      machine('db01', 106),
      machine('legacy01', 107),
      machine('bitmap01', 108),
      machine('paused01', 109),
      machine('erp03', 110),
      machine('Büro Server 7', 111, WINDOWS),
      machine('dr-only01', 112),
    ],
  });
}
