const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** `Ireland` for `IE`; what isn't a code stays as it is, since other services write addresses too. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
