import type { Note } from "../note.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { isObject, memberOf, type Node } from "../walk.ts";
import { type BrokenReference, brokenOwners, stopsAnything } from "./broken-references.ts";
import { isSecurity } from "./repair-operation.ts";

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
  const earlier = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  for (const { path, pointer, method, operation } of operationsOf(raw)) {
    const note = (severity: Note["severity"], message: string) =>
      leftOut.push({ pointer, note: { severity, pointer, message } });
    const fault = owners.get(pointer) ?? owners.get(pointer.slice(0, pointer.lastIndexOf("/")));
    if (fault)
      note(
        "error",
        `This operation can't be served. ${fault.fault} It is referred to from ${fault.pointer}.`,
      );
    else if (path !== undefined) {
      const key = `${method} ${path.replaceAll(/\{[^}]+\}/g, "{}")}`;
      const first = earlier.get(key);
      const unroutable = pathFault(path);
      const security = operation.security ?? raw.security ?? [];
      if (unroutable !== undefined) note("error", `This operation can't be served. ${unroutable}`);
      else if (!isSecurity(security)) {
        note(
          "error",
          "This operation can't be served, since its `security` isn't a list of objects: nobody could tell who may call it.",
        );
      } else if (first !== undefined) {
        note(
          "warning",
          `Requests to this path are answered by ${first}, which differs from it only in its parameters' names. This operation is left out; make one of the two.`,
        );
      } else earlier.set(key, `${method.toUpperCase()} ${path}`);
    }
  }
  const unusable = [...owners.keys()].filter((owner) => owner.startsWith("#/components/"));
  const stopping = broken.filter((reference) => stopsAnything(raw, reference)).map(({ pointer }) => pointer);
  return { leftOut, unusable, stopping };
}

interface FoundOperation {
  /** Undefined for a webhook. */
  path: string | undefined;
  method: string;
  pointer: string;
  operation: Node;
}

function* operationsOf(raw: RawDocument): Generator<FoundOperation> {
  for (const section of ["paths", "webhooks"]) {
    for (const [name, item] of Object.entries<unknown>(isObject(raw[section]) ? raw[section] : {})) {
      if (!isObject(item) || name.startsWith("x-")) continue;
      for (const [method, operation] of Object.entries(item)) {
        if (memberOf("pathItem", method) !== "operation" || !isObject(operation)) continue;
        const pointer = `#/${section}/${escapePointerPart(name)}/${method}`;
        yield { path: section === "paths" ? name : undefined, method, pointer, operation };
      }
    }
  }
}

function pathFault(path: string): string | undefined {
  if (!path.startsWith("/")) return `The path ${path} must begin with a slash.`;
  const [mark] = /[?#]/.exec(path) ?? [];
  if (mark === undefined) return undefined;
  return `No path of a request contains a ${mark}. Write what follows it as parameters.`;
}

/** The document without the operations that aren't served, and without components that nobody can use any more. */
export function withoutLeftOut(raw: RawDocument, leftOut: LeftOut[], unusable: string[]): RawDocument {
  if (leftOut.length + unusable.length === 0) return raw;
  const removed = new Set([...leftOut.map(({ pointer }) => pointer), ...unusable]);
  const rest = { ...raw };
  for (const section of ["paths", "webhooks", "components"]) {
    if (!isObject(raw[section])) continue;
    const groups = Object.entries<unknown>(raw[section]).flatMap(([name, group]) => {
      if (!isObject(group)) return [[name, group] as const];
      const pointer = `#/${section}/${escapePointerPart(name)}`;
      const kept = Object.entries(group).filter(
        ([key]) => !removed.has(`${pointer}/${escapePointerPart(key)}`),
      );
      const isUsed =
        section === "components" || kept.some(([key]) => memberOf("pathItem", key) === "operation");
      return isUsed || kept.length === Object.keys(group).length
        ? [[name, Object.fromEntries(kept)] as const]
        : [];
    });
    rest[section] = Object.fromEntries(groups);
  }
  return rest;
}
