import type { HeaderLines } from "./exchange.ts";

/**
 * Headers by lower-case name. Repeated ones are joined with commas, as RFC 9110 reads them; `Set-Cookie` is
 * joined with line breaks, since its values contain commas.
 */
export function headerValues(lines: HeaderLines): Map<string, string> {
  const values = new Map<string, string>();
  for (const [spelled, value] of lines) {
    const name = spelled.toLowerCase();
    const before = values.get(name);
    const separator = name === "set-cookie" ? "\n" : ", ";
    values.set(name, before === undefined ? value : before + separator + value);
  }
  return values;
}
