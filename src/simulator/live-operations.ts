/** What must never be asked for: it changes production or the protection itself (zerto-api.md, chapter 6). */
const LIVE_VERBS = [
  'failover',
  'failovercommit',
  'failoverrollback',
  'move',
  'movecommit',
  'moverollback',
  'forcesync',
  'pause',
  'resume',
];

export function isForbidden(method: string, path: string): boolean {
  if (method === 'GET') return false;
  const lower = path.toLowerCase();
  const parts = lower.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (parts.includes('vpgs') && LIVE_VERBS.includes(last)) return true;
  if (method === 'DELETE' && parts.at(-2) === 'vpgs') return true;
  if (parts.includes('vms') && /^restore(?:commit|rollback)?$/u.test(last)) return true;
  return /\/(?:vpgsettings|vras|peersites|license|recoveryscripts|ltr|encryptiondetection)(?:\/|$)/u.test(
    lower,
  );
}
