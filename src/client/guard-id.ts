import { createHash } from 'node:crypto';
import { foldVmName } from '../domain/vm-name.ts';

/**
 * The workflow id of a guard: a hash over the length-prefixed change and the normalised VM, so that no
 * change id with a separator in it can collide with another change's guard (design 4.4).
 */
export function guardWorkflowId(changeId: string, vm: string): string {
  const name = foldVmName(vm);
  const text = `${Buffer.byteLength(changeId)}:${changeId}${Buffer.byteLength(name)}:${name}`;
  return `guard-${createHash('sha256').update(text).digest('hex')}`;
}
