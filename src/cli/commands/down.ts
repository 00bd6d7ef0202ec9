import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { ConfigError, stateDirectory } from '../../config/index.ts';
import { isSameProcess, readRunState, removeRunState, type RunState } from '../../embedded/index.ts';
import { action } from '../command.ts';
import { loadSettings, type CommonOptions } from '../settings.ts';

/** `up` lets what is under way end, so it is given a little longer than its own bounds. */
const PATIENCE_MS = 40_000;

export function downCommand(): Command {
  return new Command('down').description('stop what "up" started').action(action(down));
}

async function down(options: CommonOptions): Promise<number> {
  const state = stateDirectory(process.env);
  const address = addressOf(options);
  const running = readRunState(state, address);
  const stopped = running === null ? false : await stop(running);
  removeRunState(state, address);
  const text = stopped ? `Stopped what ran for ${address}.` : `Nothing was running for ${address}.`;
  console.log(options.json === true ? JSON.stringify({ address, stopped }) : text);
  return 0;
}

function addressOf(options: CommonOptions): string {
  try {
    return loadSettings(options).temporal.address;
  } catch (error) {
    if (!(error instanceof ConfigError) || options.config !== undefined) throw error;
    return process.env['TEMPORAL_ADDRESS'] || '127.0.0.1:7233';
  }
}

/** `up` stops its parts in order; parts that outlived it are stopped one by one, the worker first. */
async function stop({ up, worker, temporal, simulator }: RunState): Promise<boolean> {
  const parts = [up, worker, temporal?.process ?? null, simulator?.process ?? null];
  let stopped = false;
  for (const part of parts) {
    if (part === null || !isSameProcess(part)) continue;
    stopped = true;
    process.kill(part.pid, 'SIGTERM');
    const deadline = Date.now() + PATIENCE_MS;
    while (isSameProcess(part)) {
      if (Date.now() > deadline) process.kill(part.pid, 'SIGKILL');
      await sleep(100);
    }
  }
  return stopped;
}
