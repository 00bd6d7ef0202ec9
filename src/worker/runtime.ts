import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

let installed = false;

/** Sends the Temporal SDK's log lines to ours. The SDK's runtime is one per process. */
export function useLogger(log: Logger): void {
  if (installed) return;
  installed = true;
  const at = (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') => (message: string, meta?: object) => {
    log[level](meta ?? {}, message);
  };
  Runtime.install({
    shutdownSignals: [],
    logger: {
      trace: at('trace'),
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      log: (level, message, meta) => {
        at(level.toLowerCase() as 'info')(message, meta);
      },
    },
  });
}
