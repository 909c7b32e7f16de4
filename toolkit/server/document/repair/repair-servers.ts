import { isObject, type Node, type Place } from "../walk.ts";
import type { Repair } from "./repair-context.ts";

/** Drops `servers` of the document, a path or an operation unless they are a list of URLs. */
export function repairServers(node: Node, place: Place, repair: Repair): Node {
  const { servers, ...rest } = node;
  if (servers === undefined || isServers(servers)) return node;
  const message = "`servers` must be a list of objects with `url`; it is ignored.";
  repair.warn([place, "servers"], message);
  return rest;
}

function isServers(servers: unknown): boolean {
  return Array.isArray(servers) && servers.every((one) => isObject(one) && typeof one.url === "string");
}
