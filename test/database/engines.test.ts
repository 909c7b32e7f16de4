import { describe } from "vitest";
import { emptyPostgres, emptySqlite } from "../helpers/data/test-database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { storeSuite } from "./database-suite.ts";

describe("SQLite", () => storeSuite(emptySqlite));

withPostgres("PostgreSQL", (server) => storeSuite(() => emptyPostgres(server)));
