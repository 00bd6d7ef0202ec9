import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation, WorkflowIdConflictPolicy, type Client } from '@temporalio/client';
import {
  createActivities,
  type GuardMemory,
  type ProtectionRules,
  type Site,
} from '../../src/activities/index.ts';
import { guardWorkflowId } from '../../src/client/index.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import type { Simulator } from '../../src/simulator/index.ts';
import type { guard } from '../../src/workflows/index.ts';
import { Zvm } from '../../src/zvm/index.ts';

/** Clients for the simulated ZVMs, as a config would give them. */
export function sitesOf({ sites, username, password }: Simulator): Site[] {
  return sites.map(({ name, url }) => ({
    name,
    zvm: new Zvm({ site: name, url, credentials: () => Promise.resolve({ username, password }) }),
    account: () => Promise.resolve(username),
  }));
}

export function rulesOf({ cadence }: Simulator, indexed: boolean): ProtectionRules {
  return { aliases: {}, domains: [], cadence, policy: { changeWindowMs: 600_000, tagLength: 200, indexed } };
}

/** No memory at all, as where Temporal's history has been lost. */
export const NO_MEMORY: GuardMemory = {
  recall: () => Promise.resolve([]),
  tasksOn: () => Promise.resolve([]),
};

export function activitiesOf(simulator: Simulator): ReturnType<typeof createActivities> {
  return createActivities({ sites: sitesOf(simulator), rules: rulesOf(simulator, false), memory: NO_MEMORY });
}

export interface Asked {
  vm: string;
  changeId: string;
  waitMs?: number;
  acceptMs?: number;
}

/** Asks for a guard by update-with-start, without the client's own look for workers. */
export async function ask(
  client: Client,
  taskQueue: string,
  { vm, changeId, waitMs = 3_600_000, acceptMs = 10_000 }: Asked,
): Promise<Verdict> {
  const startWorkflowOperation = new WithStartWorkflowOperation<typeof guard>('guard', {
    workflowId: guardWorkflowId(changeId, vm),
    taskQueue,
    args: [{ changeId, vm, action: 'edit a file', agent: 'test', acceptMs }],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
  return await client.workflow.executeUpdateWithStart<
    typeof guard,
    Verdict,
    [{ changeId: string; vm: string; waitMs: number }]
  >('verdict', { args: [{ changeId, vm, waitMs }], startWorkflowOperation, updateId: randomUUID() });
}

export interface LedgerView {
  requests: { at: string; site: string; method: string; path: string; status: number; problems: string[] }[];
  checkpoints: {
    vpg: string;
    identifier: string | null;
    tag: string;
    requestedAt: string;
    stampedAt: string | null;
    listedAt: string | null;
    goneAt: string | null;
  }[];
  tasks: { vpg: string; state: number; reason: string; initiatedBy: string }[];
  forbidden: unknown[];
}

export async function ledgerOf(control: string): Promise<LedgerView> {
  return (await (await fetch(`${control}/ledger`)).json()) as LedgerView;
}

/** Gives an order to the simulator; fails the test where it is not understood. */
export async function control(base: string, path: string, body: unknown = {}): Promise<void> {
  const answer = await fetch(`${base}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}
