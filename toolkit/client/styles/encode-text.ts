/** Percent-encodes everything but letters, digits, `-`, `.`, `_` and `~` (RFC 3986, 2.3). */
export function encodeText(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded);
}

/**
 * Keeps reserved and already encoded characters (RFC 6570, 3.2.3), except those that would end the value.
 * @param ending a pattern of these characters
 */
export function encodeReserved(text: string, ending: RegExp): string {
  return text.replace(/%[0-9a-f]{2}|[^%]+|%/gi, (part) => {
    if (part.length === 3 && part.startsWith("%")) return part;
    return encodeURI(part).replaceAll("%5B", "[").replaceAll("%5D", "]").replace(ending, percentEncoded);
  });
}

function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** JSON in ASCII, for headers and cookies. */
export function asciiJson(value: unknown, escaped = /[\u007f-\uffff]/g): string | undefined {
  return JSON.stringify(value)?.replace(
    escaped,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
