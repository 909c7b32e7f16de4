import type { Finding } from "../findings/finding.ts";
import { getOrMake } from "../get-or-make.ts";
import { methodFault, operationsOf } from "../path-item.ts";
import { pathFault } from "../path-template.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { areDistinct, type Selector, selectorsOf, sentPath } from "../selectors.ts";
import { isObject, type Node, objectIn } from "../walk.ts";
import { type BrokenReference, brokenOwners, stopsAnything } from "./broken-references.ts";
import { resolvedObject, resolvedOrSelf } from "./follow-reference.ts";
import { isSecurity } from "./repair-security.ts";

/** Operations and webhooks that aren't served. */
export interface LeftOut {
  /** As in `#/paths/~1pets/get`. */
  pointer: string;
  /** Why it isn't served. The severity is a warning if another operation answers instead. */
  note: Finding;
}

/** Finds operations that can't be served, components that can't be used, and the broken references. */
export function unservable(raw: RawDocument, broken: BrokenReference[]) {
  const owners = brokenOwners(raw, broken);
  /** By method and path as requests contain them. */
  const served = new Map<string, { found: FoundOperation; selectors: Selector[] }[]>();
  const answered: FoundOperation[] = [];
  const leftOut: LeftOut[] = [];
  for (const { pointer, item } of pathItemsOf(raw)) {
    const reference = typeof item.$ref === "string" ? owners.get(pointer) : undefined;
    if (!reference) continue;
    const message = `Nothing here can be served. ${reference.fault}`;
    leftOut.push({ pointer, note: { severity: "error", pointer, message } });
  }
  // Plain paths come before paths with a fragment, so they win if a request matches both operations.
  const hasFragment = ({ path }: FoundOperation) => Number(path?.includes("#"));
  for (const found of [...allOperations(raw)].sort((a, b) => hasFragment(a) - hasFragment(b))) {
    const { path, method, pointer } = found;
    const place = path === undefined ? undefined : placeOf(method, path);
    const others = served.get(place ?? "") ?? [];
    const selectors = selectorsIn(raw, found);
    const same = others.find((other) => !areDistinct(other.selectors, selectors));
    const note = faultOf(raw, found, owners, same?.found);
    if (note) leftOut.push({ pointer, note: { ...note, pointer } });
    else if (place !== undefined) {
      answered.push(found);
      others.push({ found, selectors });
      served.set(place, others);
    }
  }
  return {
    leftOut,
    notes: sharedPlaces(answered),
    unusable: [...owners.keys()].filter((owner) => !/^#\/(paths|webhooks)\//.test(owner)),
    stopping: broken.filter((reference) => stopsAnything(raw, reference)).map(({ pointer }) => pointer),
  };
}

/** Why an operation isn't served; undefined if it is. */
function faultOf(
  raw: RawDocument,
  { path, key, pointer, operation }: FoundOperation,
  owners: Map<string, BrokenReference>,
  first: FoundOperation | undefined,
): Omit<Finding, "pointer"> | undefined {
  const error = (reason: string) => ({
    severity: "error" as const,
    message: `This operation can't be served: ${reason}`,
  });
  const reference = owners.get(pointer) ?? owners.get(pointer.split("/").slice(0, 3).join("/"));
  if (reference) return error(`it needs ${reference.ref}, to which ${reference.pointer} refers.`);
  const fault = key === undefined ? undefined : methodFault(key);
  if (fault !== undefined) return error(fault);
  if (path === undefined) return undefined;
  const unroutable = pathFault(path);
  if (unroutable !== undefined) return error(unroutable);
  if (!isSecurity(operation.security ?? raw.security ?? [])) {
    return error("`security` must be a list of objects. Otherwise it is unknown who may call the operation.");
  }
  if (first) {
    const same = `${first.method.toUpperCase()} ${first.path}`;
    const message = `Requests to this operation can't be distinguished from requests to ${same}, which answers them. This one is left out: give it its own path, or describe both as one.`;
    return { severity: "warning", message };
  }
  return undefined;
}

/** The method and path of an operation as requests contain them: without parameter names and fragment. */
function placeOf(method: string, path: string): string {
  return `${method} ${sentPath(path).replaceAll(/\{[^}]+\}/g, "{}")}`;
}

function selectorsIn(raw: RawDocument, { item, operation }: FoundOperation): Selector[] {
  const written = [item, operation].flatMap(({ parameters }) =>
    Array.isArray(parameters) ? parameters : [],
  );
  const parameters = written.map((parameter) => resolvedOrSelf(raw, parameter)).filter(isObject);
  // An operation's parameter overrides the path's.
  const own = new Map(parameters.map((parameter) => [`${parameter.in}:${parameter.name}`, parameter]));
  return selectorsOf([...own.values()], ({ schema }) => resolvedObject(raw, schema));
}

/** Reports paths that are the same in requests, though their operations can be distinguished. */
function sharedPlaces(operations: FoundOperation[]): Finding[] {
  const byPlace = new Map<string, string>();
  const fragments = new Map<string, FoundOperation[]>();
  const differing = operations.flatMap((found) => {
    const { path = "", pointer } = found;
    const place = placeOf("", path);
    const first = getOrMake(byPlace, place, () => path);
    if (path.includes("#")) {
      fragments.set(place, [...(fragments.get(place) ?? []), found]);
      return [];
    }
    if (first === path) return [];
    const message = `Requests can't distinguish this path from ${first}, so each answers the methods of both. Give both the same parameter names.`;
    return [{ severity: "info" as const, pointer, message }];
  });
  const ofFragments = [...fragments.values()].map(([first, ...others]): Finding => {
    const { path = "", pointer } = first as FoundOperation;
    const whose =
      others.length === 0 ? "This operation's path has" : `${others.length + 1} operations have paths with`;
    const message = `${whose} a fragment, which isn't sent: a request to ${sentPath(path)} goes to the operation whose required query parameters and headers it has.`;
    return { severity: "info", pointer, message };
  });
  return [...differing, ...ofFragments];
}

interface FoundOperation {
  /** Undefined for a webhook. */
  path?: string | undefined;
  method: string;
  /** As written in `additionalOperations`. */
  key: string | undefined;
  pointer: string;
  /** The path item. */
  item: Node;
  operation: Node;
}

function* allOperations(raw: RawDocument): Generator<FoundOperation> {
  for (const { path, pointer, item } of pathItemsOf(raw)) {
    for (const { method, keys, operation } of operationsOf(item)) {
      const key = keys.length > 1 ? keys.at(-1) : undefined;
      const place = [pointer, ...keys.map(escapePointerPart)].join("/");
      yield { path, method, key, pointer: place, item, operation };
    }
  }
}

/** @returns items without a path for webhooks */
function* pathItemsOf(raw: RawDocument): Generator<{ path?: string; pointer: string; item: Node }> {
  for (const section of ["paths", "webhooks"]) {
    for (const [name, item] of Object.entries<unknown>(objectIn(raw[section]))) {
      if (!isObject(item) || name.startsWith("x-")) continue;
      const pointer = `#/${section}/${escapePointerPart(name)}`;
      yield { ...(section === "paths" && { path: name }), pointer, item };
    }
  }
}
