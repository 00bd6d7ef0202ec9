import { isIP } from 'node:net';
import type { CatalogSettings } from '../types.ts';
import { sshTarget } from './ssh-patterns.ts';

type Names = Pick<CatalogSettings, 'aliases' | 'domains' | 'ssh' | 'vms' | 'local'>;

/** The form in which names are compared: case never tells two hosts apart. */
export function foldHost(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().replace(/\.$/u, '');
}

function alias(name: string, aliases: Readonly<Record<string, string>>): string | null {
  const folded = foldHost(name);
  for (const [from, to] of Object.entries(aliases)) if (foldHost(from) === folded) return to;
  return null;
}

function isKnownVm(name: string, vms: readonly string[]): boolean {
  const folded = foldHost(name);
  return vms.some((vm) => foldHost(vm) === folded);
}

/** `<vm>.<domain>` in a configured domain is the VM of that short name, unless a VM bears the full one. */
function withoutDomain(name: string, { domains, vms }: Names): string {
  const folded = foldHost(name);
  const domain = domains.find((one) => folded.endsWith(`.${foldHost(one)}`));
  if (domain === undefined || isKnownVm(name, vms)) return name;
  return name.trim().slice(0, folded.length - foldHost(domain).length - 1);
}

/**
 * The VM that a host name means: own alias, else without a configured domain, else the name itself.
 * `own` holds the aliases of one server and goes before the general ones.
 */
export function vmOfName(name: string, names: Names, own: Readonly<Record<string, string>> = {}): string {
  const bare = name.trim().replace(/^\[(.*)\]$/u, '$1');
  return (
    alias(bare, own) ?? alias(bare, names.aliases) ?? aliasOfShort(bare, names) ?? withoutDomain(bare, names)
  );
}

function aliasOfShort(name: string, names: Names): string | null {
  const short = withoutDomain(name, names);
  return short === name ? null : alias(short, names.aliases);
}

/**
 * The VM behind a host as ssh and its like take it; null where the user's ssh configuration leaves it open.
 * An address that no alias knows stays an address: the name before it in the ssh config may be anybody's.
 */
export function vmOfSshHost(host: string, names: Names): string | null {
  const bare = host.trim().replace(/^\[(.*)\]$/u, '$1');
  const direct = alias(bare, names.aliases);
  if (direct !== null) return direct;
  const { hostName, uncertain } = sshTarget(bare, names.ssh);
  if (uncertain) return null;
  if (
    hostName !== bare &&
    isIP(hostName) !== 0 &&
    alias(hostName, names.aliases) === null &&
    isKnownVm(bare, names.vms)
  )
    return bare;
  return vmOfName(hostName, names);
}
