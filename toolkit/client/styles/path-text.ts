import { encodeReserved, encodeText } from "./encode-text.ts";
import { joined, partsOf } from "./parts-of.ts";
import type { ValueStyle } from "./value-style.ts";

/** A path parameter's value in its style, encoded. Undefined if there is nothing to write. */
export function pathText(
  name: string,
  value: unknown,
  { style = "simple", explode = false, allowReserved = false, json = false }: ValueStyle = {},
): string | undefined {
  // Characters that end a segment or the path are always encoded.
  const encode = allowReserved ? (text: string) => encodeReserved(text, /[/?#[\]]/g) : encodeText;
  if (json) return value === undefined ? undefined : encode(JSON.stringify(value));
  const parts = partsOf(value);
  if (!parts) return undefined;
  if (style === "label")
    return `.${joined(parts, { explode, separator: explode ? "." : ",", checked: name }, encode)}`;
  if (style !== "matrix") return joined(parts, { explode, checked: name }, encode);
  if (explode && parts.list)
    return parts.list.map((one) => matrixPair(encodeText(name), encode(one))).join("");
  if (explode && parts.pairs)
    return parts.pairs.map(([key, one]) => matrixPair(encode(key), encode(one))).join("");
  return matrixPair(encodeText(name), joined(parts, { checked: name }, encode));
}

/** An empty value is its name alone (RFC 6570, 3.2.7). */
function matrixPair(name: string, text: string): string {
  return text === "" ? `;${name}` : `;${name}=${text}`;
}
