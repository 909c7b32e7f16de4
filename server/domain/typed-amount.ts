import { decimalsOf, exampleAmount, toMinorUnits, withoutTrailingZeros } from "./money.ts";

/** The currencies in whose countries most people write a decimal comma (CLDR). */
export const currenciesWithCommas: ReadonlySet<string> = new Set(
  (
    "eur all amd ars azn bam bgn brl byn clp cop crc cup cve czk dkk dzd gel huf idr isk kgs kzt mad mdl mkd mzn nok " +
    "pln pyg ron rsd rub sek tjs tnd try uah uyu uzs vnd xaf xof xpf zar"
  ).split(" "),
);

const spaces = /(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/g;
const plain = /^\d+\.?$/;
const oneSeparator = /^(\d+)([.,])(\d+)$/;
const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/;

/**
 * An amount that a person typed, in the currency's smallest unit: `4,50` and `1.250,00` of eur, `1,250.00` of usd. A separator
 * that may be for thousands or for decimals, such as in `1.250` of eur, is a fault that asks which one is meant.
 */
export function typedAmount(text: string, currency: string): number | { fault: string } {
  const digits = text.trim().replace(spaces, "");
  const given = decimalText(digits, text.trim(), currency);
  if (typeof given !== "string") return given;
  return toMinorUnits(given, currency) ?? notAnAmount(currency);
}

/** The amount with a decimal point and without other separators. */
function decimalText(digits: string, typed: string, currency: string): string | { fault: string } {
  if (plain.test(digits)) return digits;
  const decimals = decimalsOf(currency);
  const [, whole = "", separator, rest = ""] = oneSeparator.exec(digits) ?? [];
  if (separator !== undefined) {
    const isGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    if (isGroup && decimals === 0) return whole + rest;
    // Forms show amounts with a point, of three decimals in some currencies.
    const isOurs = separator === "." && decimals === 3;
    if (isGroup && !isOurs) return ambiguous(typed, `${whole}${rest}`, `${whole}.${rest}`, currency);
    if (separator === "," && !currenciesWithCommas.has(currency))
      return writtenWithPoint(whole, rest, currency);
    return `${whole}.${rest}`;
  }
  const groups = grouped.exec(digits);
  if (!groups) return notAnAmount(currency);
  const [, , fraction = ""] = groups;
  const end = fraction === "" ? digits.length : -(fraction.length + 1);
  return `${digits.slice(0, end).replace(/[.,]/g, "")}.${fraction}`;
}

function ambiguous(typed: string, thousands: string, decimal: string, currency: string): { fault: string } {
  const decimals = decimalsOf(currency);
  const [whole = "", fraction = ""] = decimal.split(".");
  const short = withoutTrailingZeros(fraction);
  return {
    fault:
      short.length > decimals
        ? `Write ${thousands} without a separator for thousands, or at most ${decimals} decimals.`
        : `“${typed}” could be ${thousands} or ${whole}.${short.padEnd(decimals, "0")}. Write it without a separator for thousands.`,
  };
}

function writtenWithPoint(whole: string, rest: string, currency: string): { fault: string } {
  return {
    fault: `Write amounts in ${currency.toUpperCase()} with a point for decimals, such as ${whole}.${rest}.`,
  };
}

function notAnAmount(currency: string): { fault: string } {
  return { fault: `Enter an amount in ${currency.toUpperCase()}, such as ${exampleAmount(currency)}.` };
}
