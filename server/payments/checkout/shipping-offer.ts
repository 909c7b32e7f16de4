import type { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Snapshot } from "../../domain/checkout.ts";
import { conflictAt } from "../../domain/error-codes.ts";
import { sum } from "../../domain/money.ts";
import type { OfferedRate } from "../../domain/offers.ts";
import { offeredRates } from "../../domain/shipping-rate.ts";
import { allowedCountries } from "./shipping-countries.ts";

export interface ShippingOffer {
  /** The countries of the addresses that the page accepts; null if nothing is shipped. */
  countries: string[] | null;
  rates: OfferedRate[];
}

/**
 * How a purchase can be shipped.
 * @param country where it goes (ISO 3166-1), if the caller knows it
 * @throws CONFLICT if the store doesn't ship to the country, or its rates depend on a country that is missing
 */
export async function shippingOffer(
  { shippingRates }: Pick<Database, "shippingRates">,
  { store, snapshot, country }: { store: Store; snapshot: Snapshot; country: string | null },
): Promise<ShippingOffer> {
  if (!snapshot.isShipped) return { countries: null, rates: [] };
  const countries = allowedCountries(store);
  if (country !== null && !countries.includes(country)) throw notShippedTo();
  const narrowed = country === null ? countries : [country];
  // The provider has no shipping rates for subscriptions: the price includes the shipping.
  if (snapshot.mode === "subscription") return { countries: narrowed, rates: [] };
  const active = (await shippingRates.list(store.id)).filter(({ isActive }) => isActive);
  const parcel = { country: country?.toLowerCase() ?? null, shipsTo: store.shipsTo };
  const rates = offeredRates(active, { ...parcel, subtotal: sum(snapshot.lines) });
  if (active.length > 0 && rates.length === 0) throw country === null ? countryNeeded() : notShippedTo();
  return { countries: narrowed, rates };
}

function notShippedTo(): ApiError {
  const message = "isn't a country that the store ships to";
  const sentence = "The store doesn't ship to the country in body.shippingCountry.";
  return conflictAt("/shippingCountry", sentence, { rule: "enum", message });
}

function countryNeeded(): ApiError {
  const message = "is needed, because the store's shipping rates depend on the country";
  const sentence = "The store's shipping rates depend on the country, so body.shippingCountry is needed.";
  return conflictAt("/shippingCountry", sentence, { rule: "required", message });
}
