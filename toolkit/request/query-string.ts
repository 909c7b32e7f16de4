/** A query parameter: its name is decoded, its value isn't. */
export type Pair = [name: string, raw: string];

export function queryPairs(url: string): Pair[] {
  const at = url.indexOf("?");
  if (at < 0) return [];
  const parts = url
    .slice(at + 1)
    .split("&")
    .filter(Boolean);
  return parts.map((part) => {
    const equals = part.indexOf("=");
    return equals < 0 ? [decoded(part), ""] : [decoded(part.slice(0, equals)), part.slice(equals + 1)];
  });
}

/** Decodes a value; one whose percent-encoding is invalid stays as it is. */
export function decoded(raw: string): string {
  const text = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
