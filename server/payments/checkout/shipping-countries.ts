import type Stripe from "stripe";
import type { Store } from "../../database/queries/stores.ts";
import type { Literal } from "../provider/literal.ts";

/**
 * The countries that Stripe's `shipping_address_collection[allowed_countries]` accepts: ISO 3166-1 and a few more, such
 * as XK for Kosovo, without `ZZ`, an unknown country.
 */
// biome-ignore format: one code per line would fill pages.
export const shippingCountries = [
  "AC", "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AT", "AU", "AW", "AX", "AZ", "BA", "BB",
  "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY",
  "BZ", "CA", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CV", "CW", "CY", "CZ", "DE",
  "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FO", "FR", "GA",
  "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY",
  "HK", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IS", "IT", "JE", "JM", "JO", "JP",
  "KE", "KG", "KH", "KI", "KM", "KN", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT",
  "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MK", "ML", "MM", "MN", "MO", "MQ", "MR", "MS", "MT",
  "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM",
  "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PY", "QA", "RE", "RO", "RS", "RU",
  "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST",
  "SV", "SX", "SZ", "TA", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV",
  "TW", "TZ", "UA", "UG", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VN", "VU", "WF", "WS", "XK", "YE", "YT",
  "ZA", "ZM", "ZW",
] as const satisfies ShippingCountry[];

/** The countries that a store ships to, as the provider's codes: all of them if the store has no list. */
export function allowedCountries({ shipsTo }: Pick<Store, "shipsTo">): string[] {
  return shipsTo?.map((code) => code.toUpperCase()) ?? shippingCountries;
}

/** Whether the provider's payment page accepts addresses in this country. */
export function isShippingCountry(code: string): boolean {
  return shippingCountries.some((known) => known === code.toUpperCase());
}

/** The provider's list, from its SDK's types. If an SDK update adds or removes a country, this doesn't compile. */
type ShippingCountry = Exclude<
  Literal<Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry>,
  "ZZ"
>;

/** A type error here names the missing country. */
({}) satisfies Record<Exclude<ShippingCountry, (typeof shippingCountries)[number]>, true>;
