/** A checkpoint as a verdict names it. `at` is the ZVM's stamp, ISO UTC. */
export interface Checkpoint {
  /** A decimal counter, comparable within one VPG's journal only (zerto-api.md, 3.3). */
  identifier: string;
  at: string;
}

/** A checkpoint as a journal lists it; `tag` is null for an automatic one. */
export interface ListedCheckpoint extends Checkpoint {
  tag: string | null;
}

/** Chronological; the counter decides between equal stamps. */
export function compareCheckpoints(a: Checkpoint, b: Checkpoint): number {
  const byTime = Date.parse(a.at) - Date.parse(b.at);
  return byTime !== 0 ? byTime : Number(a.identifier) - Number(b.identifier);
}

export function newestCheckpoint<C extends Checkpoint>(listed: readonly C[]): C | null {
  return listed.reduce<C | null>(
    (best, one) => (best === null || compareCheckpoints(one, best) > 0 ? one : best),
    null,
  );
}

export function withoutTag({ identifier, at }: Checkpoint): Checkpoint {
  return { identifier, at };
}
