import type { HeadersOptions } from "openapi-fetch";
import type { Prepare } from "./call-traits.ts";
import { combineHeaders } from "./combine-headers.ts";
import { isJson } from "./media-type.ts";

/** A body in JSON or in one other media type, whose bodies are the only strings. A `Content-Type` of the call comes first. */
export function jsonOrText(mediaType: string): Prepare {
  return (init, { defaults }) => {
    const { body, headers, params } = init;
    const all = combineHeaders(defaults.headers, headers, params?.header as HeadersOptions);
    const given = all["content-type"];
    const isBlob = body instanceof Blob;
    if (!isBlob && (typeof body !== "string" || isJson(String(given)))) return init;
    const type = isBlob && isJson(body.type) ? body.type : mediaType;
    return {
      bodySerializer: (text) => text,
      ...init,
      ...(given === undefined && { headers: combineHeaders({ "Content-Type": type }, headers) }),
    };
  };
}
