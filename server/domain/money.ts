/**
 * The decimals of a currency as Stripe charges it: 2 for usd, 0 for jpy, 3 for kwd. ISO 4217 differs for isk and ugx (2
 * here) and mga (0 here): https://docs.stripe.com/currencies#special-cases
 */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const withThreeDecimals = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));

/**
 * The payment provider only charges multiples of this, in the smallest unit: whole krónur and shillings, and
 * thousandths in steps of ten. https://docs.stripe.com/currencies#special-cases
 */
export function chargeStepOf(currency: string): number {
  if (inWholeUnits.has(currency)) return 100;
  return withThreeDecimals.has(currency) ? 10 : 1;
}

/** The other special cases, huf and twd, only restrict payouts. */
const inWholeUnits = new Set(["isk", "ugx"]);

/**
 * Why a price can't be charged: `1.251 kwd, but only multiples of 0.010 can be charged`. Undefined when it
 * can. Minimums and maximums apply to a cart's total and aren't checked here.
 */
export function priceFault(minorUnits: number, currency: string): string | undefined {
  const step = chargeStepOf(currency);
  if (minorUnits % step === 0) return undefined;
  const price = displayAmount(minorUnits, currency);
  return `${price}, but only multiples of ${decimalAmount(step, currency)} can be charged`;
}

/** Whether a text is the lower-case code of a currency in use (ISO 4217). */
export function isCurrency(text: string): boolean {
  return /^[a-z]{3}$/.test(text) && currencies.has(text.toUpperCase());
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/**
 * Converts a decimal amount exactly to the currency's smallest unit: `9.99` of usd is 999, `500` of jpy is
 * 500. Undefined when the text isn't an amount or has more decimals than the currency.
 */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const decimals = decimalsOf(currency);
  const fraction = withoutTrailingZeros(match[2] ?? "");
  if (fraction.length > decimals) return undefined;
  const amount = Number(match[1] + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** `2500` as `25`. The pattern /0+$/ would be quadratic on a long run of zeros. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

/** `999` of usd is `9.99`. */
export function decimalAmount(minorUnits: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minorUnits / 10 ** decimals).toFixed(decimals);
}

/** An amount as a person may type it: `12.50`, in a currency without decimals `1250`. */
export function exampleAmount(currency: string): string {
  return decimalAmount(1250 * (decimalsOf(currency) === 3 ? 10 : 1), currency);
}

/** `999` of usd is `9.99 usd`. */
export function displayAmount(minorUnits: number, currency: string): string {
  return `${decimalAmount(minorUnits, currency)} ${currency}`;
}

/** For display: `999` of usd is `$9.99`, `500` of jpy is `¥500`. In another language, `999` of eur may be `9,99 €`. */
export function formatAmount(minorUnits: number, currency: string, language = "en"): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minorUnits / 10 ** decimals);
}

/** The sum of price × quantity, in the smallest unit. */
export function sum(lines: { unitPriceInCents: number; quantity: number }[]): number {
  return lines.reduce((total, { unitPriceInCents, quantity }) => total + unitPriceInCents * quantity, 0);
}
