import type { Actor } from "../../../domain/actor.ts";
import { changedFields } from "../../../domain/audit.ts";
import {
  type AddressCorrection,
  correctedAddress,
  type ShippingAddress,
} from "../../../domain/shipping-address.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { changeReadOrder } from "./change-order.ts";
import type { OrderAddress } from "./read-orders.ts";

/** What is recorded of a corrected address is which fields changed, so that erasing a buyer erases all of it. */
const hidden: (keyof ShippingAddress)[] = ["name", "line1", "line2", "city", "state", "postalCode"];

/**
 * Corrects the shipping address of an order that isn't sent. False when the order is unknown or another store's.
 * @throws CONFLICT as `correctedAddress` does
 */
export function correctAddress(
  db: Queries,
  address: OrderAddress,
  correction: AddressCorrection,
  { by, now }: { by?: Actor | undefined; now: number },
): Promise<boolean> {
  return changeReadOrder(db, address, now, async (order, { id, store_id: storeId }) => {
    const before = order.shippingAddress;
    const after = correctedAddress(order, correction);
    const changes = before === null ? {} : changedFields<ShippingAddress>(before, after, hidden);
    if (Object.keys(changes).length === 0) return;
    await db
      .updateTable("orders")
      .set({ shipping_address: JSON.stringify(after) })
      .where("id", "=", id)
      .execute();
    const entry = { storeId, action: "order.address_corrected" as const, objectId: id, changes };
    await recordChange(db, by, entry, now);
  });
}
