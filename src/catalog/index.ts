export { decideToolCall, ownEntry } from './decide.ts';
export { sessionsAfter } from './resolve/sessions.ts';
export { packIds, packNamed } from './resolve/pack-of.ts';
export type { Pack, PackTool } from './resolve/pack.ts';
export {
  NO_SETTINGS,
  type CallVerdict,
  type CatalogSettings,
  type Decision,
  type OpenSession,
  type OwnEntry,
  type ServerBinding,
  type Sessions,
  type SshBlock,
  type ToolCall,
  type Trace,
  type TraceStep,
} from './types.ts';
export { readEntries, updateEntries } from './entries/entries-file.ts';
export { EntriesError, parseEntries, parseEntry } from './entries/parse-entries.ts';
export { isResolved, removalWeakens, weakening } from './entries/weakens.ts';
export { loadCatalogSettings, type SettingsSource } from './load-settings.ts';
export { guardedPath } from './hosts/guarded-paths.ts';
