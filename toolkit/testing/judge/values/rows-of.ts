import { type ApiDocument, isObject, type Schema, summarizeSchema } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Described } from "./kept-value.ts";

/** The rows of a list, and what the document says about one. */
export interface Rows {
  rows: unknown[];
  schema: Schema;
}

/** Usual names of the member that holds the rows. */
const usualNames = new Set(["content", "data", "entries", "items", "records", "results", "rows", "values"]);

/** The rows of a response: the body itself, or the list in its envelope. Undefined if there may be several lists. */
export function rowsOf(document: ApiDocument, { schema, value }: Described): Rows | undefined {
  if (Array.isArray(value)) return { rows: value, schema: summarizeSchema(document, schema).items ?? {} };
  if (!isObject(value)) return undefined;
  const lists = Object.entries(value).filter(([, one]) => Array.isArray(one));
  const [chosen] = lists.length === 1 ? lists : lists.filter(([name]) => usualNames.has(name));
  if (!chosen) return undefined;
  const [name, rows] = chosen;
  const described = own(summarizeSchema(document, schema).properties, name);
  // A list among other values may be a part of one thing, such as the lines of an order.
  const isList = usualNames.has(name) || Object.keys(value).length <= 4;
  if (!described || !isList) return undefined;
  return { rows: rows as unknown[], schema: summarizeSchema(document, described).items ?? {} };
}

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
