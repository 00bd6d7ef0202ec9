import { normalize, resolve } from 'node:path';
import type { CatalogSettings } from '../types.ts';

type Places = Pick<CatalogSettings, 'guarded' | 'home' | 'cwd'>;

/**
 * Files through which hosts load hooks and MCP servers: whoever writes them can switch the guard off. And those that
 * say where a name leads: whoever writes them can have another VM guarded than the one that is changed.
 */
const HOST_FILES =
  /(?:^|\/)(?:\.claude\/(?:settings(?:\.local)?\.json|hooks(?:\/|$)|plugins(?:\/|$)|managed-settings)|\.claude\.json$|\.mcp\.json$|managed-settings(?:\.json|\.d(?:\/|$))|\.codex\/(?:config\.toml|hooks)|\.gemini\/settings\.json|\.cursor\/(?:hooks|mcp)\.json|\.github\/hooks(?:\/|$)|\.copilot\/(?:hooks|config|mcp-config)|\.opencode\/plugins?(?:\/|$)|\.clinerules\/hooks(?:\/|$)|\.windsurf\/hooks\.json|claude-code\/managed|\.ssh\/config(?:$|\.d\/)|etc\/ssh\/ssh_config|etc\/hosts$)/iu;

/** Our own folders by name, wherever XDG variables put them. */
const OUR_FOLDERS =
  /(?:^|\/)(?:\.config|\.local\/state|\.cache|state|cache|node_modules|lib)\/zerto-rewind(?:\/|$)/iu;
const OUR_FILES = /(?:^|\/)(?:\.zerto-guard-hook\.log|zerto-rewind\.json)$/iu;

const BARE_FOLDERS = /(?:^|\/)(?:\.claude|\.codex|\.gemini|\.cursor|\.copilot|\.config\/zerto-rewind)$/iu;

const OURS_IN_HOME = ['.config/zerto-rewind', '.local/state/zerto-rewind', '.claude', '.codex'];

function absolute(text: string, { home, cwd }: Places): string {
  const slashed = text.replace(/\\/gu, '/');
  const expanded = home !== null && /^~(?=\/|$)/u.test(slashed) ? home + slashed.slice(1) : slashed;
  return cwd === null ? normalize(expanded) : resolve(cwd, expanded);
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The text, if it is the path of something that belongs to the guard or to the host's hook settings. */
export function guardedPath(text: string, places: Places): string | null {
  if (text === '' || text.length > 4_096 || text.includes('\0')) return null;
  const path = absolute(text, places);
  if (places.guarded.some((folder) => isUnder(path, folder))) return text;
  for (const one of [path, text])
    if (HOST_FILES.test(one) || OUR_FOLDERS.test(one) || OUR_FILES.test(one)) return text;
  return null;
}

/** As above, also for a folder above: whoever removes or moves that one takes the guard with it. */
export function guardedPathOrAbove(text: string, places: Places): string | null {
  const found = guardedPath(text, places);
  if (found !== null) return found;
  const path = absolute(text, places);
  if (BARE_FOLDERS.test(path)) return text;
  if (places.home !== null && OURS_IN_HOME.some((folder) => isUnder(`${places.home ?? ''}/${folder}`, path)))
    return text;
  if (places.home !== null && (path === places.home || isUnder(places.home, path))) return text;
  return places.guarded.some((folder) => isUnder(folder, path)) ? text : null;
}
