import type { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Snapshot } from "../../domain/checkout.ts";
import { conflict } from "../../domain/error-codes.ts";
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
  return faultOfCountry(
    "The store doesn't ship to the country in body.shippingCountry.",
    "enum",
    "isn't a country that the store ships to",
  );
}

function countryNeeded(): ApiError {
  return faultOfCountry(
    "The store's shipping rates depend on the country, so body.shippingCountry is needed.",
    "required",
    "is needed, because the store's shipping rates depend on the country",
  );
}

function faultOfCountry(what: string, rule: string, message: string): ApiError {
  return conflict(what, {
    details: [{ in: "body", pointer: "/shippingCountry", rule, message }],
  });
}
