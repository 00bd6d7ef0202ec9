import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { GuardMemory } from '../activities/index.ts';
import type { ChangeRecord } from '../domain/change-record.ts';

/** How many earlier runs of one change are looked at; older ones are beyond any change window. */
const RUNS = 20;

/** Guard memory as Temporal keeps it: in the memos of guards and of the runs that followed them. */
export class TemporalMemory implements GuardMemory {
  private readonly client: Client;
  private readonly indexed: boolean;

  constructor(client: Client, indexed: boolean) {
    this.client = client;
    this.indexed = indexed;
  }

  async recall(workflowId: string): Promise<ChangeRecord[]> {
    const follow = workflowId.replace(/^guard-/u, 'follow-');
    return await this.records(`WorkflowId = "${workflowId}" OR WorkflowId STARTS_WITH "${follow}-"`);
  }

  async tasksOn(vpg: string, exceptTag: string): Promise<string[]> {
    if (!this.indexed) return [];
    const records = await this.records(`WorkflowType = "guard" AND ZertoVpgs = "${vpg}"`);
    return records
      .filter(({ tag }) => tag !== exceptTag)
      .flatMap((record) => record.vpgs.filter(({ identifier }) => identifier === vpg))
      .flatMap(({ task }) => (task === null ? [] : [task]));
  }

  private async records(query: string): Promise<ChangeRecord[]> {
    const runs: WorkflowExecutionInfo[] = [];
    try {
      for await (const run of this.client.workflow.list({ query, pageSize: RUNS })) {
        runs.push(run);
        if (runs.length === RUNS) break;
      }
    } catch (error) {
      // The time-skipping test server has no visibility store; the journal's own tags still answer.
      if (isUnimplemented(error)) return [];
      throw error;
    }
    return runs
      .sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
      .flatMap(({ memo }) => (memo?.['record'] === undefined ? [] : [memo['record'] as ChangeRecord]));
  }
}

function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 12;
}
