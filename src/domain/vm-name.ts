/** Zerto's identifier of a VM: `serverGuid.moref` (zerto-api.md, 2.1). Anything else asked as one is HTTP 400. */
const VM_IDENTIFIER = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.\S+$/iu;

export function isVmIdentifier(text: string): boolean {
  return VM_IDENTIFIER.test(text.trim());
}

/** The form in which two names of a VM are compared: Zerto's names differ by more than letter case. */
export function foldVmName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export interface NameRules {
  /** Other names of a VM (an address, a full name) to the name or vmIdentifier that Zerto knows. */
  aliases: Readonly<Record<string, string>>;
  /** Domains in which `<vm>.<domain>` is the VM of that short name. */
  domains: readonly string[];
}

/**
 * What to ask Zerto for: the names under which the wanted VM may be known, best first. A full name is
 * shortened only in a configured domain: two domains may each have a `web01` (design 3.1, step 3).
 */
export function vmNames(wanted: string, rules: NameRules): string[] {
  const folded = foldVmName(wanted);
  const alias = Object.entries(rules.aliases).find(([from]) => foldVmName(from) === folded)?.[1];
  if (alias !== undefined) return [alias.trim()];
  const domain = rules.domains.find((one) => folded.endsWith(`.${foldVmName(one)}`));
  const full = wanted.trim();
  return domain === undefined ? [full] : [full, full.slice(0, full.length - foldVmName(domain).length - 1)];
}

/** The first label of a full name whose domain is not configured: told as a near name, never taken. */
export function shortName(wanted: string): string | null {
  const [first, ...rest] = wanted.trim().split('.');
  return first === undefined || first === '' || rest.length === 0 || /^[\d.]+$/u.test(wanted.trim())
    ? null
    : first;
}
