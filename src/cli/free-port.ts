import { createServer } from 'node:net';

/** Below the range from which systems draw the random ports of connections. */
const FIRST = 15_000;
const COUNT = 13_000;
/** The Temporal UI takes the port this far above Temporal's own. */
const UI_ABOVE = 1_000;

/** A port of loopback that is free together with the one for the UI. */
export async function freeTemporalPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await isFree(port)) && (await isFree(port + UI_ABOVE))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
