const digits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats an amount in the currency's smallest unit: 2400 eur is €24.00, 2400 jpy is ¥2,400. */
export function money(amount: number, currency: string): string {
  const value = amount / 10 ** digits(currency);
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(value);
}

/** A product's price with its interval. */
export function price(product: { priceInCents: number; currency: string; billingInterval: string | null }) {
  const amount = money(product.priceInCents, product.currency);
  return product.billingInterval === null ? amount : `${amount} a ${product.billingInterval}`;
}
