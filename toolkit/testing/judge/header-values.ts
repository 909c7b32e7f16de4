import type { HeaderLines } from "./exchange.ts";

const separators: Record<string, string> = { cookie: "; ", "set-cookie": "\n" };

/**
 * Headers by lower-case name. Repeated ones are joined with commas, as RFC 9110 reads them. `Set-Cookie` is
 * joined with line breaks, since its values contain commas, and `Cookie` with semicolons (RFC 9113, 8.2.3).
 */
export function headerValues(lines: HeaderLines): Map<string, string> {
  const values = new Map<string, string>();
  for (const [spelled, value] of lines) {
    const name = spelled.toLowerCase();
    const before = values.get(name);
    values.set(name, before === undefined ? value : before + (separators[name] ?? ", ") + value);
  }
  return values;
}
