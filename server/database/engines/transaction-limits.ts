import { sql } from "kysely";
import type { Queries } from "./queries.ts";

/** Lifts this transaction's timeouts, which the server or the role may set by default; limits lock waits. */
export async function setTimeouts(transaction: Queries, { lockMs }: { lockMs: number }): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
}
