import { defineConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

/** What the service promises, on PostgreSQL: each test file gets a database of its own at TEST_POSTGRES_URL. */
export default defineConfig({
  test: {
    ...usual.test,
    globalSetup: ["@counterpart/cli/global-setup", "test/database/postgres-template.ts"],
    include: [
      "contract",
      "fuzz",
      "http",
      "catalog-import",
      "operations",
      "members",
      "merchants",
      "events",
      "payments",
      "cleanup",
      "dashboard",
    ].map((folder) => `test/${folder}/**/*.test.ts`),
    env: { ...usual.test?.env, TEST_ENGINE: "postgres" },
  },
});
