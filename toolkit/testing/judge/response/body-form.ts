import { isUtf8 } from "node:buffer";
import { itemFormat } from "@counterpart/client/messages";
import { essenceOf, hasNoContent, isJsonType } from "../document/choose-response.ts";
import type { Fault, Observed } from "../observe.ts";

export function mediaType(observed: Observed): Fault[] {
  const { documented, contentType, media, content } = observed;
  if (!documented || !hasDocumentedBody(observed) || media) return [];
  if (content?.bytes.length === 0 && contentType === undefined) return [];
  const given = contentType === undefined ? "missing" : contentType;
  const known = Object.keys(documented.content).join(" or ");
  return [
    { place: "header Content-Type", message: `The media type is ${given}, but ${known} is documented.` },
  ];
}

/** Whether the document describes a body for this response, and HTTP allows one. */
export function hasDocumentedBody({ method, status, documented }: Observed): boolean {
  if (!documented || method === "HEAD" || hasNoContent(status)) return false;
  return Object.keys(documented.content).length > 0;
}

/** Other media types than JSON may be empty: text without characters, a file without bytes. */
export function emptyBody(observed: Observed): Fault[] {
  const { content, documented } = observed;
  if (!content || content.bytes.length > 0 || !hasDocumentedBody(observed)) return [];
  const types = Object.keys(documented?.content ?? {});
  if (!types.every((type) => isJsonType(type))) return [];
  return [{ place: "body", message: `The body is empty, but ${types.join(" or ")} is documented.` }];
}

export function unexpectedBody({ method, status, documented, content }: Observed): Fault[] {
  if (!documented || !content || content.bytes.length === 0) return [];
  if (method === "HEAD") return [fault("a response to HEAD has none")];
  if (hasNoContent(status)) return [fault(`HTTP has none for ${status}`)];
  if (Object.keys(documented.content).length > 0) return [];
  const found = fault("none is documented");
  // Many documents leave out the bodies of redirects and errors, which frameworks write.
  return [status >= 300 ? { ...found, severity: "info" } : found];
}

function fault(why: string): Fault {
  return { place: "body", message: `It has a body, though ${why}.` };
}

export function contentCoding({ content }: Observed): Fault[] {
  if (content?.codingFault === undefined) return [];
  // Such a body passes unchecked, which isn't the server's fault.
  const severity = content.isTooLarge ? ("info" as const) : undefined;
  return [{ place: "header Content-Encoding", message: content.codingFault, ...(severity && { severity }) }];
}

export function invalidUtf8({ content, contentType }: Observed): Fault[] {
  if (!content || content.codingFault !== undefined) return [];
  if (contentType === undefined || !isAlwaysUtf8(contentType) || isUtf8(content.bytes)) return [];
  return [{ place: "body", message: `The body isn't valid UTF-8, as ${essenceOf(contentType)} requires.` }];
}

/** By the media type (RFC 8259, 8.1), or because the response says so. */
function isAlwaysUtf8(contentType: string): boolean {
  if (isJsonType(contentType) || itemFormat(essenceOf(contentType)) !== undefined) return true;
  return /;\s*charset\s*=\s*"?utf-?8"?\s*(;|$)/i.test(contentType);
}
