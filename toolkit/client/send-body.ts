import type { CallInit, Prepare, PreparedCall } from "./call-traits.ts";
import { type BodyTypes, isStream } from "./choose-media-type.ts";
import { combineHeaders } from "./combine-headers.ts";
import { headersOf, ownSerializer } from "./own-serializer.ts";
import { writeBody } from "./write-body.ts";

/** The body as sent, in one of the documented media types. */
export function bodyOf(types: BodyTypes): Prepare {
  return (init, call) => (init.body === undefined ? init : { ...init, ...written(init, call, types) });
}

function written(init: CallInit, call: PreparedCall, types: BodyTypes): CallInit {
  const given = headersOf(init, call)["content-type"];
  const serialize = ownSerializer(init, call);
  const { body, contentType } = writeBody(init.body, {
    call: call.name,
    types,
    ...(given !== undefined && { given: given === null ? null : String(given) }),
    ...(serialize && { serialize }),
  });
  return {
    headers: combineHeaders(init.headers, { "Content-Type": contentType }),
    ...(init.params && { params: { ...init.params, header: withoutContentType(init.params.header) } }),
    body,
    bodySerializer: (value) => value,
    // A streamed body is sent before any response is read.
    ...(isStream(body) && { duplex: "half" as const }),
  };
}

/** openapi-fetch would send the parameter instead of the chosen header. */
function withoutContentType(header: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(header).filter(([name]) => name.toLowerCase() !== "content-type"));
}
