/** A config as a person would write it, with every key. */
export function fullConfig() {
  return {
    agent: 'claude',
    sites: [
      {
        name: 'CMH',
        url: 'https://zvm.cmh.example',
        auth: { username: 'svc-rewind', passwordFile: 'cmh.password' },
        tls: { caFile: 'ca.pem' },
      },
      {
        name: 'DR1',
        url: 'https://zvm.dr1.example/',
        auth: { clientId: 'rewind', clientSecretEnv: 'DR1_SECRET' },
        tls: { fingerprint256: 'AB:'.repeat(31) + 'CD' },
      },
    ],
    temporal: { address: '127.0.0.1:7233', namespace: 'default', taskQueue: 'zerto-rewind', uiPort: 8233 },
    guard: {
      mode: 'enforce',
      reuse: 'cadence',
      changeWindow: 600,
      tagLength: 200,
      ahead: { 'web*': 900 },
      cadence: { vSphere: { gap: 5, visible: 4, stamp: 4, patience: 45 } },
    },
    recover: { directory: 'recovered', maxBytes: 1_500_000_000 },
    sweep: { every: '5m' },
    watch: { every: '30s' },
    domains: ['prod.example.com'],
    aliases: { '10.0.0.5': 'web01' },
    local: null as string | null,
    servers: { 'vm-ops': 'ssh-mcp', win: { pack: 'winrm-mcp-server', vm: 'win2019-1', aliases: {} } },
  };
}

/** The least that a config needs. */
export function leastConfig() {
  return {
    sites: [{ name: 'CMH', url: 'https://zvm.cmh.example', auth: { username: 'svc', passwordEnv: 'PW' } }],
  };
}
