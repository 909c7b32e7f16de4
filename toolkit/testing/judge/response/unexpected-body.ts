import { isBodiless } from "@counterpart/server/document/response-for";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function unexpectedBody({ method, status, documented, content }: Observed): Fault[] {
  if (!documented || !content || content.bytes.length === 0) return [];
  if (method === "HEAD") return [fault("a response to HEAD has none")];
  if (isBodiless(status)) return [fault(`HTTP has none for ${status}`)];
  if (Object.keys(documented.content).length > 0) return [];
  const found = fault("none is documented");
  // Many documents leave out the bodies of redirects and errors, which frameworks write.
  return [status >= 300 ? { ...found, severity: "info" } : found];
}

function fault(why: string): Fault {
  return { place: "body", message: `It has a body, though ${why}.` };
}
