import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends on the seed and the keys alone, so that a run can be replayed. */
export function chance(seed: number, ...keys: (string | number)[]): number {
  return (
    createHash('sha256')
      .update([seed, ...keys].join('\0'))
      .digest()
      .readUInt32BE(0) /
    2 ** 32
  );
}

/** Between 0.9 and 1.1. */
export function jitter(seed: number, ...keys: (string | number)[]): number {
  return 0.9 + 0.2 * chance(seed, ...keys);
}

/** A GUID that depends on the seed and the keys alone. */
export function guid(seed: number, ...keys: (string | number)[]): string {
  const hex = createHash('sha256')
    .update(['guid', seed, ...keys].join('\0'))
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
