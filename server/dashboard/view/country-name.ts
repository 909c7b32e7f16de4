/** Made when the first address is shown, since its tables take 7 MB of memory. */
let names: Intl.DisplayNames | undefined;

/** `Ireland` for `IE`; what isn't a code stays as it is, since other services write addresses too. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  return names.of(code) ?? code;
}
