import { isObject } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { FuzzResponse } from "../http.ts";
import type { Resource } from "./resources.ts";

/** A value of a path parameter. */
export type Id = string | number;

/** Common names of a property that identifies its object, besides the parameter's own. */
const commonNames = ["id", "_id", "uuid", "key", "slug", "code", "name"];

/** The depth at which a response's objects and lists are looked for, within envelopes such as `data`. */
const maxDepth = 2;

/** The id of what a request created, by the `Location` header or else by the body. */
export function createdId({ path, parameter }: Resource, { headers, body }: FuzzResponse): Id | undefined {
  const { location } = headers;
  return (location === undefined ? undefined : idInLocation(path, location)) ?? idIn(parameter, body);
}

/** The ids in a response's list. */
export function listedIds({ parameter }: Resource, { body }: FuzzResponse): Id[] {
  return (listIn(body) ?? []).flatMap((one) => (isId(one) ? one : (idIn(parameter, one) ?? [])));
}

function idInLocation(path: string, location: string): Id | undefined {
  const pathname = URL.parse(location, "http://localhost")?.pathname ?? "";
  const template = path.split("/").slice(1);
  // The server may be reached below another path than it knows.
  const end = pathname.split("/").slice(1).slice(-template.length);
  const isOfPath = template.every((part, index) => part.startsWith("{") || part === end[index]);
  if (!isOfPath || end.length < template.length) return undefined;
  try {
    return decodeURIComponent(end.at(-1) ?? "") || undefined;
  } catch {
    return undefined;
  }
}

function idIn(parameter: string, value: unknown, depth = 0): Id | undefined {
  if (!isObject(value)) return undefined;
  for (const name of [parameter, ...commonNames]) {
    const found = own(value as Record<string, unknown>, name);
    if (isId(found)) return found;
  }
  if (depth === maxDepth) return undefined;
  for (const inner of Object.values(value)) {
    const found = idIn(parameter, inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listIn(value: unknown, depth = 0): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth === maxDepth) return undefined;
  for (const inner of Object.values(value)) {
    const found = listIn(inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function isId(value: unknown): value is Id {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
