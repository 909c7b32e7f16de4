import type { HeadersOptions } from "openapi-fetch";
import type { CallInit, PreparedCall } from "./call-traits.ts";
import { combineHeaders, type HeaderTable, toHeaders } from "./combine-headers.ts";

/** The headers of a call, with those of its client. */
export function headersOf({ headers, params }: CallInit, { defaults }: PreparedCall): HeaderTable {
  return combineHeaders(defaults.headers, headers, params?.header as HeadersOptions | undefined);
}

/** The caller's own serializer. openapi-fetch also passes the headers to it, which its types omit. */
export function ownSerializer(init: CallInit, call: PreparedCall): ((value: unknown) => unknown) | undefined {
  const own = init.bodySerializer ?? call.defaults.bodySerializer;
  if (!own) return undefined;
  const withHeaders = own as (value: unknown, headers: Headers) => unknown;
  return (value) => withHeaders(value, toHeaders(headersOf(init, call)));
}
