import { defineConfig } from "vitest/config";

/** One after the other, since they measure. The dashboard's access rules are an attack's first target, too. */
export default defineConfig({
  test: {
    include: ["test/system/faults/*.faults.ts", "test/dashboard/access/*.slow.ts"],
    fileParallelism: false,
    // The tests have bounds in time and memory, so a busy machine gets a second chance.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
