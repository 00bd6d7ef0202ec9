import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, configJsonSchema, MEASURED_CADENCE, parseConfig } from '../../src/config/index.ts';
import { fullConfig, leastConfig } from './sample.ts';

const BASE = '/etc/rewind';

/** Sets the value at `path` (undefined deletes it), making objects on the way. */
function withValue(value: object, path: readonly (string | number)[], set: unknown): object {
  const [key, ...rest] = path;
  if (key === undefined) return set as object;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const before: unknown = Reflect.get(value, key);
  const after =
    rest.length === 0
      ? set
      : withValue(typeof before === 'object' && before !== null ? before : {}, rest, set);
  if (after === undefined) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, after);
  return copy;
}

function refusal(value: unknown): ConfigError {
  try {
    parseConfig(value, BASE);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`the config was taken: ${JSON.stringify(value)}`);
}

describe('a sound config', () => {
  test('with the least keys gets the defaults of the design', () => {
    expect(parseConfig(leastConfig(), BASE)).toEqual({
      agent: 'agent',
      sites: [
        {
          name: 'CMH',
          url: 'https://zvm.cmh.example',
          auth: {
            kind: 'password',
            username: 'svc',
            secret: { key: 'sites[0].auth.passwordEnv', env: 'PW' },
          },
          tls: null,
        },
      ],
      temporal: { address: '127.0.0.1:7233', namespace: 'default', taskQueue: 'zerto-rewind', uiPort: null },
      guard: {
        mode: 'enforce',
        reuse: 'cadence',
        changeWindow: 600,
        tagLength: 200,
        ahead: {},
        cadence: {
          vSphere: { gap: 5, visible: 4, stamp: 4, patience: 45 },
          Azure: { gap: 60, visible: 34, stamp: 30, patience: 120 },
          AWS: { gap: 630, visible: 128, stamp: 30, patience: 1260 },
        },
      },
      recover: { directory: null, maxBytes: 1_500_000_000 },
      sweep: { every: '5m' },
      watch: { every: '5m' },
      domains: [],
      aliases: {},
      local: null,
      servers: {},
    });
  });

  test('has its paths resolved against its folder, its pin folded and its servers spelt out', () => {
    const config = parseConfig(fullConfig(), BASE);
    expect(config.sites).toEqual([
      {
        name: 'CMH',
        url: 'https://zvm.cmh.example',
        auth: {
          kind: 'password',
          username: 'svc-rewind',
          secret: { key: 'sites[0].auth.passwordFile', file: '/etc/rewind/cmh.password' },
        },
        tls: { caFile: '/etc/rewind/ca.pem' },
      },
      {
        name: 'DR1',
        url: 'https://zvm.dr1.example',
        auth: {
          kind: 'client',
          clientId: 'rewind',
          secret: { key: 'sites[1].auth.clientSecretEnv', env: 'DR1_SECRET' },
        },
        tls: { fingerprint256: 'ab'.repeat(31) + 'cd' },
      },
    ]);
    expect(config.recover.directory).toBe('/etc/rewind/recovered');
    expect(config.temporal.uiPort).toBe(8233);
    expect(config.servers).toEqual({
      'vm-ops': { pack: 'ssh-mcp', vm: null, aliases: {} },
      win: { pack: 'winrm-mcp-server', vm: 'win2019-1', aliases: {} },
    });
  });

  test('that sets the cadence of one kind keeps the measured ones of the others', () => {
    const azure = { gap: 30, visible: 20, stamp: 15, patience: 60 };
    const guard = { cadence: { Azure: azure, Nutanix: azure } };
    expect(parseConfig({ ...leastConfig(), guard }, BASE).guard.cadence).toEqual({
      ...MEASURED_CADENCE,
      Azure: azure,
      Nutanix: azure,
    });
  });

  test.each([
    [['guard', 'reuse'], 'never'],
    [['guard', 'reuse'], 30],
    [['guard', 'mode'], 'observe'],
    [['temporal', 'address'], '[::1]:7233'],
    [['temporal', 'address'], 'temporal.example.com:7233'],
    [['sites', 0, 'url'], 'http://127.0.0.1:8080'],
    [['sites', 0, 'url'], 'http://localhost:8080'],
    [['sites', 0, 'url'], 'http://[::1]:8080'],
    [['sites', 0, 'url'], 'https://zvm.example:9669/zerto'],
    [['local'], 'build01'],
    [['sweep', 'every'], '1h'],
  ])('takes %j = %j', (path, value) => {
    expect(() => parseConfig(withValue(fullConfig(), path, value), BASE)).not.toThrow();
  });
});

describe('a bad key is named with its path and what was expected', () => {
  const auth = (value: object) => [['sites', 0, 'auth'], value] as const;
  test.each([
    [['agent'], 5, 'agent', /name of the agent, found 5$/],
    [['agent'], ' ', 'agent', /name of the agent/],
    [['colour'], 'red', 'colour', /not a key of the config, which has agent, sites/],
    [['sites'], undefined, 'sites', /list of sites, found nothing/],
    [['sites'], [], 'sites', /at least one site/],
    [['sites'], {}, 'sites', /list of sites, found an object/],
    [['sites', 0], 'CMH', 'sites[0]', /object with name, url, auth, tls/],
    [['sites', 0, 'name'], '', 'sites[0].name', /name for the site, found an empty text/],
    [['sites', 1, 'name'], 'cmh', 'sites[1].name', /no other site has/],
    [['sites', 0, 'queue'], 'q', 'sites[0].queue', /not a key of a site/],
    [['sites', 0, 'url'], undefined, 'sites[0].url', /https address of a ZVM, found nothing/],
    [['sites', 0, 'url'], 'zvm.cmh.example', 'sites[0].url', /https address of a ZVM/],
    [['sites', 0, 'url'], 'ftp://zvm.cmh.example', 'sites[0].url', /https address of a ZVM/],
    [['sites', 0, 'url'], 'http://zvm.cmh.example', 'sites[0].url', /expected https/],
    [['sites', 0, 'url'], 'http://127.0.0.1.evil.example', 'sites[0].url', /expected https/],
    [['sites', 0, 'url'], 'https://me:pw@zvm.example', 'sites[0].url', /without user name and password/],
    [['sites', 0, 'url'], 'https://zvm.example?x=1', 'sites[0].url', /without "\?"/],
    [['sites', 0, 'auth'], undefined, 'sites[0].auth', /object with username.*found nothing/],
    [...auth({}), 'sites[0].auth', /either username .* or clientId/],
    [...auth({ username: 'a' }), 'sites[0].auth', /exactly one of passwordFile and passwordEnv/],
    [...auth({ passwordFile: 'a' }), 'sites[0].auth', /username with exactly one/],
    [...auth({ username: 'a', passwordFile: 'b', passwordEnv: 'C' }), 'sites[0].auth', /exactly one/],
    [...auth({ clientId: 'a', passwordFile: 'b' }), 'sites[0].auth', /either username/],
    [...auth({ clientId: 'a' }), 'sites[0].auth', /exactly one of clientSecretFile and clientSecretEnv/],
    [
      ...auth({ username: 'a', passwordFile: 'b', clientId: 'c', clientSecretEnv: 'D' }),
      'sites[0].auth',
      /either/,
    ],
    [...auth({ username: 'a', passwordFile: '' }), 'sites[0].auth.passwordFile', /path of a file/],
    [...auth({ username: 'a', password: 'pw' }), 'sites[0].auth.password', /passwordFile.*passwordEnv/],
    [...auth({ clientId: 'a', clientSecret: 's' }), 'sites[0].auth.clientSecret', /clientSecretFile/],
    [['sites', 0, 'tls'], {}, 'sites[0].tls', /exactly one of caFile and fingerprint256/],
    [['sites', 0, 'tls', 'fingerprint256'], 'ab'.repeat(32), 'sites[0].tls', /exactly one/],
    [['sites', 0, 'tls'], { fingerprint256: 'abc' }, 'sites[0].tls.fingerprint256', /64 hexadecimal digits/],
    [['sites', 0, 'tls'], { insecure: true }, 'sites[0].tls.insecure', /not a key of tls/],
    [['temporal', 'address'], '7233', 'temporal.address', /"host:port"/],
    [['temporal', 'address'], 'http://localhost:7233', 'temporal.address', /"host:port"/],
    [['temporal', 'address'], 'localhost:70000', 'temporal.address', /"host:port"/],
    [['temporal', 'namespace'], '', 'temporal.namespace', /namespace/],
    [['temporal', 'taskQueue'], 1, 'temporal.taskQueue', /task queue, found 1/],
    [['temporal', 'uiPort'], 0, 'temporal.uiPort', /port from 1 to 65535, found 0/],
    [['temporal', 'tls'], true, 'temporal.tls', /not a key of temporal/],
    [['guard', 'mode'], 'off', 'guard.mode', /"enforce" or "observe"/],
    [['guard', 'reuse'], 'always', 'guard.reuse', /"cadence", "never" or a number/],
    [['guard', 'reuse'], 0, 'guard.reuse', /above 0, found 0/],
    [['guard', 'changeWindow'], '600', 'guard.changeWindow', /seconds above 0/],
    [['guard', 'tagLength'], 20, 'guard.tagLength', /at least 120, found 20/],
    [['guard', 'tagLength'], 150.5, 'guard.tagLength', /whole number/],
    [['guard', 'ahead'], { web01: -1 }, 'guard.ahead.web01', /seconds above 0, found -1/],
    [['guard', 'cadence'], [], 'guard.cadence', /object of site kinds/],
    [['guard', 'cadence', 'AWS'], { gap: 1 }, 'guard.cadence.AWS.visible', /seconds above 0, found nothing/],
    [['guard', 'cadence', 'vSphere', 'gap'], 0, 'guard.cadence.vSphere.gap', /above 0, found 0/],
    [['guard', 'cadence', 'vSphere', 'patience'], 3, 'guard.cadence.vSphere.patience', /as long as visible/],
    [['guard', 'cadence', 'vSphere', 'jitter'], 3, 'guard.cadence.vSphere.jitter', /not a key of a cadence/],
    [['recover', 'directory'], '', 'recover.directory', /directory/],
    [['recover', 'maxBytes'], 0.5, 'recover.maxBytes', /whole number of bytes/],
    [['sweep', 'every'], '5 minutes', 'sweep.every', /duration like/],
    [['watch', 'every'], '0m', 'watch.every', /duration like/],
    [['domains'], 'example.com', 'domains', /list of domain names/],
    [['domains', 0], '.example.com', 'domains[0]', /domain name like/],
    [['aliases'], { '10.0.0.5': '' }, 'aliases["10.0.0.5"]', /name or vmIdentifier/],
    [['local'], true, 'local', /name of a VM or null, found true/],
    [['servers'], { a: 5 }, 'servers.a', /tool pack, or an object with pack, vm, aliases, found 5/],
    [['servers'], { a: {} }, 'servers.a.pack', /name of a tool pack, found nothing/],
    [['servers'], { a: { pack: 'x', vms: [] } }, 'servers.a.vms', /not a key of a server/],
    [
      ['servers'],
      { a: { pack: 'x', aliases: { b: 1 } } },
      'servers.a.aliases.b',
      /vmIdentifier of a VM, found 1/,
    ],
  ] as [(string | number)[], unknown, string, RegExp][])('%j = %j', (path, value, bad, expected) => {
    const error = refusal(withValue(fullConfig(), path, value));
    expect(error.problems.map((problem) => problem.path)).toContain(bad);
    expect(error.problems[0]?.path).toBe(bad);
    expect(error.problems[0]?.message).toMatch(expected);
    expect(error.problems[0]?.message).not.toMatch(/Invalid input/u);
    expect(error.message).toContain(`${bad}: ${error.problems[0]?.message}`);
    expect(error.message.split('\n')).toHaveLength(1);
    expect(error).toMatchObject({ code: 'CONFIG', file: null, next: expect.stringMatching(/\S/u) });
  });

  test('all of them at once, counted in the message', () => {
    const error = refusal({ ...fullConfig(), agent: 1, domains: 2, extra: 3 });
    expect(error.problems.map((problem) => problem.path).sort()).toEqual(['agent', 'domains', 'extra']);
    expect(error.message).toMatch(/\(and 2 more problems\)\.$/u);
  });

  test.each([[null], [undefined], [[]], ['text'], [7]])('for the whole document %j', (value) => {
    const [problem] = refusal(value).problems;
    expect(problem?.path).toBe('');
    expect(problem?.message).toMatch(/expected an object with agent, sites/u);
  });
});

test('whatever stands in the config, its text never reaches the error', () => {
  const secret = 'S3cr3t-value';
  const places = fc.constantFrom(
    ['sites', 0, 'auth', 'password'],
    ['sites', 0, 'auth'],
    ['sites', 0, 'auth', 'passwordFile', 'value'],
    ['sites', 0, 'url'],
    ['sites', 0, 'tls', 'fingerprint256'],
    ['sites', 0],
    ['sites'],
    ['temporal', 'address'],
    ['guard', 'mode'],
    ['servers', 'vm-ops', 'password'],
    [],
  );
  fc.assert(
    fc.property(places, (path) => {
      const error = refusal(withValue(fullConfig(), path, secret));
      expect(JSON.stringify([error.message, error.problems, error.next])).not.toContain(secret);
    }),
  );
});

test('any value either makes a config or a ConfigError with a path and an expectation', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(fullConfig())), fc.jsonValue(), (key, value) => {
      try {
        parseConfig({ ...fullConfig(), [key]: value }, BASE);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        for (const problem of error.problems) {
          expect(problem.path.startsWith(key)).toBe(true);
          expect(problem.message).toMatch(/expected|is not a key/u);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('the JSON Schema names every key and closes every object', () => {
  const schema = configJsonSchema() as { properties: Record<string, { additionalProperties?: unknown }> };
  expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(fullConfig()).sort());
  expect(schema).toMatchObject({
    additionalProperties: false,
    required: ['sites'],
    properties: {
      temporal: { additionalProperties: false },
      guard: { properties: { tagLength: { minimum: 120 } } },
    },
  });
});
