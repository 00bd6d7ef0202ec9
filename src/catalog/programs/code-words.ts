import { unknown, type Context } from '../shell/context.ts';

/** Words by which code of another language reaches a host, as whole identifiers. */
const REACHING = new Set(
  'ssh scp sftp rsync sshpass autossh mosh plink pscp psftp winrs psexec winrm pywinrm pypsrp paramiko fabric asyncssh parallel_ssh netmiko scrapli ssh2 nodessh sshclient sshtunnel pexpect ansible ansible_runner ansible_playbook invoke_command new_pssession enter_pssession pssession pyvmomi pyvim libvirt govc virsh vmrun vboxmanage zerto'.split(
    ' ',
  ),
);

/** A word of code that reaches a host, or a known host's name; null if there is none. */
export function reachingWord(code: string, context: Context, hosts = true): string | null {
  for (const word of code.match(/[A-Za-z_][\w-]*/gu) ?? []) {
    const folded = word.toLowerCase().replaceAll('-', '_');
    if (REACHING.has(folded)) return word;
    const parts = folded.split('_');
    if (parts.length > 1 && REACHING.has(parts[0] ?? '')) return word;
  }
  return hosts ? context.reading.known.namedIn(code) : null;
}

/** Code of another language is not read: where it says how to reach a host, nobody can tell what it does there. */
export function scanCode(code: string, context: Context, hosts = true): void {
  const word = reachingWord(code, context, hosts);
  if (word !== null) unknown(context, `the program's own code names ${word}`);
}
