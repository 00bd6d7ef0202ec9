import { simulatedDate, type Shape } from './answer-shape.ts';
import type { Model, SimSite, SimTask, SimVpg } from './model.ts';
import { taskState } from './model.ts';
import { ENTITY_NAMES, entityNumber, STATUS_NAMES, SUB_STATUS_NAMES } from './names.ts';

/** A request as a call sees it: path parts decoded, query names in lower case. */
export interface CallInput {
  model: Model;
  site: SimSite;
  now: number;
  account: string;
  parts: string[];
  query: Map<string, string>;
  body: unknown;
  shape: Shape;
}

export type CallResult = { status: number; json: unknown };

export interface SimCall {
  method: string;
  /** Lower case; `*` for one part. */
  path: string;
  query: string[];
  bodyKeys?: string[];
  run(input: CallInput): CallResult;
}

const ok = (json: unknown): CallResult => ({ status: 200, json });
const fault = (status: number, message: string): CallResult => ({ status, json: { Message: message } });

const siteLink = (site: SimSite, own: SimSite): unknown => ({
  identifier: site.identifier,
  rel: null,
  href: `/v1/${site === own ? 'localsite' : `peersites/${site.identifier}`}`,
  type: site === own ? 'LocalSiteApi' : 'PeerSiteApi',
});

function ends(vpg: SimVpg, own: SimSite): Record<string, unknown> {
  const kind = entityNumber(vpg.protectedSite.kind);
  return {
    Status: vpg.status,
    SubStatus: vpg.subStatus,
    ActualRPO: 7,
    Entities: {
      Protected: kind,
      Recovery: entityNumber(vpg.recoverySite.kind),
      Source: kind,
      Target: entityNumber(vpg.recoverySite.kind),
    },
    SourceSite: vpg.protectedSite.name,
    TargetSite: vpg.recoverySite.name,
    ProtectedSite: siteLink(vpg.protectedSite, own),
    RecoverySite: siteLink(vpg.recoverySite, own),
    Priority: 1,
    OrganizationName: '',
  };
}

function vpgIn({ model, site, parts }: CallInput): SimVpg | undefined {
  return model.seenAt(site).find(({ identifier }) => identifier === parts[2]?.toLowerCase());
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function vms({ model, site, query }: CallInput): CallResult {
  const wantedId = query.get('vmidentifier');
  // Evidence: vm-identifier-400. A plain host name asked as an identifier is an error, not a miss.
  if (wantedId !== undefined && !/^[0-9a-f-]{36}\.\S+$/iu.test(wantedId))
    return fault(400, 'Invalid VM identifier');
  const honoured = model.switches.filters === 'honoured';
  const wantedName = query.get('vmname');
  const rows = model.seenAt(site).flatMap((vpg) =>
    vpg.vms
      .filter(({ id }) => !honoured || wantedId === undefined || same(id, wantedId))
      .filter(({ name }) => !honoured || wantedName === undefined || same(name, wantedName))
      .map(({ id, name }) => ({
        VmIdentifier: id,
        VmName: name,
        VpgIdentifier: vpg.identifier,
        VpgName: vpg.name,
        ...ends(vpg, site),
        EnabledActions: { IsFlrEnabled: true },
        IsVmExists: true,
        LastTest: null,
        Volumes: [{ VmVolumeIdentifier: 'scsi:0:0' }],
        Link: {
          identifier: `${id}?VpgIdentifier=${vpg.identifier}`,
          rel: null,
          href: `/v1/vms/${id}`,
          type: 'VmApi',
        },
      })),
  );
  return ok(rows);
}

function checkpoints(input: CallInput): CallResult {
  const vpg = vpgIn(input);
  if (vpg === undefined) return fault(input.model.switches.unknownIdStatus, 'The VPG could not be found');
  const { model, site, now, query, shape } = input;
  const bound = (name: string, otherwise: number): number => {
    const text = query.get(name);
    if (text === undefined || model.switches.filters === 'ignored') return otherwise;
    const at = Date.parse(text);
    return Number.isNaN(at) ? otherwise : at - site.offsetMs;
  };
  const [from, to] = [bound('startdate', -Infinity), bound('enddate', Infinity)];
  const listed = vpg.journal.listed(now).filter(({ stampedAt }) => stampedAt >= from && stampedAt <= to);
  return ok(listed.map((one) => checkpoint(one, site, shape)));
}

function checkpoint(
  one: { identifier: number; stampedAt: number; tag: string | null },
  site: SimSite,
  shape: Shape,
): unknown {
  return {
    CheckpointIdentifier: String(one.identifier),
    TimeStamp: simulatedDate(one.stampedAt + site.offsetMs, shape),
    Tag: one.tag,
    Type: one.tag === null ? 0 : 2,
  };
}

function stats(input: CallInput): CallResult {
  const vpg = vpgIn(input);
  if (vpg === undefined) return fault(input.model.switches.unknownIdStatus, 'The VPG could not be found');
  const listed = vpg.journal.listed(input.now);
  const show = (one: (typeof listed)[number] | undefined): unknown =>
    one ? checkpoint(one, input.site, input.shape) : null;
  return ok({ Earliest: show(listed[0]), Latest: show(listed.at(-1)) });
}

function insert(input: CallInput): CallResult {
  const { model, site, now, account } = input;
  const vpg = vpgIn(input);
  if (vpg === undefined) return fault(model.switches.unknownIdStatus, 'The VPG could not be found');
  const body = input.body as Record<string, unknown>;
  const tag = Object.entries(body).find(([key]) => same(key, 'checkpointName'))?.[1];
  if (typeof tag !== 'string' || tag === '') return fault(400, 'The checkpoint name is missing');
  const end = site === vpg.protectedSite ? 'protected' : 'recovery';
  const { writesAccepted, untaggableInsert } = model.switches;
  const only = vpg.protectedSite.hasZvm ? writesAccepted : 'both';
  if (vpg.protectedSite !== vpg.recoverySite && only !== 'both' && only !== end) {
    return fault(400, `A checkpoint of this VPG can only be added at the ${only} site`);
  }
  const task = model.insert(vpg, site, tag, account, now);
  if (task.fails !== null && untaggableInsert === 'refused' && vpg.order.taskFails === undefined) {
    model.tasks.pop();
    return fault(400, task.fails);
  }
  return ok(task.identifier);
}

function taskView(task: SimTask, { now, site, shape }: CallInput): unknown {
  const { state, progress, reason } = taskState(task, now);
  return {
    TaskIdentifier: task.identifier,
    Type: 'InsertTaggedCP',
    Status: { State: state, Progress: progress },
    Started: simulatedDate(task.startedAt + site.offsetMs, shape),
    Completed: state === 1 ? null : simulatedDate(task.endsAt + site.offsetMs, shape),
    CompleteReason: reason,
    InitiatedBy: task.initiatedBy,
    IsCancellable: false,
    RelatedEntities: {
      Hosts: [],
      Sites: [],
      Vpgs: [
        {
          identifier: task.vpg.identifier,
          rel: null,
          href: `/v1/vpgs/${task.vpg.identifier}`,
          type: 'VpgApi',
        },
      ],
      FlrSessions: [],
    },
  };
}

function task(input: CallInput): CallResult {
  const { model, parts, now } = input;
  const found = model.tasks.find(({ identifier }) => identifier === parts[2]);
  if (found === undefined) return fault(model.switches.unknownIdStatus, 'The task could not be found');
  const { readableTasks } = model.switches;
  if (readableTasks !== 'always' && taskState(found, now).state !== 1)
    return fault(Number(readableTasks.slice(0, 3)), 'The task is gone');
  return ok(taskView(found, input));
}

function tasks(input: CallInput): CallResult {
  const { model, site, query } = input;
  const after = Date.parse(query.get('startedafterdate') ?? '');
  const from =
    Number.isNaN(after) || model.switches.filters === 'ignored' ? -Infinity : after - site.offsetMs;
  const seen = new Set(model.seenAt(site));
  return ok(
    model.tasks
      .filter((one) => seen.has(one.vpg) && one.startedAt >= from)
      .map((one) => taskView(one, input)),
  );
}

function localSite({ site }: CallInput): CallResult {
  return ok({
    SiteIdentifier: site.identifier,
    SiteName: site.name,
    SiteType: 'VCenter',
    Version: '10.9.10',
    IpAddress: '127.0.0.1',
    UtcOffsetInMinutes: 0,
    Link: { identifier: site.identifier, rel: null, href: '/v1/localsite', type: 'LocalSiteApi' },
  });
}

function vpgs({ model, site, query }: CallInput): CallResult {
  const name = query.get('name');
  const rows = model
    .seenAt(site)
    .filter((one) => name === undefined || model.switches.filters === 'ignored' || same(one.name, name));
  return ok(
    rows.map((vpg) => ({
      VpgIdentifier: vpg.identifier,
      VpgName: vpg.name,
      VmsCount: vpg.vms.length,
      ...ends(vpg, site),
    })),
  );
}

/** The calls that this simulated ZVM serves: those of a guard, and a few that a person tries first. */
export const SIM_CALLS: readonly SimCall[] = [
  { method: 'GET', path: '/v1/localsite', query: [], run: localSite },
  {
    method: 'GET',
    path: '/v1/vms',
    query: ['vmname', 'vmidentifier', 'vpgname', 'status', 'substatus'],
    run: vms,
  },
  { method: 'GET', path: '/v1/vpgs', query: ['name'], run: vpgs },
  { method: 'GET', path: '/v1/vpgs/statuses', query: [], run: () => ok(STATUS_NAMES) },
  { method: 'GET', path: '/v1/vpgs/substatuses', query: [], run: () => ok(SUB_STATUS_NAMES) },
  { method: 'GET', path: '/v1/vpgs/entitytypes', query: [], run: () => ok(ENTITY_NAMES) },
  { method: 'GET', path: '/v1/vpgs/*/checkpoints', query: ['startdate', 'enddate'], run: checkpoints },
  { method: 'GET', path: '/v1/vpgs/*/checkpoints/stats', query: [], run: stats },
  { method: 'POST', path: '/v1/vpgs/*/checkpoints', query: [], bodyKeys: ['checkpointname'], run: insert },
  {
    method: 'GET',
    path: '/v1/tasks',
    query: ['startedafterdate', 'startedbeforedate', 'type', 'status'],
    run: tasks,
  },
  { method: 'GET', path: '/v1/tasks/*', query: [], run: task },
];
