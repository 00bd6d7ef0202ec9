import { Client, Connection } from '@temporalio/client';

export interface TemporalSettings {
  address: string;
  namespace: string;
}

export interface TemporalClient {
  client: Client;
  close(): Promise<void>;
}

const CONNECT_MS = 3_000;

/** @throws an error for which `isUnreachable` holds, within 3 s. */
export async function connectClient({ address, namespace }: TemporalSettings): Promise<TemporalClient> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
  return { client: new Client({ connection, namespace }), close: () => connection.close() };
}
