import { defineConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

/**
 * The tests whose results depend on queries, on PostgreSQL: each file gets its own database at TEST_POSTGRES_URL. Those
 * below test/database run on both engines in `npm run test:all`.
 */
export default defineConfig({
  test: {
    ...usual.test,
    include: [
      "operations",
      "payments",
      "agents",
      "events",
      "members",
      "merchants",
      "catalog-import",
      "catalog",
      "database/cleaner",
      "dashboard",
      "http/keys",
      "http/conditional",
      "contract/keywords",
      "fuzz",
    ]
      .flatMap((place) => [`test/${place}/**/*.test.ts`, `test/${place}.test.ts`])
      .concat("test/{payments,members,merchants,catalog-import}/**/*.slow.ts", "test/fuzz/fuzz.slow.ts"),
    globalSetup: ["test/database/postgres-template.ts", "test/database/plans/judge-statements.ts"],
    setupFiles: ["test/helpers/patient-waiting.ts", "test/database/plans/record-statements.ts"],
    env: { ...usual.test?.env, TEST_ENGINE: "postgres" },
  },
});
