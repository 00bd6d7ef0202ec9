import { at, isObject, stringsOf } from '../args.ts';
import { guardedPath } from '../hosts/guarded-paths.ts';
import { knownHosts } from '../hosts/known-hosts.ts';
import { vmOfName, vmOfSshHost } from '../hosts/vm-of-host.ts';
import { uncHost } from '../hosts/unc.ts';
import { decideCommand } from '../shell/decide-command.ts';
import type { CatalogSettings, Decision, Trace } from '../types.ts';
import type { BuiltinKind } from './host-tools.ts';

/** The command as text: some hosts hand a list of words (`["bash", "-lc", "…"]`). */
function commandText(args: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const value = at(args, name);
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return value.map(quoted).join(' ');
  }
  return null;
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function withFolder(args: unknown, settings: CatalogSettings): CatalogSettings {
  const folder = ['cwd', 'workdir', 'working_directory', 'dir_path', 'directory']
    .map((name) => at(args, name))
    .find((value) => typeof value === 'string');
  return typeof folder === 'string' && folder.startsWith('/') ? { ...settings, cwd: folder } : settings;
}

/** Paths of a file tool: only these arguments name files, the others are text. */
const PATHS = [
  'file_path',
  'path',
  'notebook_path',
  'filePath',
  'absolute_path',
  'file',
  'files',
  'dir_path',
  'directory',
  'target_file',
  'dirPath',
];

function pathsOf(args: unknown): string[] {
  if (!isObject(args)) return [];
  const patch = ['patch', 'input', 'diff', 'content']
    .map((name) => args[name])
    .find((value) => typeof value === 'string' && value.includes('*** '));
  const patched =
    typeof patch === 'string'
      ? [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete|Move to)(?: File)?: (?<path>.+)$/gmu)].map(
          (found) => found.groups?.['path']?.trim() ?? '',
        )
      : [];
  const named = PATHS.flatMap((name) => stringsOf(Object.hasOwn(args, name) ? args[name] : null) ?? []);
  return [...named, ...patched];
}

function decideFiles(
  kind: 'reads' | 'writes',
  args: unknown,
  settings: CatalogSettings,
  source: string,
): Decision {
  const paths = pathsOf(args);
  const remote = [...new Set(paths.map(uncHost).filter((host) => host !== null))];
  if (kind === 'writes') {
    const guarded = paths.map((path) => guardedPath(path, settings)).find((found) => found !== null);
    if (guarded !== undefined)
      return {
        verdict: 'unknown',
        hosts: [],
        why: `${guarded} belongs to the guard: an agent must not edit it`,
        source,
      };
    if (paths.length === 0)
      return { verdict: 'unknown', hosts: [], why: 'which file is written cannot be told', source };
  }
  const hosts = [
    ...remote.map((host) => vmOfSshHost(host, settings) ?? host),
    ...(settings.local === null ? [] : [settings.local]),
  ];
  if (kind === 'writes' && hosts.length > 0)
    return { verdict: 'mutating', hosts, why: 'it writes a file of a VM', source };
  return {
    verdict: 'read_only',
    hosts,
    why:
      kind === 'reads'
        ? 'it reads local files'
        : 'it edits local files, and this machine is no VM of the config',
    source,
  };
}

function decideWeb(
  args: unknown,
  names: readonly string[],
  settings: CatalogSettings,
  source: string,
): Decision {
  const texts = names
    .map((name) => at(args, name))
    .filter((value): value is string => typeof value === 'string');
  const known = knownHosts(settings);
  const host = texts.map((text) => known.namedIn(text)).find((found) => found !== null);
  if (host === undefined || host === null)
    return { verdict: 'read_only', hosts: [], why: 'it fetches a page', source };
  return {
    verdict: 'mutating',
    hosts: [vmOfName(host, settings)],
    why: 'it sends a request to a known host, which is not proven only to read',
    source,
  };
}

/** The verdict of a host's own tool. */
export function decideBuiltin(
  host: string,
  tool: string,
  kind: BuiltinKind,
  args: unknown,
  settings: CatalogSettings,
  trace?: Trace,
): Decision {
  const source = `host ${host}`;
  switch (kind.kind) {
    case 'shell':
    case 'powershell': {
      const text = commandText(args, kind.args);
      if (text === null)
        return {
          verdict: 'unknown',
          hosts: [],
          why: `argument ${kind.args.join(' or ')} holds no command`,
          source,
        };
      return decideCommand(text, kind.kind, withFolder(args, settings), trace);
    }
    case 'none':
      return { verdict: 'read_only', hosts: [], why: `${tool} touches no guest`, source };
    case 'reads':
    case 'writes':
      return decideFiles(kind.kind, args, settings, source);
    case 'web':
      return decideWeb(args, kind.args, settings, source);
    case 'elsewhere':
      return { verdict: 'unknown', hosts: [], why: kind.why, source };
  }
}
