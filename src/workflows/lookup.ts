import type { PointToCheck } from '../activities/shapes.ts';
import { reads } from './activity-policies.ts';

/** Reads for hook, MCP and CLI, which hold no credentials: which of these points their journals still list. */
export async function lookup(input: { points: PointToCheck[] }): Promise<(boolean | null)[]> {
  return (await reads.pointsListed(input)).listed;
}
