import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../schema.ts";

/** Runs statements: the database, or a transaction on it. */
export type Queries = Kysely<Tables> | Transaction<Tables>;
