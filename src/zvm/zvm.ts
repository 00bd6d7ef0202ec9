import { z } from 'zod';
import { CALLS, pathOf, type CallName } from './calls.ts';
import { ZvmForbidden, ZvmLogInRefused, ZvmRefused, ZvmUnreadable } from './errors.ts';
import { parseJson, Session, type Credentials } from './session.ts';
import {
  ENTITY_TYPES,
  nameOf,
  STATUSES,
  SUB_STATUSES,
  TASK_STATES,
  trusted,
  type NameList,
} from './status-names.ts';
import { Transport, type Answer, type TransportOptions } from './transport.ts';
import * as wire from './wire.ts';

export interface ZvmOptions extends TransportOptions {
  /** Read at every log-in, so that a changed password file is taken without a restart. */
  credentials: () => Promise<Credentials>;
}

export interface ZvmSite {
  identifier: string;
  name: string;
  version: string | null;
}

/** One VM in one VPG. */
export interface ZvmVmRow {
  vm: { identifier: string; name: string };
  vpg: { identifier: string; name: string };
  status: string;
  subStatus: string;
  protectedSite: { identifier: string; name: string; entityType: string };
  recoverySite: { identifier: string; name: string };
}

export interface ZvmCheckpoint {
  identifier: string;
  /** ms since 1970, by the clock of the site that stamped it. */
  atMs: number;
  tag: string | null;
}

export interface ZvmTask {
  identifier: string;
  /** A state's name of zerto-api.md, chapter 4. */
  state: string;
  type: string | null;
  startedAtMs: number | null;
  /** Zerto's words; empty where the task succeeded or still runs. */
  reason: string;
  initiatedBy: string | null;
  vpgs: string[];
}

type Query = Record<string, string | undefined>;

interface Names {
  statuses: NameList;
  subStatuses: NameList;
  entityTypes: NameList;
}

/** Zerto's date parameters: with `Z`, or the ZVM takes them for its local time (zerto-api.md, 3.3). */
function dateParameter(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** One ZVM, over REST. Every method throws a `ZvmError`; none of them can start a live operation. */
export class Zvm {
  readonly transport: Transport;
  private readonly session: Session;
  private names: Promise<Names> | null = null;
  private site: Promise<ZvmSite> | null = null;

  constructor(options: ZvmOptions) {
    this.transport = new Transport(options);
    this.session = new Session(this.transport, options.credentials);
  }

  /** The ZVM's clock, by the `Date` header of its last answer; ours before the first. */
  now(): number {
    return Date.now() + (this.transport.clockOffsetMs ?? 0);
  }

  get clockOffsetMs(): number | null {
    return this.transport.clockOffsetMs;
  }

  /** Who this ZVM is. Asked once: a site keeps its identity. */
  async localSite(): Promise<ZvmSite> {
    this.site ??= this.get('localSite', wire.localSite).then(
      (site) => ({ identifier: site.siteidentifier, name: site.sitename, version: site.version ?? null }),
      (error: unknown) => {
        this.site = null;
        throw error;
      },
    );
    return await this.site;
  }

  /** Protected VMs, one row a VM and VPG; the server may ignore the filter, so check the rows. */
  async vms(filter: { vmName?: string; vmIdentifier?: string }): Promise<ZvmVmRow[]> {
    const [rows, names] = await Promise.all([
      this.get('vms', wire.listOf(wire.vmRow), {}, filter),
      this.nameLists(),
    ]);
    return rows.map((row) => ({
      vm: { identifier: row.vmidentifier, name: row.vmname },
      vpg: { identifier: row.vpgidentifier, name: row.vpgname },
      status: nameOf(row.status, names.statuses),
      subStatus: nameOf(row.substatus, names.subStatuses),
      protectedSite: {
        identifier: row.protectedsite.identifier,
        name: row.sourcesite ?? row.protectedsitename ?? row.protectedsite.identifier,
        entityType: nameOf(row.entities.protected, names.entityTypes),
      },
      recoverySite: {
        identifier: row.recoverysite.identifier,
        name: row.targetsite ?? row.recoverysitename ?? row.recoverysite.identifier,
      },
    }));
  }

  /** The journal from `fromMs` on, by the ZVM's clock; a server that ignores the date gives more. */
  async checkpoints(vpg: string, fromMs: number): Promise<ZvmCheckpoint[]> {
    const listed = await this.get(
      'checkpoints',
      wire.listOf(wire.checkpoint),
      { vpg },
      { startDate: dateParameter(fromMs) },
    );
    return listed.map(checkpoint);
  }

  /** The newest checkpoint of a journal, or null where it is empty. */
  async latestCheckpoint(vpg: string): Promise<ZvmCheckpoint | null> {
    const { latest } = await this.get('checkpointStats', wire.checkpointStats, { vpg });
    return latest ? checkpoint(latest) : null;
  }

  /**
   * Inserts a tagged checkpoint and answers with the identifier of its task. Not idempotent: after an error
   * whose `effect` is `unknown`, look for the task and the tag before doing it again.
   */
  async insertCheckpoint(vpg: string, tag: string): Promise<string> {
    const body = JSON.stringify({ checkpointName: tag });
    const task = await this.ask('insertCheckpoint', z.string().min(1), { vpg }, {}, body);
    return task.trim();
  }

  async task(identifier: string): Promise<ZvmTask> {
    const [task] = await this.get('task', wire.listOf(wire.task), { task: identifier });
    if (task === undefined)
      throw new ZvmUnreadable(this.transport.site, 'an empty list instead of a task', 'none');
    return readTask(task);
  }

  /** Tasks that started at `fromMs` or later, by the ZVM's clock. */
  async tasksSince(fromMs: number): Promise<ZvmTask[]> {
    const tasks = await this.get(
      'tasks',
      wire.listOf(wire.task),
      {},
      { startedAfterDate: dateParameter(fromMs) },
    );
    return tasks.map(readTask);
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  private nameLists(): Promise<Names> {
    this.names ??= this.readNames().catch((error: unknown) => {
      this.names = null;
      throw error;
    });
    return this.names;
  }

  private async readNames(): Promise<Names> {
    const list = async (call: CallName, ours: NameList): Promise<NameList> => {
      try {
        return trusted(await this.get(call, wire.names), ours);
      } catch (error) {
        // An older or newer ZVM without this list still has numbers on which all sources agree.
        if (error instanceof ZvmUnreadable || (error instanceof ZvmRefused && error.status < 500))
          return ours;
        throw error;
      }
    };
    const [statuses, subStatuses, entityTypes] = await Promise.all([
      list('statuses', STATUSES),
      list('subStatuses', SUB_STATUSES),
      list('entityTypes', ENTITY_TYPES),
    ]);
    return { statuses, subStatuses, entityTypes };
  }

  private get<T extends z.ZodType>(
    call: CallName,
    shape: T,
    parameters: Record<string, string> = {},
    query: Query = {},
  ): Promise<z.output<T>> {
    return this.ask(call, shape, parameters, query);
  }

  private async ask<T extends z.ZodType>(
    call: CallName,
    shape: T,
    parameters: Record<string, string>,
    query: Query,
    body?: string,
  ): Promise<z.output<T>> {
    const path = pathOf(call, parameters);
    const send = async (bearer: string): Promise<Answer> =>
      await this.transport.send({
        method: CALLS[call].method,
        path,
        query,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
    let bearer = await this.session.bearer();
    let answer = await send(bearer);
    if (answer.status === 401) {
      // Expired, most likely. A 401 was not acted upon, so the same call may be sent once more.
      this.session.forget(bearer);
      bearer = await this.session.bearer();
      answer = await send(bearer);
    }
    return this.read(call, path, answer, shape);
  }

  private read<T extends z.ZodType>(call: CallName, path: string, answer: Answer, shape: T): z.output<T> {
    const { site } = this.transport;
    const json = wire.foldKeys(parseJson(answer.text));
    const error = wire.errorMessage.safeParse(json);
    const words = error.success
      ? error.data.message.trim()
      : `HTTP ${answer.status} to ${CALLS[call].method} ${path}`;
    if (answer.status === 401) {
      const detail = error.success
        ? words
        : `every token is answered with 401 (${CALLS[call].method} ${path})`;
      if (call === 'task') throw new ZvmForbidden(site, detail, 'none');
      throw new ZvmLogInRefused(site, detail, 'none');
    }
    if (answer.status === 403) throw new ZvmForbidden(site, words, 'none');
    if (answer.status < 200 || answer.status >= 300) throw new ZvmRefused(site, answer.status, words);
    const effect = CALLS[call].method === 'POST' ? 'unknown' : 'none';
    if (error.success) throw new ZvmRefused(site, 500, words);
    const read = shape.safeParse(json);
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    const where =
      issue === undefined ? '' : ` (${issue.path.join('.') || 'the whole answer'}: ${issue.message})`;
    const what =
      json === undefined
        ? `not JSON but ${answer.contentType || 'an empty body'}`
        : `not the shape of ${path}${where}`;
    throw new ZvmUnreadable(site, `${CALLS[call].method} ${path} gave ${what}`, effect);
  }
}

function checkpoint(one: z.output<typeof wire.checkpoint>): ZvmCheckpoint {
  return { identifier: one.checkpointidentifier, atMs: one.timestamp, tag: one.tag ?? null };
}

function readTask(one: z.output<typeof wire.task>): ZvmTask {
  return {
    identifier: one.taskidentifier,
    state: nameOf(one.status.state, TASK_STATES),
    type: one.type ?? null,
    startedAtMs: one.started ?? null,
    reason: (one.completereason ?? '').trim(),
    initiatedBy: one.initiatedby ?? null,
    vpgs: (one.relatedentities?.vpgs ?? []).flatMap(({ identifier }) => (identifier ? [identifier] : [])),
  };
}
