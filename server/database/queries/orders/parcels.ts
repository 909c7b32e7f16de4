import { newId } from "../../../domain/ids.ts";
import type { Parcel } from "../../../domain/parcels.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ParcelRow } from "../../schema.ts";

/** The parcels of these orders, by order, oldest first. */
export async function readParcels(db: Queries, orderIds: string[]): Promise<Map<string, Parcel[]>> {
  const rows = await db
    .selectFrom("parcels")
    .selectAll()
    .where("order_id", "in", orderIds)
    .orderBy("sent_at")
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.order_id)].map(([id, own]) => [id, own.map(toParcel)]));
}

function toParcel({ id, lines, tracking, sent_at }: ParcelRow): Parcel {
  return {
    id,
    lines: JSON.parse(lines),
    tracking: tracking === null ? null : JSON.parse(tracking),
    sentAt: sent_at,
  };
}

export async function insertParcel(db: Queries, orderId: string, parcel: Parcel): Promise<void> {
  const { id, lines, tracking, sentAt } = parcel;
  await db
    .insertInto("parcels")
    .values({
      id,
      order_id: orderId,
      lines: JSON.stringify(lines),
      tracking: tracking === null ? null : JSON.stringify(tracking),
      sent_at: sentAt,
    })
    .execute();
}

/** A new parcel of a locked order, later than its earlier ones. */
export function newParcel(
  { parcels }: { parcels: Parcel[] },
  { lines, tracking }: Pick<Parcel, "lines" | "tracking">,
  now: number,
): Parcel {
  const sentAt = Math.max(now, (parcels.at(-1)?.sentAt ?? 0) + 1);
  return { id: newId("parcel"), lines, tracking, sentAt };
}
