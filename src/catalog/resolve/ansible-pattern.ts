const NAME = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/u;

/**
 * The hosts of an Ansible host pattern, where it is a list of plain names; null for groups known as such,
 * wildcards, exclusions, intersections and anything else that only the inventory resolves.
 */
export function hostsOfPattern(pattern: string): string[] | null {
  const parts = pattern
    .split(/[,:]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > 200) return null;
  const plain = parts.every(
    (part) => part.length <= 253 && NAME.test(part) && !/^(?:all|ungrouped)$/iu.test(part),
  );
  return plain ? parts : null;
}
