import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Certificate {
  key: string;
  cert: string;
}

/** Listens on loopback; resolves with the address as a url. */
export async function listen(
  handler: RequestListener,
  port: number,
  certificate?: Certificate,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const server: Server =
    certificate === undefined ? createServer(handler) : createTlsServer(certificate, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const LARGEST_BODY = 1024 * 1024;

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LARGEST_BODY) throw new RangeError('body: longer than 1 MiB');
  }
  return text;
}
