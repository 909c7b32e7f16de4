import type { Prepare } from "./call-traits.ts";
import { combineHeaders } from "./combine-headers.ts";
import { isJson } from "./media-type.ts";
import { headersOf } from "./own-serializer.ts";

/** A body in JSON or in one other media type, whose bodies are the only strings. A `Content-Type` of the call comes first. */
export function jsonOrText(mediaType: string): Prepare {
  return (init, call) => {
    const { body, headers } = init;
    const given = headersOf(init, call)["content-type"];
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
