import { z } from 'zod';
import {
  address,
  choice,
  closed,
  domain,
  duration,
  positive,
  seconds,
  text,
  whole,
  zvmUrl,
} from './fields.ts';

/**
 * The config file as it is written (design 4.2). What it means after defaults and paths is `Config` in
 * parse-config.
 */

/** Measured on a live ZVM (facts.md, chapter 4); `patience` is max(45 s, 2 gaps) (design 3.1, step 7). */
export const MEASURED_CADENCE = {
  vSphere: { gap: 5, visible: 4, stamp: 4, patience: 45 },
  Azure: { gap: 60, visible: 34, stamp: 30, patience: 120 },
  AWS: { gap: 630, visible: 128, stamp: 30, patience: 1260 },
};

const secretKeys = {
  username: text('the name of an account').optional(),
  passwordFile: text('the path of a file that holds the password').optional(),
  passwordEnv: text('the name of an environment variable that holds the password').optional(),
  clientId: text('the id of a Keycloak client').optional(),
  clientSecretFile: text('the path of a file that holds the client secret').optional(),
  clientSecretEnv: text('the name of an environment variable that holds the client secret').optional(),
};

type AuthKeys = { [K in keyof typeof secretKeys]?: string | undefined };

function authFault(auth: AuthKeys): string | null {
  const has = (...keys: (keyof AuthKeys)[]): number => keys.filter((key) => auth[key] !== undefined).length;
  const account = has('username', 'passwordFile', 'passwordEnv');
  const client = has('clientId', 'clientSecretFile', 'clientSecretEnv');
  if (account > 0 === client > 0) {
    return 'expected either username with passwordFile or passwordEnv, or clientId with clientSecretFile or clientSecretEnv';
  }
  if (account > 0 && (has('username') !== 1 || account !== 2))
    return 'expected username with exactly one of passwordFile and passwordEnv';
  if (client > 0 && (has('clientId') !== 1 || client !== 2))
    return 'expected clientId with exactly one of clientSecretFile and clientSecretEnv';
  return null;
}

const auth = closed('auth', secretKeys).superRefine((value, context) => {
  const message = authFault(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const FINGERPRINT = 'expected a SHA-256 fingerprint: 64 hexadecimal digits, colons allowed';

const tls = closed('tls', {
  caFile: text('the path of a PEM file').optional(),
  fingerprint256: z
    .string(FINGERPRINT)
    .regex(/^(?:[\da-f]{2}:?){31}[\da-f]{2}$/iu, FINGERPRINT)
    .optional(),
}).superRefine((value, context) => {
  if ((value.caFile === undefined) === (value.fingerprint256 === undefined)) {
    context.addIssue({ code: 'custom', message: 'expected exactly one of caFile and fingerprint256' });
  }
});

const site = closed('a site', { name: text('a name for the site'), url: zvmUrl, auth, tls: tls.optional() });

const sites = z
  .array(site, 'expected a list of sites')
  .min(1, 'expected at least one site')
  .superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [index, { name }] of list.entries()) {
      const folded = name.trim().toLowerCase();
      if (seen.has(folded)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: 'expected a name that no other site has',
        });
      }
      seen.add(folded);
    }
  });

const cadence = closed('a cadence', {
  gap: seconds,
  visible: seconds,
  stamp: seconds,
  patience: seconds,
}).superRefine((value, context) => {
  if (value.patience < value.visible) {
    context.addIssue({
      code: 'custom',
      path: ['patience'],
      message: 'expected at least as long as visible, or every guard of this kind would be refused',
    });
  }
});

const table = <T extends z.ZodType>(what: string, value: T) =>
  z.record(text('a name that is not empty'), value, `expected an object of ${what}`);

const aliases = table('other names to VM names', text('the name or vmIdentifier of a VM'));

const server = z.union(
  [
    text('the name of a tool pack'),
    closed('a server', {
      pack: text('the name of a tool pack'),
      vm: text('the name or vmIdentifier of a VM').optional(),
      aliases: aliases.optional(),
    }),
  ],
  'expected the name of a tool pack, or an object with pack, vm, aliases',
);

const REUSE = 'expected "cadence", "never" or a number of seconds above 0';

const port = whole('a port from 1 to 65535', 1, 65_535);

export const configSchema = closed('the config', {
  agent: text('the name of the agent').default('agent'),
  sites,
  temporal: closed('temporal', {
    address: address.default('127.0.0.1:7233'),
    namespace: text('a Temporal namespace').default('default'),
    taskQueue: text('a Temporal task queue').default('zerto-rewind'),
    uiPort: port.optional(),
  }).prefault({}),
  guard: closed('guard', {
    mode: choice(['enforce', 'observe']).default('enforce'),
    reuse: z.union([z.enum(['cadence', 'never']), z.number().positive(REUSE)], REUSE).default('cadence'),
    changeWindow: seconds.default(600),
    tagLength: whole('a whole number of characters, at least 120', 120).default(200),
    ahead: table('VM names or patterns to seconds', positive('a number of seconds above 0')).default({}),
    cadence: table('site kinds to their cadence', cadence).default(MEASURED_CADENCE),
  }).prefault({}),
  recover: closed('recover', {
    directory: text('the path of a directory').optional(),
    maxBytes: whole('a whole number of bytes above 0', 1).default(1_500_000_000),
  }).prefault({}),
  sweep: closed('sweep', { every: duration.default('5m') }).prefault({}),
  watch: closed('watch', { every: duration.default('5m') }).prefault({}),
  domains: z.array(domain, 'expected a list of domain names').default([]),
  aliases: aliases.default({}),
  local: z.union([text('the name of a VM'), z.null()], 'expected the name of a VM or null').default(null),
  servers: table('MCP server names to tool packs', server).default({}),
});

export type ConfigFile = z.output<typeof configSchema>;

/** JSON Schema (draft 2020-12) of the config file, for editors and `init`. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input' });
}
