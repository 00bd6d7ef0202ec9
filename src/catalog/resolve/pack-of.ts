import { PACKS, PACK_OF_SERVER } from '../packs/index.ts';
import type { Pack } from './pack.ts';

const built = new Map<string, Pack>();

/** A pack by its id or by the default name of its server; built once. */
export function packNamed(name: string): Pack | null {
  const id = Object.hasOwn(PACKS, name)
    ? name
    : Object.hasOwn(PACK_OF_SERVER, name)
      ? (PACK_OF_SERVER[name] ?? '')
      : '';
  const make = Object.hasOwn(PACKS, id) ? PACKS[id] : undefined;
  if (make === undefined) return null;
  const pack = built.get(id) ?? make();
  built.set(id, pack);
  return pack;
}

export function packIds(): string[] {
  return Object.keys(PACKS);
}
