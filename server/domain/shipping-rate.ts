import type { DeliveryDays, OfferedRate } from "./offers.ts";

/** What a store charges for shipping. Amounts are in the currency's smallest unit. */
export interface ShippingRate {
  id: string;
  name: string;
  priceInCents: number;
  /** Null if it isn't stated. */
  days: DeliveryDays | null;
  /** The subtotal from which it costs nothing; null for never. */
  freeFromInCents: number | null;
  /** Country codes (ISO 3166-1) in lower case; null for every country that the store ships to. */
  countries: string[] | null;
  isActive: boolean;
}

/** `3` or `2-4`, as a person types it; empty if it isn't stated. */
export function daysRange(days: DeliveryDays | null): string {
  if (days === null) return "";
  return days.min === days.max ? String(days.min) : `${days.min}-${days.max}`;
}

export type NewShippingRate = Omit<ShippingRate, "id" | "isActive">;

/** The payment page's limit. */
export const maxOfferedRates = 5;

export interface Parcel {
  /** In lower case; null if it isn't known. */
  country: string | null;
  /** The countries that the store ships to, in lower case; null for all. */
  shipsTo: string[] | null;
  /** The lines, before a discount. */
  subtotal: number;
}

/**
 * What a buyer can choose from, cheapest first. Without a country, only rates that are valid wherever the store ships to,
 * since the payment page can't change them by address.
 */
export function offeredRates(rates: ShippingRate[], parcel: Parcel): OfferedRate[] {
  return rates
    .filter((rate) => rate.isActive && isValidFor(rate, parcel))
    .map(({ id: rateId, name, days, priceInCents, freeFromInCents }) => ({
      rateId,
      name,
      priceInCents: freeFromInCents !== null && parcel.subtotal >= freeFromInCents ? 0 : priceInCents,
      days,
    }))
    .sort((a, b) => a.priceInCents - b.priceInCents)
    .slice(0, maxOfferedRates);
}

function isValidFor({ countries }: ShippingRate, { country, shipsTo }: Parcel): boolean {
  if (countries === null) return true;
  if (country !== null) return countries.includes(country);
  return shipsTo?.every((one) => countries.includes(one)) ?? false;
}
