import type { components } from "../../../generated/ucp/types.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";

type Schemas = components["schemas"];

export function addressView(address: ShippingAddress): Schemas["PostalAddress"] {
  const { name, line1, line2, city, state, postalCode, country } = address;
  return {
    ...namesIn(name),
    ...(line1 !== null && { street_address: line1 }),
    ...(line2 !== null && { extended_address: line2 }),
    ...(city !== null && { address_locality: city }),
    ...(state !== null && { address_region: state }),
    ...(postalCode !== null && { postal_code: postalCode }),
    ...(country !== null && { address_country: country }),
  };
}

/** The shop keeps one name. The last word is the last name. */
export function namesIn(name: string | null): Pick<Schemas["Buyer"], "first_name" | "last_name"> {
  if (name === null) return {};
  const at = name.lastIndexOf(" ");
  if (at < 0) return { first_name: name };
  return { first_name: name.slice(0, at), last_name: name.slice(at + 1) };
}
