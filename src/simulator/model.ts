import { simulatedCadence } from './cadence.ts';
import type { Estate, EstateVpg } from './estate.ts';
import { Journal } from './journal.ts';
import { numberOf, STATUS_NAMES, SUB_STATUS_NAMES, writesCheckpoints } from './names.ts';
import { guid, jitter } from './random.ts';
import { defaultSwitches, type Switches } from './switches.ts';

export interface SimSite {
  name: string;
  kind: string;
  identifier: string;
  hasZvm: boolean;
  offsetMs: number;
}

export interface TagOrder {
  taskFails?: { afterMs: number; reason: string } | undefined;
  neverListed?: boolean | undefined;
  listedAfterMs?: number | undefined;
}

export interface SimVpg {
  name: string;
  identifier: string;
  protectedSite: SimSite;
  recoverySite: SimSite;
  status: number;
  subStatus: number;
  vms: { name: string; id: string }[];
  journal: Journal;
  order: TagOrder;
}

export interface SimTask {
  identifier: string;
  vpg: SimVpg;
  startedAt: number;
  endsAt: number;
  fails: string | null;
  initiatedBy: string;
}

/** How long a task that cannot succeed runs before it says so, s (evidence: untaggable-insert). */
const FAILS_AFTER = 1;

/** The simulated world, as a function of time. */
export class Model {
  readonly sites: SimSite[];
  readonly vpgs: SimVpg[];
  readonly tasks: SimTask[] = [];
  switches: Switches = defaultSwitches();
  tokenLifetime = 60;
  private readonly seed: number;
  private readonly speed: number;
  private readonly initial: Estate;
  private inserts = 0;

  constructor(estate: Estate, speed: number, seed: number, now: number) {
    this.initial = estate;
    this.seed = seed;
    this.speed = speed;
    this.sites = estate.sites.map(({ name, kind, clockOffsetMs = 0, zvm = true }) => {
      return { name, kind, identifier: guid(seed, 'site', name), hasZvm: zvm, offsetMs: clockOffsetMs };
    });
    this.vpgs = estate.vpgs.map((one) => this.makeVpg(one, now));
  }

  /** Works out what has happened until now. */
  advance(now: number): void {
    for (const { journal } of this.vpgs) journal.advance(now);
  }

  vpgNamed(name: string): SimVpg | undefined {
    return this.vpgs.find((one) => one.name === name);
  }

  /** VPGs of which this ZVM is an end. */
  seenAt(site: SimSite): SimVpg[] {
    return this.vpgs.filter((one) => one.protectedSite === site || one.recoverySite === site);
  }

  setStatus(vpg: SimVpg, status: string | number | undefined, subStatus: string | number | undefined): void {
    if (status !== undefined) vpg.status = numberOf(status, STATUS_NAMES);
    if (subStatus !== undefined) vpg.subStatus = numberOf(subStatus, SUB_STATUS_NAMES);
    vpg.journal.write(writesCheckpoints(vpg.status, vpg.subStatus));
  }

  /** Starts the insert of a tag; the task tells nothing of whether the tag will be listed. */
  insert(vpg: SimVpg, site: SimSite, tag: string, initiatedBy: string, now: number): SimTask {
    this.inserts += 1;
    const { order, name } = vpg;
    const cadence = simulatedCadence(vpg.protectedSite.kind, this.speed);
    const vary = (what: string): number => jitter(this.seed, name, what, this.inserts);
    const stampAt = now + cadence.stamp * 1000 * vary('stamp');
    const usual = Math.max(stampAt, now + cadence.visible * 1000 * vary('visible'));
    const ordered = order.listedAfterMs === undefined ? usual : now + order.listedAfterMs;
    const stuck = writesCheckpoints(vpg.status, vpg.subStatus)
      ? null
      : 'The VPG is not in a state in which checkpoints are written';
    const fails = order.taskFails?.reason ?? stuck;
    const failsAt = now + (order.taskFails?.afterMs ?? (FAILS_AFTER * 1000) / this.speed);
    const listAt = fails !== null || order.neverListed === true ? Infinity : ordered;
    const stamped = Math.min(stampAt, ordered);
    vpg.journal.insert({
      tag,
      requestedAt: now,
      stampAt: fails === null ? stamped : Infinity,
      listAt,
      identifier: null,
      goneAt: null,
    });
    const completes = this.switches.taskCompletes === 'early' || listAt === Infinity ? stamped : listAt;
    const task: SimTask = {
      identifier: `${guid(this.seed, 'task', this.inserts)}.${site.identifier}`,
      vpg,
      startedAt: now,
      endsAt: fails === null ? completes : failsAt,
      fails,
      initiatedBy,
    };
    this.tasks.push(task);
    return task;
  }

  /** Back to the estate as it was given: states, orders, clocks, switches, token lifetime. Journals go on. */
  reset(): void {
    this.switches = defaultSwitches();
    this.tokenLifetime = 60;
    for (const site of this.sites) {
      site.offsetMs = this.initial.sites.find(({ name }) => name === site.name)?.clockOffsetMs ?? 0;
    }
    for (const vpg of this.vpgs) {
      const { status = 'MeetingSLA', subStatus = 'None' } =
        this.initial.vpgs.find(({ name }) => name === vpg.name) ?? {};
      vpg.order = {};
      this.setStatus(vpg, status, subStatus);
    }
  }

  private makeVpg(
    { name, protectedSite, recoverySite, status = 'MeetingSLA', subStatus = 'None', vms }: EstateVpg,
    now: number,
  ): SimVpg {
    const at = (wanted: string): SimSite => {
      const found = this.sites.find((one) => one.name === wanted);
      if (found === undefined) throw new RangeError(`estate: no site "${wanted}"`);
      return found;
    };
    const vpg: SimVpg = {
      name,
      identifier: guid(this.seed, 'vpg', name),
      protectedSite: at(protectedSite),
      recoverySite: at(recoverySite),
      status: 0,
      subStatus: 0,
      vms: vms.flatMap((member) =>
        this.initial.vms.filter((one) => one.id === member || one.name === member),
      ),
      journal: new Journal(name, simulatedCadence(at(protectedSite).kind, this.speed), this.seed, now),
      order: {},
    };
    this.setStatus(vpg, status, subStatus);
    // A VPG in its initial sync has nothing to rewind to yet.
    if (vpg.status === STATUS_NAMES.indexOf('Initializing')) vpg.journal.wipe(now);
    return vpg;
  }
}

export function taskState(task: SimTask, now: number): { state: number; progress: number; reason: string } {
  if (now < task.endsAt) return { state: 1, progress: 50, reason: '' };
  return task.fails === null
    ? { state: 6, progress: 100, reason: '' }
    : { state: 4, progress: 50, reason: task.fails };
}
