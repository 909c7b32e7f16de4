import { own } from "@counterpart/server/document/own";
import { isObject } from "@counterpart/server/document/walk";
import type { Rows } from "./rows-of.ts";

const idNames = ["id", "_id", "uuid"];

/** The id of a thing; undefined if it has none. */
export function idOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const id = idNames
    .map((name) => own(value, name))
    .find((one) => typeof one === "string" || typeof one === "number");
  return id === undefined ? undefined : String(id);
}

/** The ids of rows; undefined unless each row has one. */
export function rowIds({ rows }: Rows): string[] | undefined {
  const ids = rows.map(idOf);
  return ids.every((id) => id !== undefined) ? (ids as string[]) : undefined;
}
