import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/contract/coverage/global-setup.ts",
    setupFiles: "test/contract/coverage/setup-file.ts",
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
