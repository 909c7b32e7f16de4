import { isDeepStrictEqual } from "node:util";
import type { Server } from "../document.ts";
import type { Finding } from "../findings/finding.ts";
import { operationsIn, operationsOf, withOperation } from "../path-item.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { serverUrl } from "../server-url.ts";
import { isObject, type Node } from "../walk.ts";
import type { Origins } from "./origins.ts";

/** The operations of one path that are served at the same place. */
interface Place {
  written: string;
  path: string;
  item: unknown;
  /** The servers of the path or operations that determine the place. */
  own: Server[];
}

/**
 * Moves servers' base paths into the paths: `/pets` on `https://x/api/v1` becomes `/api/v1/pets`. If the servers of a list
 * differ, the paths stay as written, and a proxy must strip the base path. Changes the document.
 * @returns notes of what a reader may not expect, and a path as spelled in the files
 */
export function moveBasePaths(raw: RawDocument, origins: Origins) {
  const places = Object.entries(raw.paths).flatMap(([written, item]) => placesOf(raw, written, item));
  for (const { written, item } of places) {
    const origin = origins.find(raw, `#/paths/${escapePointerPart(written)}`);
    if (origin && isObject(item)) origins.set(item, origin);
  }
  const moved = new Map<string, Place>();
  for (const place of places) {
    // Two paths that become the same get a fragment. It isn't sent, so operations that can't be distinguished
    // otherwise are reported.
    const path = moved.has(place.path) ? `${place.path}#${place.written}` : place.path;
    moved.set(path, place);
  }
  const notes = notesOf(raw, moved);
  raw.paths = Object.fromEntries([...moved].map(([path, { item }]) => [path, item]));
  removeBasePaths(raw);
  return { notes, writtenPath: (path: string) => moved.get(path)?.written ?? path };
}

function placesOf(raw: RawDocument, written: string, item: unknown): Place[] {
  if (!written.startsWith("/") || !isObject(item)) return [{ written, path: written, item, own: [] }];
  const ofItem = serversOf(item);
  const operations = operationsOf(item).map(({ method, operation }) => {
    const own = serversOf(operation);
    return { method, own: own.length > 0 ? own : ofItem };
  });
  const baseOf = (own: Server[]) => commonBasePath(own.length > 0 ? own : serversOf(raw)) ?? "";
  // Node 20, which `new` supports, has no Map.groupBy.
  const bases = [...new Set(operations.map(({ own }) => baseOf(own)))];
  if (bases.length <= 1) {
    const own = operations[0]?.own ?? ofItem;
    return [{ written, path: baseOf(own) + written, item, own }];
  }
  return bases.map((base) => {
    const others = operations.filter(({ own }) => baseOf(own) !== base);
    const kept = others.reduce((rest, { method }) => withOperation(rest, method, undefined), item);
    const own = operations.find((one) => baseOf(one.own) === base)?.own ?? [];
    return { written, path: base + written, item: kept, own };
  });
}

function serversOf({ servers }: Node): Server[] {
  if (!Array.isArray(servers)) return [];
  return servers.filter((server) => isObject(server) && typeof server.url === "string");
}

/** Undefined if the servers have different base paths. */
function commonBasePath(servers: Server[]): string | undefined {
  const [first = "", ...others] = new Set(servers.map(basePathOf));
  return others.length > 0 ? undefined : first;
}

function basePathOf(server: Server): string {
  const withoutOrigin = serverUrl(server).replace(/^([^/?#]*:)?\/\/[^/?#]*/, "");
  // Appended, because `/\` and `//` at the start would be read as a host.
  return new URL(`http://localhost/${withoutOrigin.replace(/^\//, "")}`).pathname.replace(/\/+$/, "");
}

function notesOf(raw: RawDocument, moved: Map<string, Place>): Finding[] {
  const placed = [...moved].flatMap(([path, { own }]): Finding[] => {
    if (own.length === 0 || isDeepStrictEqual(own, raw.servers)) return [];
    const message =
      commonBasePath(own) === undefined
        ? differing(own)
        : `The servers of this path are its own: it is served at ${path}.`;
    return [{ severity: "info", pointer: `#/paths/${escapePointerPart(path)}`, message }];
  });
  const servers = serversOf(raw);
  const base = commonBasePath(servers);
  if (base === "") return placed;
  const [shown] = [...moved].find(([, { own }]) => own.length === 0) ?? [];
  const which = placed.length > 0 ? "every path without its own servers" : "every path";
  const message =
    base === undefined ? differing(servers) : `The servers' base path is part of ${which}: ${shown ?? base}`;
  return [{ severity: "info", pointer: "#/servers", message }, ...placed];
}

function differing(servers: Server[]): string {
  const all = [...new Set(servers.map(basePathOf))].map((one) => one || "/").join(", ");
  return `The servers have different base paths (${all}). Paths are served as written; the proxy in front of the server must strip the base path.`;
}

/** Removes base paths from servers, and servers of paths and operations that add nothing. */
function removeBasePaths(raw: RawDocument): void {
  const items = Object.values(raw.paths).filter(isObject);
  const operations = operationsIn(raw, "paths");
  for (const owner of [raw, ...items, ...operations.map(({ operation }) => operation)]) {
    const servers = serversOf(owner);
    if (commonBasePath(servers)) for (const server of servers) stripPath(server);
  }
  for (const item of items) if (saysNothing(item, raw)) delete item.servers;
  for (const { operation, item } of operations) {
    if (saysNothing(operation, item.servers === undefined ? raw : item)) delete operation.servers;
  }
}

/** Whether the servers of a path or an operation add nothing to those of its parent. */
function saysNothing(owner: Node, around: Node): boolean {
  const own = serversOf(owner);
  if (own.length === 0) return false;
  if (isDeepStrictEqual(owner.servers, around.servers)) return true;
  return own.every(({ url }) => url === "/") && commonBasePath(serversOf(around)) === "";
}

function stripPath(server: Server): void {
  const [origin = ""] = /^([^/?#]*:)?\/\/[^/?#]*/.exec(server.url) ?? [];
  server.url = origin || "/";
  for (const name of Object.keys(server.variables ?? {})) {
    if (!server.url.includes(`{${name}}`)) delete server.variables?.[name];
  }
  if (Object.keys(server.variables ?? {}).length === 0) delete server.variables;
}
