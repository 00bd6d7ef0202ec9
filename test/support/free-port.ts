import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback that nobody listens on, for servers that must be told one. From below the range out of
 * which the system hands out port 0, or a server of a test that runs beside could be given it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer();
    try {
      server.listen({ host: '127.0.0.1', port, exclusive: true });
      await once(server, 'listening');
      return port;
    } catch {
      // In use: another one.
    } finally {
      server.close();
    }
  }
}
