import { defineConfig } from "vitest/config";

/** One after the other: they measure. Who may open which page of the dashboard is an attack's first question too. */
export default defineConfig({
  test: {
    include: ["test/system/faults/*.faults.ts", "test/dashboard/access/*.slow.ts"],
    fileParallelism: false,
    // Bounds in time and memory: a machine that is busy with something else gets a second chance.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
