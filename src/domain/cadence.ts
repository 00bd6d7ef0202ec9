/**
 * The pace of a protected site, in seconds (facts.md, chapter 4: measured on ZVM 10.9.10). Cadence is set by
 * the protected site, not by the recovery site.
 */
export interface Cadence {
  /** Between two automatic checkpoints of the journal. */
  gap: number;
  /** From the insert request until the tag is listed. */
  visible: number;
  /** From the insert request until the instant that the tag is stamped with. */
  stamp: number;
  /** How long a guard waits for the listing before it refuses. */
  patience: number;
}

export type CadenceTable = Readonly<Record<string, Cadence>>;

/** A kind of site as the config and the facts name it. */
export const SITE_KINDS = ['vSphere', 'Azure', 'AWS'] as const;

/**
 * The cadence of a kind of site. A kind that nobody measured is looked at as often as vSphere (a look too
 * many costs little) and given the patience of AWS (a refusal too early costs legitimate work).
 */
export function cadenceOf(kind: string, table: CadenceTable): Cadence {
  const known = table[kind];
  if (known !== undefined) return known;
  const all = Object.values(table);
  const quickest = all.reduce((a, b) => (b.visible < a.visible ? b : a));
  return { ...quickest, patience: Math.max(...all.map((cadence) => cadence.patience)) };
}

/** A protected site's kind from Zerto's entity type name (zerto-api.md, 3.7); an unknown name stays itself. */
export function siteKind(entityType: string): string {
  const name = entityType.toLowerCase();
  if (name === 'aws' || name === 'publiccloud') return 'AWS';
  if (name === 'azure') return 'Azure';
  if (name.startsWith('vc') || name === 'vsphere' || name === 'vcenter') return 'vSphere';
  if (name === 'hyperv' || name === 'scvmm') return 'Hyper-V';
  return entityType;
}
