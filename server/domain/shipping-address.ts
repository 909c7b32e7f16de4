import { conflict } from "./error-codes.ts";
import { type OrderStatus, refuseUnpaid } from "./order-state.ts";
import { type Sendable, unsentLines } from "./parcels.ts";

/** A shipping address as the buyer entered it on the payment page. */
export interface ShippingAddress {
  /** The recipient, who may not be the buyer. */
  name: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1, in upper case. */
  country: string | null;
}

/** Omitted fields stay; null removes an optional one. The country stays, because the tax and the shipping rate depend on it. */
export interface AddressCorrection {
  name?: string | undefined;
  line1?: string | undefined;
  line2?: string | null | undefined;
  city?: string | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
}

/** Characters per field, as in the contract's UpdateOrderRequest. */
export const maxAddressLength = 200;

/** Why a text can't be a field of an address; undefined if it can. */
export function addressTextFault(text: string): string | undefined {
  if ([...text].length <= maxAddressLength && !/[\r\n]/.test(text)) return undefined;
  return `must be one line of at most ${maxAddressLength} characters`;
}

/** The address after a correction. Throws CONFLICT if the order has none, or nothing is left to send. */
export function correctedAddress(
  order: Sendable & { status: OrderStatus; shippingAddress: ShippingAddress | null },
  correction: AddressCorrection,
): ShippingAddress {
  const { status, shippingAddress: address } = order;
  // A pending payment may still arrive.
  if (status !== "pending") refuseUnpaid(status, "its address can't be changed");
  if (address === null) throw conflict("The order has no shipping address, so there is none to correct.");
  if (unsentLines(order).length === 0) {
    throw conflict("Nothing of this order is left to send, so its address can't be changed.");
  }
  const changes = Object.entries(correction).filter(([, value]) => value !== undefined);
  return { ...address, ...Object.fromEntries(changes) };
}
