import { describe } from "vitest";
import { emptyPostgres, emptySqlite } from "../helpers/data/test-database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { databaseSuite } from "./database-suite.ts";

describe("SQLite", () => databaseSuite(emptySqlite));

withPostgres("PostgreSQL", (server) => databaseSuite(() => emptyPostgres(server)));
