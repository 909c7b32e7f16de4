import type { HeadersOptions } from "openapi-fetch";

type HeaderValue = string | number | boolean | (string | number | boolean)[] | null;

/** Headers by lower-case name. Null removes a header that the client sends by default. */
export type HeaderTable = Record<string, HeaderValue>;

/** Later headers replace earlier ones. openapi-fetch's `mergeHeaders` would lose `null`. */
export function combineHeaders(...all: (HeadersOptions | undefined)[]): HeaderTable {
  const combined = new Map<string, HeaderValue>();
  for (const headers of all) {
    for (const [name, value] of entriesOf(headers ?? {})) {
      if (value !== undefined) combined.set(name.toLowerCase(), value);
    }
  }
  return Object.fromEntries(combined);
}

/** openapi-fetch's own function has no type in CommonJS. */
export function toHeaders(table: HeaderTable): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(table)) {
    for (const value of [values].flat()) if (value !== null) headers.append(name, String(value));
  }
  return headers;
}

function entriesOf(headers: HeadersOptions): [string, HeaderValue | undefined][] {
  // In some compiler settings, Headers isn't iterable.
  const isList = headers instanceof Headers || Array.isArray(headers);
  return isList ? [...(headers as Iterable<[string, string]>)] : Object.entries(headers);
}
