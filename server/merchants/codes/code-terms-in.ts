import { type CodeTerms, codeOf, maxCodeLength, type Reduction } from "../../domain/promotion-code.ts";
import { dayAfter, startOfDay } from "../../domain/time-zone.ts";
import { amountIn } from "../settings/amount-in.ts";

/** A promotion code as a person types it. */
export interface CodeTexts {
  code: string;
  /** Empty if it takes off an amount. */
  percent: string;
  amount: string;
  minimum: string;
  maxRedemptions: string;
  /** The last day, such as 2027-01-31; empty for never. */
  expires: string;
}

/** Sentences by field. */
export type CodeFaults = Partial<Record<keyof CodeTexts, string>>;

const maxCount = 1_000_000_000;
const dayMs = 24 * 60 * 60 * 1000;
/** The provider refuses later ends. */
const maxDays = 5 * 365;

export function codeTermsIn(
  texts: CodeTexts,
  { currency, timeZone, now }: { currency: string; timeZone: string; now: number },
): { terms: CodeTerms; faults?: undefined } | { faults: CodeFaults } {
  const faults: CodeFaults = {};
  const code = codeOf(texts.code);
  if (code === undefined) {
    faults.code = `It needs 1 to ${maxCodeLength} letters (a-z), digits and hyphens.`;
  }
  const reduction = reductionIn(texts, currency, faults);
  const minimum = texts.minimum === "" ? null : amountIn(texts.minimum, currency);
  if (typeof minimum === "string") faults.minimum = minimum;
  else if (minimum === 0) faults.minimum = "It must be more than 0.";
  const maxRedemptions = texts.maxRedemptions === "" ? null : countIn(texts.maxRedemptions);
  if (maxRedemptions === undefined) faults.maxRedemptions = "It must be a whole number from 1.";
  const expiresAt = texts.expires === "" ? null : endOf(texts.expires, timeZone, now);
  if (expiresAt === undefined) {
    faults.expires = "It must be a day from today on, within five years, such as 2027-01-31.";
  }
  if (typeof minimum === "string" || maxRedemptions === undefined || expiresAt === undefined)
    return { faults };
  if (!reduction || code === undefined || Object.keys(faults).length > 0) return { faults };
  return { terms: { code, ...reduction, currency, minimumInCents: minimum, maxRedemptions, expiresAt } };
}

function reductionIn(
  { percent, amount }: CodeTexts,
  currency: string,
  faults: CodeFaults,
): Reduction | undefined {
  if ((percent === "") === (amount === "")) {
    faults.percent = "Give either a percentage or an amount.";
    return undefined;
  }
  if (amount === "") {
    const percentOff = Number(percent.replace(",", "."));
    const isPercentage = /^\d{1,3}(?:[.,]\d)?$/.test(percent) && percentOff > 0 && percentOff <= 100;
    if (isPercentage) return { percentOff, amountOffInCents: null };
    faults.percent = "It must be a number from 0.1 to 100 with at most one decimal, such as 12.5.";
    return undefined;
  }
  const amountOff = amountIn(amount, currency);
  if (typeof amountOff === "number" && amountOff > 0)
    return { percentOff: null, amountOffInCents: amountOff };
  faults.amount = typeof amountOff === "string" ? amountOff : "It must be more than 0.";
  return undefined;
}

function countIn(text: string): number | undefined {
  const count = Number(text);
  return /^\d{1,10}$/.test(text) && count >= 1 && count <= maxCount ? count : undefined;
}

/** The end of a day, in milliseconds since 1970. */
function endOf(text: string, timeZone: string, now: number): number | undefined {
  if (startOfDay(text, timeZone) === undefined) return undefined;
  const ends = startOfDay(dayAfter(text, 1), timeZone) ?? now;
  return ends > now && ends < now + maxDays * dayMs ? ends : undefined;
}
