import type { OrderReturn } from "../../../domain/returns.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderReturnRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";

/** The returns of these orders, by order, oldest first. */
export async function readReturns(db: Queries, orderIds: string[]): Promise<Map<string, OrderReturn[]>> {
  const rows = await db
    .selectFrom("order_returns")
    .selectAll()
    .where("order_id", "in", orderIds)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.order_id)].map(([id, own]) => [id, own.map(toReturn)]));
}

function toReturn(row: OrderReturnRow): OrderReturn {
  return {
    ...camelCased(row, "id", "reason", "created_at", "received_at", "refund_id"),
    lines: JSON.parse(row.lines),
    restocked: JSON.parse(row.restocked),
  };
}
