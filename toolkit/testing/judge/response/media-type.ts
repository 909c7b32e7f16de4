import { isBodiless } from "@counterpart/server/document/response-for";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

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
  if (!documented || method === "HEAD" || isBodiless(status)) return false;
  return Object.keys(documented.content).length > 0;
}
