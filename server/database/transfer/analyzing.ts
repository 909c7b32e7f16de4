import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { Tables } from "../schema.ts";

/** The tables in which triggers look up the rows of an order. */
const lookedUp: ReadonlySet<keyof Tables> = new Set([
  "order_payments",
  "refunds",
  "payment_refunds",
  "disputes",
]);

const firstRows = 500;

/**
 * Without statistics, PostgreSQL's triggers read ever more rows of a table that a transaction fills: the refunds of
 * 40,000 orders took a quarter of a move. So such a table is analyzed whenever its rows have quadrupled. Other tables
 * aren't, because an import that analyzes them would have to wait until the transaction ends.
 * @returns to be called after rows are inserted, with their number
 */
export function analyzing(
  engine: Engine,
  db: Queries,
  table: keyof Tables,
): (added: number) => Promise<void> {
  let rows = 0;
  let next = lookedUp.has(table) ? firstRows : Number.POSITIVE_INFINITY;
  return async (added) => {
    rows += added;
    if (rows < next) return;
    await engine.analyze(db, table);
    next = 4 * rows;
  };
}
