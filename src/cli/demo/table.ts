import type { Verdict } from '../../domain/verdict.ts';
import type { Scene } from './scenes.ts';

export interface Played {
  scene: Scene;
  verdict: Verdict;
  /** When the caller had the verdict, ms since 1970. */
  answeredAt: number;
}

/** A tagged checkpoint in the simulator's ledger. */
export interface LedgerTag {
  vpg: string;
  tag: string;
  requestedAt: string;
  listedAt: string | null;
}

const HEAD = ['VM', 'what it is', 'verdict', 'rewind point', 'verdict after', 'listed after', 'requests'];

/** One table: what came of each guard, and how long after the insert, beside the moment Zerto listed the tag. */
export function resultTable(played: readonly Played[], ledger: readonly LedgerTag[]): string {
  const rows = played.map(({ scene, verdict, answeredAt }) => {
    const tags = ledger.filter(({ tag }) => tag === verdict.tag);
    const insertedAt = Math.min(...tags.map(({ requestedAt }) => Date.parse(requestedAt)));
    const listed = tags.flatMap(({ listedAt }) => (listedAt === null ? [] : [Date.parse(listedAt)]));
    const allListed = tags.length > 0 && listed.length === tags.length;
    return [
      scene.vm,
      scene.about,
      verdict.ok ? verdict.outcome : `${verdict.outcome} (${verdict.reason?.code ?? ''})`,
      points(verdict),
      tags.length === 0 ? '-' : seconds(answeredAt - insertedAt),
      allListed ? seconds(Math.max(...listed) - insertedAt) : '-',
      String(verdict.requests),
    ];
  });
  return align([HEAD, ...rows]);
}

function points({ vpgs }: Verdict): string {
  const told = vpgs.flatMap(({ rewindPoint }) => (rewindPoint === null ? [] : [rewindPoint]));
  return told.length === 0
    ? '-'
    : told
        .map(({ identifier, which }) => (which === 'tagged' ? identifier : `${identifier} (${which})`))
        .join(', ');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head ?? []), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
