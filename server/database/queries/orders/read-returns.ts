import type { OrderReturn } from "../../../domain/returns.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderReturnRow } from "../../schema.ts";

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
    id: row.id,
    lines: JSON.parse(row.lines),
    reason: row.reason,
    createdAt: row.created_at,
    receivedAt: row.received_at,
    restocked: JSON.parse(row.restocked),
    refundId: row.refund_id,
  };
}
