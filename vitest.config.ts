import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

/** In memory where Linux has room for it: databases wait for a disk at every commit. */
function temporaryFolder(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 * 2 ** 30 ? memory : tmpdir();
}

export default defineConfig({
  test: {
    env: {
      TMPDIR: temporaryFolder(),
      // Programs that tests start would each compile the same files again.
      NODE_COMPILE_CACHE: path.resolve("node_modules/.cache/node"),
    },
    include: ["test/**/*.test.ts", "mock/*/test/**/*.test.ts", "toolkit/test/**/*.test.ts"],
    globalSetup: ["@counterpart/cli/global-setup", "test/database/plans/judge-statements.ts"],
    setupFiles: [
      "@counterpart/testing/coverage/setup-file",
      "test/helpers/patient-waiting.ts",
      "test/database/plans/record-statements.ts",
    ],
    // Modules are loaded once a worker and not once a file, which takes half of the time away; no test mocks any.
    isolate: false,
    // Every core: by default one stays free, of two the half.
    maxWorkers: "100%",
    // On a busy machine a process takes seconds to start: these are for what never ends.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
