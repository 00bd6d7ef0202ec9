import { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServerPath } from '../support/temporal-test-server.ts';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  const executable = { type: 'existing-path', path: await testServerPath() } as const;
  environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
});
afterAll(() => environment?.teardown());

test('the pinned test server skips 30 days', async () => {
  const before = await environment.currentTimeMs();
  await environment.sleep('30 days');
  expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(30 * 86_400_000);
});
