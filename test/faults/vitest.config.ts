import { defineConfig } from "vitest/config";

/** One after the other: they measure. */
export default defineConfig({
  test: {
    include: ["test/faults/*.faults.ts"],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
