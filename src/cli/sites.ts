import { readFileSync } from 'node:fs';
import type { ProtectionRules, Site } from '../activities/index.ts';
import { ConfigError, readSecret, type Config, type SecretSource, type SiteConfig } from '../config/index.ts';
import { Zvm, ZvmLogInRefused, type Credentials, type TlsTrust } from '../zvm/index.ts';

/** A client for the ZVM of each configured site. Secrets are read at each log-in, and stay in this process. */
export function sitesOf(config: Config, env: NodeJS.ProcessEnv): Site[] {
  return config.sites.map((site, at) => ({
    name: site.name,
    zvm: new Zvm({
      site: site.name,
      url: site.url,
      tls: trustOf(site, at),
      credentials: () => credentialsOf(site, env),
    }),
    account: () => Promise.resolve(site.auth.kind === 'password' ? site.auth.username : site.auth.clientId),
  }));
}

export function rulesOf({ aliases, domains, guard }: Config): Omit<ProtectionRules, 'policy'> & {
  policy: Omit<ProtectionRules['policy'], 'indexed'>;
} {
  const policy = { changeWindowMs: guard.changeWindow * 1000, tagLength: guard.tagLength };
  return { aliases, domains, cadence: guard.cadence, policy };
}

async function credentialsOf({ name, auth }: SiteConfig, env: NodeJS.ProcessEnv): Promise<Credentials> {
  const secret = await secretOf(name, auth.secret, env);
  return auth.kind === 'password'
    ? { username: auth.username, password: secret }
    : { clientId: auth.clientId, clientSecret: secret };
}

/** A secret that cannot be read ends like a refused one: a guard then says so instead of failing. */
async function secretOf(site: string, source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return await readSecret(source, env);
  } catch (error) {
    if (error instanceof ConfigError) throw new ZvmLogInRefused(site, error.message, 'none');
    throw error;
  }
}

function trustOf({ tls }: SiteConfig, at: number): TlsTrust {
  if (tls === null) return {};
  if ('fingerprint256' in tls) return tls;
  try {
    return { ca: readFileSync(tls.caFile, 'utf8') };
  } catch {
    const problem = { path: `sites[${at}].tls.caFile`, message: `the file ${tls.caFile} cannot be read` };
    throw new ConfigError(
      null,
      [problem],
      'Put the certificate of the ZVM or of its authority there, as PEM.',
    );
  }
}
