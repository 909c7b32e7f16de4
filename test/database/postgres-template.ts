import type { TestProject } from "vitest/node";
import { emptyPostgres, migrate } from "../helpers/data/test-database.ts";
import { postgresUrl } from "../helpers/outside.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated PostgreSQL database that tests copy. */
    postgresTemplate: string;
  }
}

/** Migrates one database for all tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (postgresUrl === undefined) throw new Error("These tests need TEST_POSTGRES_URL.");
  const { url, drop } = await emptyPostgres(postgresUrl);
  await migrate(url);
  project.provide("postgresTemplate", new URL(url).pathname.slice(1));
  return drop;
}
