import { describe } from "vitest";
import { emptyPostgres, emptySqlite } from "../helpers/data/test-database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { idempotencySuite } from "./idempotency-suite.ts";

describe("SQLite", () => idempotencySuite(emptySqlite));

withPostgres("PostgreSQL", (server) => idempotencySuite(() => emptyPostgres(server)));
