import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/contract/coverage/global-setup.ts",
    setupFiles: "test/contract/coverage/setup-file.ts",
    // Modules are loaded once a worker and not once a file, which takes half of the time away; no test mocks any.
    isolate: false,
    // Every core: by default one stays free, of two the half.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
