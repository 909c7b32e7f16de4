import { isCurrency } from "../../domain/money.ts";

/** The currencies in use as `[code, name]`, such as `["eur", "EUR – Euro"]`, by code. */
export function currencyOptions(): [code: string, name: string][] {
  const names = new Intl.DisplayNames("en", { type: "currency", fallback: "code" });
  return Intl.supportedValuesOf("currency")
    .map((code) => [code.toLowerCase(), `${code} – ${names.of(code) ?? code}`] as [string, string])
    .filter(([code]) => isCurrency(code));
}
