/**
 * The tag: the only field that Zerto's API takes, so it carries the whole story (facts.md, chapter 1).
 *
 *     ai:<agent> | <action> | vm=<vm> | change=<change-id> | <utc>
 *
 * Nobody documents how long a checkpoint's name may be; 200 characters is this product's assumption.
 */
export interface TagParts {
  agent: string;
  action: string;
  vm: string;
  changeId: string;
  /** `YYYYMMDDTHHMMSSZ` */
  at: string;
}

export interface ComposedTag {
  text: string;
  /** The parts as they stand in the text: cleaned, and shortened where they had to be. */
  parts: TagParts;
}

export const DEFAULT_TAG_LENGTH = 200;
/** Below this a tag cannot hold a recognisable VM and change. */
export const MINIMUM_TAG_LENGTH = 120;

const SEPARATOR = ' | ';
const ELLIPSIS = '…';
const HASH_DIGITS = 16;
/** Everything but the four free parts: `ai:`, ` | `, ` | vm=`, ` | change=`, ` | ` and 16 characters of time. */
const FIXED = 3 + 3 + 6 + 10 + 3 + 16;

/** Characters that would break the line, the separator or a terminal: controls, bidi overrides, line separators. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff|]+/gu;

/** One part of a tag as data: no separator, no control character, single spaces; `-` where nothing is left. */
export function cleanPart(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  return clean === '' ? '-' : clean;
}

/** 64-bit FNV-1a in hexadecimal: tells two long ids with the same start apart; no secret depends on it. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const unit of text) {
    value ^= BigInt(unit.codePointAt(0) ?? 0);
    value = (value * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return value.toString(16).padStart(HASH_DIGITS, '0');
}

/** At most `length` UTF-16 units, never half a surrogate pair. */
function start(text: string, length: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept;
}

/** The start of a long name plus its hash, so that two long names stay two. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${start(text, length - HASH_DIGITS - 1).trimEnd()}~${hash(text)}`;
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${start(text, length - 1).trimEnd()}${ELLIPSIS}`;
}

interface Room {
  agent: number;
  vm: number;
  changeId: number;
}

function room(tagLength: number): Room {
  const spare = tagLength - FIXED;
  return {
    agent: Math.floor(spare * 0.14),
    vm: Math.floor(spare * 0.37),
    changeId: Math.floor(spare * 0.37),
  };
}

/** `20260921T150405Z` from milliseconds since 1970. */
export function tagTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+/u, '').replace(/[-:]/gu, '');
}

export interface TagInput {
  agent: string;
  action: string;
  vm: string;
  changeId: string;
  atMs: number;
}

/** The tag of a change. The action is shortened first; only then a long change id, VM or agent. */
export function composeTag(input: TagInput, tagLength: number = DEFAULT_TAG_LENGTH): ComposedTag {
  const limit = Math.max(tagLength, MINIMUM_TAG_LENGTH);
  const clean = {
    agent: cleanPart(input.agent),
    vm: cleanPart(input.vm),
    changeId: cleanPart(input.changeId),
  };
  const action = cleanPart(input.action);
  const names = (parts: typeof clean): number => parts.agent.length + parts.vm.length + parts.changeId.length;
  const spare = limit - FIXED;
  // Something must be left of the action, or an operator cannot tell what the change was.
  const least = Math.min(action.length, spare - room(limit).agent - room(limit).vm - room(limit).changeId);
  const fitted =
    names(clean) + least <= spare
      ? clean
      : {
          agent: cut(clean.agent, room(limit).agent),
          vm: shorten(clean.vm, room(limit).vm),
          changeId: shorten(clean.changeId, room(limit).changeId),
        };
  const parts: TagParts = { ...fitted, action: cut(action, spare - names(fitted)), at: tagTime(input.atMs) };
  const text = [
    `ai:${parts.agent}`,
    parts.action,
    `vm=${parts.vm}`,
    `change=${parts.changeId}`,
    parts.at,
  ].join(SEPARATOR);
  return { text, parts };
}

/** The parts of a guard's tag, or null for any other text (a person's tag, an automatic checkpoint). */
export function parseTag(text: string): TagParts | null {
  const fields = text.split(SEPARATOR);
  if (fields.length !== 5) return null;
  const [agent, action, vm, changeId, at] = fields as [string, string, string, string, string];
  if (!agent.startsWith('ai:') || !vm.startsWith('vm=') || !changeId.startsWith('change=')) return null;
  if (!/^\d{8}T\d{6}Z$/u.test(at)) return null;
  return { agent: agent.slice(3), action, vm: vm.slice(3), changeId: changeId.slice(7), at };
}

/** Whether a tag in the journal is this change's of this VM, in whichever form the length left them. */
export function isTagOf(text: string, change: { changeId: string; vm: string }, tagLength: number): boolean {
  const parts = parseTag(text);
  if (parts === null) return false;
  const limit = Math.max(tagLength, MINIMUM_TAG_LENGTH);
  const same = (part: string, wanted: string, length: number): boolean =>
    part === cleanPart(wanted) || part === shorten(cleanPart(wanted), length);
  return (
    same(parts.changeId, change.changeId, room(limit).changeId) && same(parts.vm, change.vm, room(limit).vm)
  );
}
