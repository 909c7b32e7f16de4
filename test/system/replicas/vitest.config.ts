import { defineConfig } from "vitest/config";

/** One machine runs a whole cluster, so nothing else runs beside it. */
export default defineConfig({
  test: {
    include: ["test/system/replicas/*.replicas.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
