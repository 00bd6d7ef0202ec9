import type { ChangeRecord } from '../domain/change-record.ts';
import { awaitTag } from './await-tag.ts';
import { findInsertTasks } from './find-insert-tasks.ts';
import { ProtectionFinder, type ProtectionRules } from './find-protection.ts';
import { beating } from './heartbeat.ts';
import { insertTag } from './insert-tag.ts';
import { look, pointsListed, readJournal } from './journal.ts';
import type { GuardMemory } from './memory.ts';
import type { GuardActivities } from './shapes.ts';
import { Sites, type Site } from './sites.ts';

export type { GuardMemory } from './memory.ts';
export type { ProtectionRules } from './find-protection.ts';
export type { Site } from './sites.ts';
export type * from './shapes.ts';

export interface ActivityParts {
  sites: readonly Site[];
  rules: ProtectionRules;
  memory: GuardMemory;
}

/** Binds what workflows may do to this worker's ZVMs, rules and memory. */
export function createActivities({ sites: all, rules, memory }: ActivityParts): GuardActivities {
  const sites = new Sites(all);
  const finder = new ProtectionFinder(sites, rules);
  return {
    findProtection: ({ vm }) => beating(() => finder.find(vm)),
    readJournal: (input) => readJournal(sites, input, rules.policy.tagLength),
    recallChange: ({ workflowId }): Promise<ChangeRecord[]> => memory.recall(workflowId),
    insertTag: (input) => beating(() => insertTag(sites, input)),
    look: (input) => look(sites, input),
    awaitTag: (input) => beating(() => awaitTag(sites, input)),
    findInsertTasks: (input) => findInsertTasks(sites, memory, input),
    pointsListed: async ({ points }) => ({ listed: await pointsListed(sites, points) }),
  };
}
