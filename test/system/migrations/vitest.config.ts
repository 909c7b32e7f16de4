import { defineConfig } from "vitest/config";

/** One after the other, since they measure. */
export default defineConfig({
  test: {
    include: ["test/system/migrations/*.migrations.ts"],
    fileParallelism: false,
    // The tests have bounds in time, so a busy machine gets a second chance.
    retry: 1,
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
});
