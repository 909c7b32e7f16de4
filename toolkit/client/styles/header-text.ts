import { asciiJson } from "./encode-text.ts";
import { joined, partsOf } from "./parts-of.ts";
import type { ValueStyle } from "./value-style.ts";

/**
 * A header's value in the style `simple`, or as JSON. Undefined for nothing, null, or an empty list, which aren't
 * sent.
 */
export function headerText(
  value: unknown,
  { explode = false, json = false }: ValueStyle = {},
): string | undefined {
  if (json) return asciiJson(value ?? undefined);
  const parts = partsOf(value);
  return parts && joined(parts, { explode }, (text) => text);
}
