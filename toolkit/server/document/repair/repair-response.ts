import { isObject, type Node, type Place } from "../walk.ts";
import { isHeaderName, isHeaderOfHttp } from "./headers-of-http.ts";
import type { Repair } from "./repair-context.ts";

/** Drops headers with invalid names and headers that HTTP itself sets. */
export function repairResponse(response: Node, place: Place, repair: Repair): Node {
  const { headers } = response;
  if (!isObject(headers)) return response;
  const kept = Object.entries(headers).filter(([name]) => {
    if (!isHeaderName(name)) {
      const message = `No header can have the name ${JSON.stringify(name)}; it is ignored.`;
      repair.warn([place, "headers", name], message);
      return false;
    }
    // OpenAPI ignores Content-Type here.
    if (!isHeaderOfHttp(name) && name.toLowerCase() !== "content-type") return true;
    const message = `The server sets the header ${name} itself, so the document's header is ignored. Remove it.`;
    repair.inform([place, "headers", name], message);
    return false;
  });
  return kept.length === Object.keys(headers).length
    ? response
    : { ...response, headers: Object.fromEntries(kept) };
}
