import { essence } from "@counterpart/server/document/media-types";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function invalidJson({ json, contentType = "" }: Observed): Fault[] {
  if (json?.fault === undefined) return [];
  return [{ place: "body", message: `The body isn't valid ${essence(contentType)}: ${json.fault}.` }];
}
