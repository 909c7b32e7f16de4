import type { HeaderLines } from "../judge/exchange.ts";

/** The values of a header, in their order. @param name in lower case */
export function valuesOf(headers: HeaderLines, name: string): string[] {
  return headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
}

/** @param names in lower case */
export function withoutHeaders(headers: HeaderLines, names: readonly string[]): HeaderLines {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

export function isChunked(headers: HeaderLines): boolean {
  return valuesOf(headers, "transfer-encoding").some((value) => /\bchunked\b/i.test(value));
}

/** Whether a body's end is known without the end of the connection. */
export function isDelimited(headers: HeaderLines): boolean {
  return isChunked(headers) || valuesOf(headers, "content-length").length > 0;
}

/**
 * The lines in the form that Node writes unchanged. It reads a `Content-Disposition` after a length as UTF-8, so
 * such a line with other bytes comes first.
 */
export function writableLines(headers: HeaderLines): string[] {
  const isMisread = ([name, value]: HeaderLines[number]) =>
    name.toLowerCase() === "content-disposition" && /[\u0080-\u00ff]/.test(value);
  const first = headers.filter(isMisread);
  return (first.length === 0 ? headers : [...first, ...headers.filter((line) => !isMisread(line))]).flat();
}
