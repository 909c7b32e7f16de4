import { isObject, type Node, type Place } from "../walk.ts";
import type { Repair } from "./repair-context.ts";

/** Drops `servers` of the document, a path or an operation unless they are a list of URLs. */
export function repairServers(node: Node, place: Place, repair: Repair): Node {
  const { servers, ...rest } = node;
  const hasUrl = (one: unknown) => isObject(one) && typeof one.url === "string";
  if (servers === undefined || (Array.isArray(servers) && servers.every(hasUrl))) return node;
  const message = "`servers` must be a list of objects with `url`; it is ignored.";
  repair.warn([place, "servers"], message);
  return rest;
}
