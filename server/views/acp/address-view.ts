import type { components } from "../../../generated/acp/types.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";

/** The protocol requires parts that buyers of downloads may not have given. */
export function addressView(address: ShippingAddress): components["schemas"]["Address"] {
  const { name, line1, line2, city, state, postalCode, country } = address;
  return {
    ...{ name: name ?? "", line_one: line1 ?? "", ...(line2 !== null && { line_two: line2 }) },
    ...{ city: city ?? "", state: state ?? "", country: country ?? "", postal_code: postalCode ?? "" },
  };
}
