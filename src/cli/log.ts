import { pino, type Logger } from 'pino';

/** Logs of long-running parts: JSON lines on stderr, stdout stays free. Secrets never enter a log call. */
export function stderrLog(name: string): Logger {
  const level = process.env['ZERTO_REWIND_LOG'] ?? 'info';
  const redact = [
    'password',
    '*.password',
    'authorization',
    '*.authorization',
    'clientSecret',
    '*.clientSecret',
  ];
  return pino({ name, level, redact, base: { pid: process.pid } }, pino.destination({ dest: 2, sync: true }));
}
