import type { TaxMode } from "./tax.ts";

/** What a checkout session offers beside its lines, as of its creation. */
export interface Offers {
  /** The buyer chooses one of them. Empty if shipping costs nothing, or nothing is shipped. */
  shipping: OfferedRate[];
  /** Whether a promotion code could reduce the price: one that the buyer enters, or `code`. */
  takesCodes: boolean;
  /** The provider's promotion code (`promo_…`) that the request named. The page has no field for another one. */
  code?: string;
  /** Whether the provider calculates tax, and whether prices include it. */
  tax: TaxMode;
}

export interface OfferedRate {
  rateId: string;
  name: string;
  /** 0 if it is free from the session's subtotal. */
  priceInCents: number;
  days: DeliveryDays | null;
}

/** Business days. */
export interface DeliveryDays {
  min: number;
  max: number;
}

/** The shipping rate that the buyer chose. */
export interface ChosenRate {
  name: string;
}

/** The buyer's choice among the offered rates, as the provider reports it. */
export interface ShippingChoice {
  /** Its place in `Offers.shipping`. */
  index: number;
  priceInCents: number;
}

/** Null without a choice, and if the session didn't offer it at that place and price. */
export function chosenRate(offers: Offers | null, choice: ShippingChoice | null): ChosenRate | null {
  if (choice === null) return null;
  const rate = offers?.shipping[choice.index];
  return rate?.priceInCents === choice.priceInCents ? { name: rate.name } : null;
}

/** Null if there is nothing beside the lines. */
export function offersOf(offers: Offers): Offers | null {
  return offers.shipping.length > 0 || offers.takesCodes || offers.tax !== "off" ? offers : null;
}

/** Whether the buyer could have paid this for shipping. */
export function isOfferedShipping(offers: Offers | null, priceInCents: number): boolean {
  const options = offers?.shipping ?? [];
  if (options.length === 0) return priceInCents === 0;
  return options.some((option) => option.priceInCents === priceInCents);
}
