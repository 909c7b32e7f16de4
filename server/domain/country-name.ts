/** Created for the first address shown, because its tables take 7 MB of memory. */
let names: Intl.DisplayNames | undefined;

/** `Ireland` for `IE`. Other values are returned unchanged, because other services write addresses too. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  return names.of(code) ?? code;
}
