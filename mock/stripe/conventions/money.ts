// https://docs.stripe.com/currencies#zero-decimal and #three-decimal. All others have two decimals, even
// where ISO 4217 says otherwise.
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const withThreeDecimals = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));
// https://docs.stripe.com/currencies#special-cases: two decimals that must be 00. HUF and TWD are special for
// payouts only, which the stand-in doesn't have.
const inWholeUnits = new Set(["isk", "ugx"]);

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in the smallest unit.
const smallestCharge: Record<string, number> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
};

export const largestCharge = 99_999_999;

export function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** The step between valid amounts, in the smallest unit: dinars in steps of 10 fils, ISK and UGX in whole units. */
export function smallestStepOf(currency: string): number {
  if (inWholeUnits.has(currency)) return 100;
  return withThreeDecimals.has(currency) ? 10 : 1;
}

export function isCurrency(currency: string): boolean {
  return Intl.supportedValuesOf("currency").includes(currency.toUpperCase());
}

export function smallestChargeIn(currency: string): number {
  return smallestCharge[currency] ?? 0;
}

export function formatMoney(amount: number, currency: string, locale = "en"): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals);
}
