import { defineConfig } from "vitest/config";

/** They measure, so one after the other. */
export default defineConfig({
  test: {
    include: ["test/system/migrations/*.migrations.ts"],
    fileParallelism: false,
    // Bounds in time: a machine that is busy with something else gets a second chance.
    retry: 1,
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
});
