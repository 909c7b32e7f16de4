/** How many decimals a currency's display amount has: 2 for usd, 0 for jpy, 3 for kwd (ISO 4217, by CLDR). */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Whether this is three letters that name a currency in use (ISO 4217), in lower case. */
export function isCurrency(text: string): boolean {
  return /^[a-z]{3}$/.test(text) && currencies.has(text.toUpperCase());
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/**
 * A decimal amount as an integer in the currency's smallest unit, exactly: `9.99` of usd is 999, `500` of jpy 500.
 * Undefined when the text is no amount or has more decimals than the currency.
 */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const decimals = decimalsOf(currency);
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > decimals) return undefined;
  const amount = Number(match[1] + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** The sum of price × quantity, in the smallest unit. */
export function sum(lines: { unitPriceInCents: number; quantity: number }[]): number {
  return lines.reduce((total, { unitPriceInCents, quantity }) => total + unitPriceInCents * quantity, 0);
}
