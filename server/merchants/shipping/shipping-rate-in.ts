import { decimalAmount } from "../../domain/money.ts";
import type { DeliveryDays } from "../../domain/offers.ts";
import { daysRange, type NewShippingRate } from "../../domain/shipping-rate.ts";
import { amountIn } from "../settings/amount-in.ts";
import { countriesIn } from "./countries-in.ts";

/** A shipping rate as a person types it. */
export interface RateTexts {
  name: string;
  price: string;
  /** Business days, such as `2-4` or `3`; empty if it isn't stated. */
  days: string;
  freeFrom: string;
  /** Codes, names and groups, separated by commas; empty for every country. */
  countries: string;
}

/** Sentences by field. */
export type RateFaults = Partial<Record<keyof RateTexts, string>>;

/** The payment provider's limits. */
const maxName = 100;
const maxDays = 365;

export function shippingRateIn(
  texts: RateTexts,
  currency: string,
): { rate: NewShippingRate; faults?: undefined } | { faults: RateFaults } {
  const faults: RateFaults = {};
  const name = texts.name.trim();
  if (name === "" || name.length > maxName) faults.name = `It needs 1 to ${maxName} characters.`;
  const price = amountIn(texts.price, currency);
  if (typeof price === "string") faults.price = price;
  const freeFrom = texts.freeFrom === "" ? null : amountIn(texts.freeFrom, currency);
  if (typeof freeFrom === "string") faults.freeFrom = freeFrom;
  const days = texts.days === "" ? null : daysIn(texts.days);
  if (days === undefined) {
    faults.days = `It must be business days from 1 to ${maxDays}, such as 3 or 2-4.`;
  }
  const { codes: countries, unknown } = countriesIn(texts.countries);
  if (unknown.length > 0) {
    faults.countries = `"${unknown[0]}" isn't a country that the payment provider supports. Use names or two-letter codes (ISO 3166-1), such as ie,gb.`;
  }
  if (typeof price !== "number" || typeof freeFrom === "string" || days === undefined) return { faults };
  if (Object.keys(faults).length > 0) return { faults };
  return {
    rate: {
      name,
      priceInCents: price,
      days,
      freeFromInCents: freeFrom,
      countries: countries.length > 0 ? countries : null,
    },
  };
}

function daysIn(text: string): DeliveryDays | undefined {
  const [, from = "", to = from] = /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const [min, max] = [Number(from), Number(to)];
  return min >= 1 && max >= min && max <= maxDays ? { min, max } : undefined;
}

/** A rate as a person would type it. */
export function rateTextsOf(rate: NewShippingRate, currency: string): RateTexts {
  const { name, priceInCents, freeFromInCents, days, countries } = rate;
  return {
    name,
    price: decimalAmount(priceInCents, currency),
    freeFrom: freeFromInCents === null ? "" : decimalAmount(freeFromInCents, currency),
    days: daysRange(days),
    countries: countries?.join(",") ?? "",
  };
}

/** `2–4 business days`. */
export function daysText({ min, max }: DeliveryDays): string {
  if (min !== max) return `${min}–${max} business days`;
  return min === 1 ? "1 business day" : `${min} business days`;
}
