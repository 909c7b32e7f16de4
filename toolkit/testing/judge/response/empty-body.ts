import { isJson } from "@counterpart/server/document/media-types";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasDocumentedBody } from "./media-type.ts";

/** Other media types than JSON may be empty: text without characters, a file without bytes. */
export function emptyBody(observed: Observed): Fault[] {
  const { content, documented } = observed;
  if (!content || content.bytes.length > 0 || !hasDocumentedBody(observed)) return [];
  const types = Object.keys(documented?.content ?? {});
  if (!types.every(isJson)) return [];
  return [{ place: "body", message: `The body is empty, but ${types.join(" or ")} is documented.` }];
}
