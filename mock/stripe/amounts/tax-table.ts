/** Percentages. Real ones of 2026, so that examples look right, but without regions, thresholds and exemptions. */
interface CountryTax {
  kind: "vat" | "gst" | "jct";
  standard: number;
  /** For printed books. The standard rate if undefined. */
  books?: number;
}

const vat = (standard: number, books?: number): CountryTax => ({
  kind: "vat",
  standard,
  ...(books !== undefined && { books }),
});

/** The only countries with a tax; `README.md` has them too. Stripe would also want a registration in each. */
const countries: Record<string, CountryTax> = {
  AT: vat(20, 10),
  AU: { kind: "gst", standard: 10 },
  BE: vat(21, 6),
  BG: vat(20, 9),
  CA: { kind: "gst", standard: 5 },
  CH: vat(8.1, 2.6),
  CY: vat(19, 3),
  CZ: vat(21, 0),
  DE: vat(19, 7),
  DK: vat(25),
  EE: vat(24, 9),
  ES: vat(21, 4),
  FI: vat(25.5, 13.5),
  FR: vat(20, 5.5),
  GB: vat(20, 0),
  GR: vat(24, 6),
  HR: vat(25, 5),
  HU: vat(27, 5),
  IE: vat(23, 0),
  IT: vat(22, 4),
  JP: { kind: "jct", standard: 10 },
  LT: vat(21, 5),
  LU: vat(17, 3),
  LV: vat(21, 5),
  MT: vat(18, 5),
  NL: vat(21, 9),
  NO: vat(25, 0),
  NZ: { kind: "gst", standard: 15 },
  PL: vat(23, 5),
  PT: vat(23, 6),
  RO: vat(21, 11),
  SE: vat(25, 6),
  SI: vat(22, 5),
  SK: vat(23, 5),
};

/** Stripe's tax codes with a meaning here: https://docs.stripe.com/tax/tax-codes. All others get the standard rate. */
const nontaxable = "txcd_00000000";
const books = "txcd_35010000";
export const shippingCode = "txcd_92010001";
export const generalCode = "txcd_99999999";

export interface Rate {
  country: string;
  kind: CountryTax["kind"];
  percentage: number;
  reason: "standard_rated" | "reduced_rated" | "zero_rated" | "product_exempt";
}

/** Stripe has a list. Here all codes exist that begin like one of its categories. */
export function isTaxCode(code: string): boolean {
  return /^txcd_(?:00000000|[1234]\d{7}|92\d{6}|99999999)$/.test(code);
}

/** The tax on a thing sent to this country; undefined where the stand-in collects none. */
export function rateFor(country: string, taxCode: string): Rate | undefined {
  const tax = countries[country];
  if (!tax) return undefined;
  const { kind, standard } = tax;
  if (taxCode === nontaxable) return { country, kind, percentage: 0, reason: "product_exempt" };
  if (taxCode !== books || tax.books === undefined) {
    return { country, kind, percentage: standard, reason: "standard_rated" };
  }
  return { country, kind, percentage: tax.books, reason: tax.books === 0 ? "zero_rated" : "reduced_rated" };
}
