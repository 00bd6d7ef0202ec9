import type { Model, SimTask } from './model.ts';
import { taskState } from './model.ts';

export interface RequestEntry {
  at: string;
  site: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  status: number | null;
  problems: string[];
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number, now: number): string | null => (ms <= now ? iso(ms) : null);

/** What the judge reads: every request, and what became of every tag, in true time. */
export class Ledger {
  requests: RequestEntry[] = [];
  forbidden: { at: string; site: string; method: string; path: string }[] = [];
  private readonly model: Model;
  private since = { tags: new Map<string, number>(), tasks: 0 };

  constructor(model: Model) {
    this.model = model;
  }

  clear(): void {
    this.requests = [];
    this.forbidden = [];
    this.since = {
      tags: new Map(this.model.vpgs.map(({ name, journal }) => [name, journal.tagged.length])),
      tasks: this.model.tasks.length,
    };
  }

  show(now: number): unknown {
    return {
      requests: this.requests,
      checkpoints: this.model.vpgs.flatMap(({ name, journal }) =>
        journal.tagged.slice(this.since.tags.get(name) ?? 0).map((one) => ({
          vpg: name,
          identifier: one.identifier === null ? null : String(one.identifier),
          tag: one.tag,
          requestedAt: iso(one.requestedAt),
          stampedAt: isoOrNull(one.stampAt, now),
          listedAt: isoOrNull(one.listAt, now),
          goneAt: one.goneAt === null ? null : iso(one.goneAt),
        })),
      ),
      tasks: this.model.tasks.slice(this.since.tasks).map((task) => this.task(task, now)),
      flrSessions: [],
      forbidden: this.forbidden,
    };
  }

  private task(task: SimTask, now: number): unknown {
    const { state, reason } = taskState(task, now);
    return {
      identifier: task.identifier,
      vpg: task.vpg.name,
      startedAt: iso(task.startedAt),
      endedAt: isoOrNull(task.endsAt, now),
      state,
      reason,
      initiatedBy: task.initiatedBy,
    };
  }
}
