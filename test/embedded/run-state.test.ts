import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  embeddedFiles,
  isSameProcess,
  processRef,
  readRunState,
  removeRunState,
  RunStateUnreadable,
  writeRunState,
  type ProcessRef,
  type RunState,
} from '../../src/embedded/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewind-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function ourselves(): ProcessRef {
  const ref = processRef(process.pid);
  if (ref === null) throw new Error('this process is not found');
  return ref;
}

const state = (address: string): RunState => ({
  address,
  startedAt: new Date().toISOString(),
  up: ourselves(),
  temporal: { process: ourselves(), ui: 'http://127.0.0.1:8233' },
  worker: null,
  simulator: {
    process: null,
    control: 'http://127.0.0.1:9000',
    sites: [{ name: 'CMH', url: 'http://127.0.0.1:9001' }],
  },
});

describe('the run state', () => {
  test('comes back as written, one for each Temporal address, for this user alone', () => {
    const one = state('127.0.0.1:7233');
    const two = state('localhost:7234');
    writeRunState(folder, one);
    writeRunState(folder, two);
    expect(readRunState(folder, one.address)).toEqual(one);
    expect(readRunState(folder, two.address)).toEqual(two);
    expect(readRunState(folder, '127.0.0.1:7235')).toBeNull();
    expect(statSync(embeddedFiles(folder, one.address).runState).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(2);

    writeRunState(folder, { ...one, worker: ourselves() });
    expect(readRunState(folder, one.address)?.worker).toEqual(ourselves());
    removeRunState(folder, one.address);
    removeRunState(folder, one.address);
    expect(readRunState(folder, one.address)).toBeNull();
    expect(readRunState(folder, two.address)).toEqual(two);
  });

  test.each(['', '{', '{"address":"127.0.0.1:7233"}', JSON.stringify({ pid: 1 })])(
    '%j in its place is refused',
    (content) => {
      const file = embeddedFiles(folder, '127.0.0.1:7233').runState;
      writeFileSync(file, content);
      expect(() => readRunState(folder, '127.0.0.1:7233')).toThrow(RunStateUnreadable);
      expect(() => readRunState(folder, '127.0.0.1:7233')).toThrow(file);
    },
  );
});

describe('a process', () => {
  test('is the same while it runs, and not any more when it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const ref = processRef(child.pid ?? 0);
    expect(ref).not.toBeNull();
    if (ref === null) return;
    expect(isSameProcess(ref)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isSameProcess(ref)).toBe(false);
    expect(processRef(ref.pid)).toBeNull();
  });

  test('that got the number of an ended one is not taken for it', () => {
    expect(isSameProcess({ pid: process.pid, started: 'another time' })).toBe(false);
    expect(isSameProcess(ourselves())).toBe(true);
  });
});
