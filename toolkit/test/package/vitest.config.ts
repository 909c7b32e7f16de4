import { defineConfig } from "vitest/config";

/** The packages as users install them: the built tarballs, with npm and a registry or npm's cache. It takes minutes. */
export default defineConfig({
  test: {
    include: ["toolkit/test/package/*.package.ts"],
    globalSetup: "toolkit/test/package/build-tarballs.ts",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
