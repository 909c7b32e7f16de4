import { encodeReserved, encodeText } from "./encode-text.ts";
import { asJson, isGiven, joined, partsOf, plainText } from "./parts-of.ts";
import type { ValueStyle } from "./value-style.ts";

type Pair = [name: string, value: string];

const delimiters: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

/** How texts are written: percent-encoded in a query, unchanged in a multipart form. */
interface Writing {
  name: (text: string) => string;
  value: (text: string) => string;
  delimiter: (text: string) => string;
}

const plain: Writing = { name: (text) => text, value: (text) => text, delimiter: (text) => text };
const encoded: Writing = { name: encodeText, value: encodeText, delimiter: encodeText };
const reserved: Writing = { ...encoded, value: (text) => encodeReserved(text, /[&+#[\]]/g) };

/** `name=value` pairs for a query or a form, encoded, in a value's style. Empty if there is nothing to write. */
export function queryPairs(name: string, value: unknown, style: ValueStyle | undefined): string[] {
  return pairs(name, value, style, style?.allowReserved ? reserved : encoded).map((pair) => pair.join("="));
}

/** Names and values for the parts of a multipart form, which aren't encoded. */
export function partPairs(name: string, value: unknown, style: ValueStyle): Pair[] {
  return pairs(name, value, style, plain);
}

function pairs(name: string, value: unknown, given: ValueStyle | undefined, writing: Writing): Pair[] {
  const key = writing.name(name);
  if (given?.json) return isGiven(value) ? [[key, writing.value(JSON.stringify(value))]] : [];
  const { style = "form", explode = style === "form" } = given ?? {};
  if (!given) return nestedPairs(key, value, writing, { isRepeatable: true });
  if (style === "deepObject") return nestedPairs(key, value, writing);
  const parts = partsOf(value);
  if (!parts) return [];
  if (explode && parts.list) return parts.list.map((one): Pair => [key, writing.value(one)]);
  if (explode && parts.pairs) {
    return Object.entries(asJson(value) as object).flatMap(([member, one]) =>
      nestedPairs(writing.name(member), one, writing, { isRepeatable: true }),
    );
  }
  const delimiter = delimiters[style];
  const separator = delimiter === undefined ? "," : writing.delimiter(delimiter);
  return [[key, joined(parts, { separator, checked: name }, writing.value)]];
}

/**
 * `where[size][min]=1`, and `where[kinds][0]=a` for the items of a list: OpenAPI leaves nested lists undefined.
 * Indexes are understood everywhere, and separate the objects of a list.
 * @param isRepeatable whether a list of scalars is `ids=1&ids=2`
 */
function nestedPairs(key: string, given: unknown, writing: Writing, { isRepeatable = false } = {}): Pair[] {
  const value = asJson(given);
  if (!isGiven(value)) return [];
  if (typeof value !== "object") return [[key, writing.value(plainText(value))]];
  // Missing items leave no gap between the indexes.
  const list = Array.isArray(value) ? value.map(asJson).filter(isGiven) : undefined;
  const isRepeated = isRepeatable && list?.every((one) => typeof one !== "object");
  return Object.entries(list ?? value).flatMap(([name, one]) =>
    nestedPairs(isRepeated ? key : key + writing.name(`[${name}]`), one, writing),
  );
}
