// Copied by `counterpart generate`. Don't edit: it is overwritten.

/**
 * How a query parameter is written: `form` is `ids=1,2`, `spread` writes an object's properties as parameters of their
 * own, `deepObject` is `filter[price][min]=1`, `json` is a parameter with `content`, `whole` is JSON that is all of the query.
 */
export type QueryStyle =
  | "form"
  | "spread"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "json"
  | "whole";

const separators: { [style in QueryStyle]?: string } = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** A query, without `?`. Without a style here, lists are `ids=1&ids=2` and objects as in `deepObject`. */
export function serializeQuery(values: Record<string, unknown>, styles: Record<string, QueryStyle>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : serializeParameter(name, value, styles[name]),
  );
  return parts.filter((part) => part !== "").join("&");
}

function serializeParameter(
  name: string,
  value: NonNullable<unknown>,
  style: QueryStyle | undefined,
): string[] {
  if (style === "whole") return [encodeURIComponent(JSON.stringify(value))];
  const key = encodeURIComponent(name);
  if (style === "json") return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  if (style === undefined || style === "deepObject") return deepObject(key, value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (style === "spread") return entries.map((pair) => pair.map(encode).join("="));
  const texts = (Array.isArray(value) ? value : entries.flat()).map(encode);
  return [`${key}=${texts.join(separators[style] ?? ",")}`];
}

/** `filter[price][min]=1&filter[kinds]=a&filter[kinds]=b` */
function deepObject(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => deepObject(key, one));
  if (typeof value !== "object") return [`${key}=${encode(value)}`];
  return Object.entries(value).flatMap(([name, one]) => deepObject(`${key}[${encode(name)}]`, one));
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}
