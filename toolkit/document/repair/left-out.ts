import type { Note } from "../notes/note.ts";
import { methodFault, operationsOf } from "../path-item.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { isObject, type Node } from "../walk.ts";
import { type BrokenReference, brokenOwners, stopsAnything } from "./broken-references.ts";
import { isSecurity } from "./repair-security.ts";

/** Operations and webhooks that aren't served. */
export interface LeftOut {
  /** As in `#/paths/~1pets/get`. */
  pointer: string;
  /** Why; the severity is a warning where another operation answers in its place. */
  note: Note;
}

/** The operations that can't be served, the components that nobody can use, and the references that are to blame. */
export function unservable(raw: RawDocument, broken: BrokenReference[]) {
  const owners = brokenOwners(raw, broken);
  const served = new Map<string, FoundOperation>();
  const leftOut: LeftOut[] = [];
  for (const { pointer, item } of pathItemsOf(raw)) {
    const reference = typeof item.$ref === "string" ? owners.get(pointer) : undefined;
    if (!reference) continue;
    const message = `Nothing here can be served. ${reference.fault}`;
    leftOut.push({ pointer, note: { severity: "error", pointer, message } });
  }
  for (const found of inOrder(allOperations(raw))) {
    const { path, method, pointer } = found;
    const first = path === undefined ? undefined : served.get(placeOf(method, path));
    const note = faultOf(raw, found, owners, first);
    if (note) leftOut.push({ pointer, note: { ...note, pointer } });
    else if (path !== undefined) served.set(placeOf(method, path), found);
  }
  return {
    leftOut,
    notes: sharedPlaces([...served.values()]),
    unusable: [...owners.keys()].filter((owner) => !/^#\/(paths|webhooks)\//.test(owner)),
    stopping: broken.filter((reference) => stopsAnything(raw, reference)).map(({ pointer }) => pointer),
  };
}

/** Why an operation isn't served; undefined for one that is. */
function faultOf(
  raw: RawDocument,
  { path, key, pointer, operation }: FoundOperation,
  owners: Map<string, BrokenReference>,
  first: FoundOperation | undefined,
): Omit<Note, "pointer"> | undefined {
  const error = (reason: string) => ({
    severity: "error" as const,
    message: `This operation can't be served: ${reason}`,
  });
  const reference = owners.get(pointer) ?? owners.get(pointer.split("/").slice(0, 3).join("/"));
  if (reference)
    return error(`it needs ${reference.ref}, to which ${reference.pointer} refers. ${reference.fault}`);
  const fault = key === undefined ? undefined : methodFault(key);
  if (fault !== undefined) return error(fault);
  if (path === undefined) return undefined;
  if (!path.startsWith("/")) return error(`the path ${path} must begin with a slash.`);
  if (!isSecurity(operation.security ?? raw.security ?? [])) {
    return error("`security` must be a list of objects, so that it can be told who may call it.");
  }
  if (first) {
    const same = `${first.method.toUpperCase()} ${first.path}`;
    const message = `A request can't tell this operation from ${same}, which answers it. This one is left out: give it a path of its own, or describe both as one.`;
    return { severity: "warning", message };
  }
  const [mark] = /[?#]/.exec(path) ?? [];
  return mark === undefined
    ? undefined
    : error(`no path of a request contains a ${mark}. Write what follows it as parameters.`);
}

/** What a request has of an operation's address: no names of parameters, and no fragment. */
function placeOf(method: string, path: string): string {
  return `${method} ${path.replace(/#.*/, "").replaceAll(/\{[^}]+\}/g, "{}")}`;
}

/** Of operations that a request can't tell apart, the one with the plain path comes first. */
function inOrder(operations: Iterable<FoundOperation>): FoundOperation[] {
  return [...operations].sort((a, b) => Number(a.path?.includes("#")) - Number(b.path?.includes("#")));
}

/** Paths with different methods that differ only in their parameters' names. */
function sharedPlaces(operations: FoundOperation[]): Note[] {
  const byPlace = new Map<string, string>();
  return operations.flatMap(({ path = "", pointer }) => {
    const place = placeOf("", path);
    const first = byPlace.get(place) ?? path;
    byPlace.set(place, first);
    if (first === path) return [];
    const message = `For a request this is the same path as ${first}, so that its methods are answered there too. Give both the same parameter names.`;
    return [{ severity: "info" as const, pointer, message }];
  });
}

interface FoundOperation {
  /** Undefined for a webhook. */
  path?: string | undefined;
  method: string;
  /** As it is written in `additionalOperations`. */
  key: string | undefined;
  pointer: string;
  operation: Node;
}

function* allOperations(raw: RawDocument): Generator<FoundOperation> {
  for (const { path, pointer, item } of pathItemsOf(raw)) {
    for (const { method, keys, operation } of operationsOf(item)) {
      const key = keys.length > 1 ? keys.at(-1) : undefined;
      yield { path, method, key, pointer: [pointer, ...keys.map(escapePointerPart)].join("/"), operation };
    }
  }
}

/** @returns of webhooks no path */
function* pathItemsOf(raw: RawDocument): Generator<{ path?: string; pointer: string; item: Node }> {
  for (const section of ["paths", "webhooks"]) {
    for (const [name, item] of Object.entries<unknown>(isObject(raw[section]) ? raw[section] : {})) {
      if (!isObject(item) || name.startsWith("x-")) continue;
      const pointer = `#/${section}/${escapePointerPart(name)}`;
      yield { ...(section === "paths" && { path: name }), pointer, item };
    }
  }
}
