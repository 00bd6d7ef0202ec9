import type { ChangeRecord } from '../domain/change-record.ts';

/** What Temporal remembers of guards: the memos of their runs. */
export interface GuardMemory {
  /** Records of earlier runs of this guard and of what followed them, newest first. */
  recall(workflowId: string): Promise<ChangeRecord[]>;
  /** Tasks on a VPG that guards other than the one of this tag got for their inserts. */
  tasksOn(vpg: string, exceptTag: string): Promise<string[]>;
}
