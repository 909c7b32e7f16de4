import { isDeepStrictEqual } from "node:util";
import type { Server } from "../document.ts";
import type { Finding } from "../findings/finding.ts";
import { operationsOf, withOperation } from "../path-item.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { serverUrl } from "../server-url.ts";
import { isObject, type Node } from "../walk.ts";
import type { Origins } from "./origins.ts";

/** What moving base paths into the paths has changed. */
interface MovedPaths {
  /** What a reader may not expect. */
  notes: Finding[];
  /** A path as the files have it. */
  writtenPath: (path: string) => string;
}

/** Operations of one path that are served in one place. */
interface Place {
  written: string;
  path: string;
  item: unknown;
  /** Servers of their own that put them there. */
  own: Server[];
}

/**
 * `servers: [{url: https://x/api/v1}]` with the path `/pets` is answered at `/api/v1/pets`; servers of a path or an operation
 * replace the document's. The base path moves from the servers to the paths, where server, mock, client and docs find it
 * alike; each would treat a server's path differently. Where servers of one list have different ones, something in
 * front takes them away, and the paths are served as written. Changes the document.
 */
export function moveBasePaths(raw: RawDocument, origins: Origins): MovedPaths {
  const places = Object.entries(raw.paths).flatMap(([written, item]) => placesOf(raw, written, item));
  for (const { written, item } of places) {
    const origin = origins.find(raw, `#/paths/${escapePointerPart(written)}`);
    if (origin && isObject(item)) origins.set(item, origin);
  }
  const moved = new Map<string, Place>();
  for (const place of places) {
    // A fragment isn't sent: the operations of two paths that become one are told apart, or reported.
    const path = moved.has(place.path) ? `${place.path}#${place.written}` : place.path;
    moved.set(path, place);
  }
  const notes = notesOf(raw, moved);
  raw.paths = Object.fromEntries([...moved].map(([path, { item }]) => [path, item]));
  removeBasePaths(raw);
  return { notes, writtenPath: (path) => moved.get(path)?.written ?? path };
}

function placesOf(raw: RawDocument, written: string, item: unknown): Place[] {
  if (!written.startsWith("/") || !isObject(item)) return [{ written, path: written, item, own: [] }];
  const ofItem = serversOf(item);
  const operations = operationsOf(item).map(({ method, operation }) => {
    const own = serversOf(operation);
    return { method, own: own.length > 0 ? own : ofItem };
  });
  const baseOf = (own: Server[]) => commonBasePath(own.length > 0 ? own : serversOf(raw)) ?? "";
  // Node 20, under which `new` reads documents, has no Map.groupBy.
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

/** Undefined where the servers have different ones. */
function commonBasePath(servers: Server[]): string | undefined {
  const [first = "", ...others] = new Set(servers.map(basePathOf));
  return others.length > 0 ? undefined : first;
}

function basePathOf(server: Server): string {
  const withoutOrigin = serverUrl(server).replace(/^([^/?#]*:)?\/\/[^/?#]*/, "");
  return new URL(withoutOrigin, "http://localhost").pathname.replace(/\/+$/, "");
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
  const which = placed.length > 0 ? "every path without servers of its own" : "every path";
  const message =
    base === undefined ? differing(servers) : `The servers' base path is part of ${which}: ${shown ?? base}`;
  return [{ severity: "info", pointer: "#/servers", message }, ...placed];
}

function differing(servers: Server[]): string {
  const all = [...new Set(servers.map(basePathOf))].map((one) => one || "/").join(", ");
  return `The servers have different base paths (${all}). Paths are served as they are written; what is in front of the server takes a base path away.`;
}

/** Takes the paths from the servers, and from paths and operations the servers that say nothing more. */
function removeBasePaths(raw: RawDocument): void {
  const items = Object.values(raw.paths).filter(isObject);
  const operations = items.flatMap((item) =>
    operationsOf(item).map(({ operation }) => ({ operation, item }) as { operation: Node; item: Node }),
  );
  for (const owner of [raw, ...items, ...operations.map(({ operation }) => operation)]) {
    const servers = serversOf(owner);
    if (commonBasePath(servers)) for (const server of servers) stripPath(server);
  }
  for (const item of items) if (saysNothing(item, raw)) delete item.servers;
  for (const { operation, item } of operations) {
    if (saysNothing(operation, item.servers === undefined ? raw : item)) delete operation.servers;
  }
}

/** Whether a path or an operation is where all others are. */
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
