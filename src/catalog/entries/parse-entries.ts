import { isObject } from '../args.ts';
import type { OwnEntry } from '../types.ts';

/** The user's catalogue cannot be read, or may not be changed that way. */
export class EntriesError extends Error {
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.name = 'EntriesError';
    this.next = next;
  }
}

const LONGEST = 512;
const VM_ARG = /^[^\s.|]+(?:\.[^\s.|]+)*(?:\|[^\s.|]+(?:\.[^\s.|]+)*)*$/u;

function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST || /\p{Cc}/u.test(value))
    throw new EntriesError(
      `${what} is not a name of at most ${LONGEST} characters`,
      'Correct it and try again.',
    );
  return value;
}

function optional(value: unknown, what: string): string | null {
  return value === undefined || value === null ? null : text(value, what);
}

/** One entry as a person writes it; `vm_arg` is taken for `vmArg`. @throws EntriesError */
export function parseEntry(value: unknown, where: string): OwnEntry {
  if (!isObject(value))
    throw new EntriesError(
      `${where} is not an object`,
      'An entry has server, tool, kind and, for a change, vmArg.',
    );
  const strange = Object.keys(value).find(
    (key) => !['server', 'tool', 'kind', 'vmArg', 'vm_arg', 'note'].includes(key),
  );
  if (strange !== undefined)
    throw new EntriesError(
      `${where} has the key "${strange.slice(0, 60)}", which is not one of an entry`,
      'An entry has server, tool, kind, vmArg and note.',
    );
  const kind = value['kind'];
  if (kind !== 'read_only' && kind !== 'mutating')
    throw new EntriesError(
      `${where}: kind is neither "read_only" nor "mutating"`,
      'Correct it and try again.',
    );
  const vmArg = optional(value['vmArg'] ?? value['vm_arg'], `${where}: vmArg`);
  if (vmArg !== null && !VM_ARG.test(vmArg))
    throw new EntriesError(
      `${where}: vmArg "${vmArg}" is no path of an argument`,
      'Write the name of the argument, with dots into objects and | between several.',
    );
  return {
    server: text(value['server'], `${where}: server`),
    tool: text(value['tool'], `${where}: tool`),
    kind,
    vmArg,
    note: optional(value['note'], `${where}: note`),
  };
}

/** A list of entries, or an object that holds one as `entries`. @throws EntriesError */
export function parseEntries(json: string, where: string): OwnEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/u, ''));
  } catch {
    throw new EntriesError(
      `${where} is not JSON`,
      'Correct the file, or remove it to start with no entries of your own.',
    );
  }
  const list = isObject(value) ? value['entries'] : value;
  if (!Array.isArray(list))
    throw new EntriesError(
      `${where} holds no list of entries`,
      'Expected a list, or an object with "entries".',
    );
  return list.map((one, index) => parseEntry(one, `${where}, entry ${index + 1}`));
}
