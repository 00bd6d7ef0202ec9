import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Forks, because the Temporal SDK's Runtime is one per process and holds a native module.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
});
