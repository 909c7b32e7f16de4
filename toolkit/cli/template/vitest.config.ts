import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // These two record which parts of the document the tests exercise; `npm run coverage` prints it.
    globalSetup: "@counterpart/cli/global-setup",
    setupFiles: ["@counterpart/testing/coverage/setup-file"],
    // The first request to a stub loads the mock, which takes seconds on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
