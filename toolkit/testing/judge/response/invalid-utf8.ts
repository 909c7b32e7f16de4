import { isUtf8 } from "node:buffer";
import { itemFormat } from "@counterpart/server/client-runtime/item-format";
import { essence, isJson } from "@counterpart/server/document/media-types";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function invalidUtf8({ content, contentType }: Observed): Fault[] {
  if (!content || content.codingFault !== undefined) return [];
  if (contentType === undefined || !isAlwaysUtf8(contentType) || isUtf8(content.bytes)) return [];
  return [{ place: "body", message: `The body isn't valid UTF-8, as ${essence(contentType)} requires.` }];
}

/** By the media type (RFC 8259, 8.1), or because the response says so. */
function isAlwaysUtf8(contentType: string): boolean {
  if (isJson(contentType) || itemFormat(essence(contentType)) !== undefined) return true;
  return /;\s*charset\s*=\s*"?utf-?8"?\s*(;|$)/i.test(contentType);
}
