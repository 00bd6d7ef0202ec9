import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Accounts } from './accounts.ts';
import { simulatedCadences, type SimCadence } from './cadence.ts';
import { makeCertificate } from './certificate.ts';
import { controlHandler } from './control.ts';
import { defaultEstate, parseEstate, type Estate } from './estate.ts';
import { Faults } from './faults.ts';
import { listen } from './http.ts';
import { Ledger } from './ledger.ts';
import { Model } from './model.ts';
import { siteHandler, type World } from './site-server.ts';

export { defaultEstate, parseEstate, type Estate } from './estate.ts';

export interface SimulatorOptions {
  estate?: Estate;
  /** Divides the cadences; clocks stay real. */
  speed?: number;
  seed?: number;
  tls?: boolean;
  /** Of the first site; the others and the control API follow. 0: any free ones. */
  port?: number;
  /** ms since 1970, asked once a request: a test may give it a clock that jumps. */
  clock?: () => number | Promise<number>;
}

export interface Simulator {
  sites: { name: string; url: string }[];
  control: string;
  username: string;
  password: string;
  person: { username: string; password: string };
  client: { id: string; secret: string };
  cadence: Record<string, SimCadence>;
  caFile?: string;
  fingerprint256?: string;
  /** What the command `simulate` prints first (design 4.1). */
  announcement(): Record<string, unknown>;
  close(): Promise<void>;
}

/** Starts simulated ZVMs on loopback, one address a site, and their control API. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { estate = defaultEstate(), speed = 1, seed = 1, port = 0, clock = Date.now } = options;
  const model = new Model(parseEstate(estate), speed, seed, await clock());
  const accounts = new Accounts();
  const world: World = { model, accounts, faults: new Faults(), ledger: new Ledger(model), clock };
  const certificate = options.tls === true ? await makeCertificate() : undefined;
  const servers: Awaited<ReturnType<typeof listen>>[] = [];
  try {
    const sites: Simulator['sites'] = [];
    for (const site of model.sites.filter(({ hasZvm }) => hasZvm)) {
      const server = await listen(
        siteHandler(site, world),
        port === 0 ? 0 : port + servers.length,
        certificate,
      );
      servers.push(server);
      sites.push({ name: site.name, url: server.url });
    }
    const controlServer = await listen(controlHandler(world), port === 0 ? 0 : port + servers.length);
    servers.push(controlServer);
    const { username, password, person, client } = accounts;
    const control = `${controlServer.url}/_sim`;
    const cadence = simulatedCadences(speed);
    const trust = certificate && { caFile: certificate.caFile, fingerprint256: certificate.fingerprint256 };
    return {
      sites,
      control,
      username,
      password,
      person,
      client,
      cadence,
      ...trust,
      announcement: () => ({
        sites,
        control,
        username,
        password,
        person,
        cadence,
        ...(trust && { caFile: trust.caFile }),
      }),
      close: async () => {
        await Promise.all(servers.map((server) => server.close()));
        if (certificate !== undefined) rmSync(dirname(certificate.caFile), { recursive: true, force: true });
      },
    };
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()));
    throw error;
  }
}
