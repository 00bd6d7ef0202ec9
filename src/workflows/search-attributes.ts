import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import type { GuardPolicy } from '../activities/shapes.ts';

const ZERTO_VM = defineSearchAttributeKey('ZertoVm', SearchAttributeType.KEYWORD);
const ZERTO_CHANGE = defineSearchAttributeKey('ZertoChange', SearchAttributeType.KEYWORD);
const ZERTO_VPGS = defineSearchAttributeKey('ZertoVpgs', SearchAttributeType.KEYWORD_LIST);
const ZERTO_OUTCOME = defineSearchAttributeKey('ZertoOutcome', SearchAttributeType.KEYWORD);

export interface Indexed {
  vm: string;
  change: string;
  vpgs: string[];
  outcome: string;
}

/** A keyword longer than this is refused by some stores; the memo holds the whole. */
const LONGEST = 200;

/** Makes a guard findable. An attribute that Temporal does not know would block the run, hence the policy. */
export function index(policy: GuardPolicy | null, { vm, change, vpgs, outcome }: Indexed): void {
  if (policy?.indexed !== true) return;
  upsertSearchAttributes([
    { key: ZERTO_VM, value: vm.slice(0, LONGEST) },
    { key: ZERTO_CHANGE, value: change.slice(0, LONGEST) },
    { key: ZERTO_OUTCOME, value: outcome },
    // An empty list fails the workflow task on a real server.
    ...(vpgs.length === 0 ? [] : [{ key: ZERTO_VPGS, value: vpgs }]),
  ]);
}
