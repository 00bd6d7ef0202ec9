import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Certificate } from './http.ts';

/** A certificate for loopback, and the file to trust it by; self-signed is the norm (zerto-api.md, 1.4). */
export async function makeCertificate(): Promise<Certificate & { caFile: string; fingerprint256: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const caFile = join(mkdtempSync(join(tmpdir(), 'simulated-zvm-')), 'ca.pem');
  writeFileSync(caFile, cert);
  const fingerprint256 = createHash('sha256').update(new X509Certificate(cert).raw).digest('hex');
  return { key, cert, caFile, fingerprint256 };
}
