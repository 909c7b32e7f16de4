import type { Stripe } from "stripe";

/** The languages of Stripe's payment page. */
// biome-ignore format: one code per line would fill a page.
export const locales = [
  "auto", "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hi-IN", "hr", "hu",
  "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi",
  "zh", "zh-HK", "zh-TW",
] as const satisfies Stripe.Checkout.SessionCreateParams.Locale[];
