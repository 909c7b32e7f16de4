import { describe } from "vitest";
import { emptyPostgres, emptySqlite } from "../helpers/database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { storeSuite } from "./store-suite.ts";

describe("SQLite", () => storeSuite(emptySqlite));

withPostgres("PostgreSQL", (server) => storeSuite(() => emptyPostgres(server)));
