// dist/: compiled sources and the workflow bundle that workers load (no bundling at a worker's start).
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')],
  { stdio: 'inherit' },
);
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

const main = join(dist, 'cli', 'main.js');
if (existsSync(main)) chmodSync(main, 0o755);

const { code } = await bundleWorkflowCode({
  workflowsPath: join(dist, 'workflows', 'index.js'),
  logger: new DefaultLogger('WARN'),
});
writeFileSync(join(dist, 'workflow-bundle.js'), code);
