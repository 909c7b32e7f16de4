import {
  type ApiDocument,
  isObject,
  type Parameter,
  type Schema,
  summarizeSchema,
} from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Fault, Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { keywordOf } from "../values/keyword-of.ts";
import { rowsOf } from "../values/rows-of.ts";
import { isSameValue } from "../values/same-value.ts";
import { shownValue } from "../values/shown-value.ts";
import { queryValues } from "./query-values.ts";

/** A filter is a query parameter with the name of a property of the rows, and a value that can only mean equality. */
export function filterIgnored(observed: Observed): Fault[] {
  const { operation, status, method, document, search } = observed;
  if (!operation || method !== "GET" || status !== 200 || search === "") return [];
  const sent = queryValues(observed);
  const named = operation.parameters.filter(
    ({ in: place, name }) => place === "query" && own(sent, name) !== undefined,
  );
  const answered = named.length === 0 ? undefined : answeredJson(observed);
  const list = answered && rowsOf(document, answered);
  if (!list) return [];
  const { properties } = summarizeSchema(document, list.schema);
  return named.flatMap((parameter): Fault[] => {
    const { name } = parameter;
    const property = own(properties, name);
    const wanted = [own(sent, name)].flat();
    if (!property || !wanted.every((value) => meansEquality(document, parameter, property, value))) return [];
    const other = list.rows.find(
      (row) => isObject(row) && !isWanted(own(row as Record<string, unknown>, name), wanted),
    );
    if (other === undefined) return [];
    const value = shownValue(own(other as Record<string, unknown>, name));
    const message = `The list has a row whose ${name} is ${value}, though ${name} is ${wanted.map(shownValue).join(" or ")} in the query.`;
    return [{ place: `query ${name}`, message }];
  });
}

/** A row without the property isn't evidence. */
function isWanted(value: unknown, wanted: unknown[]): boolean {
  if (value === undefined || value === null) return true;
  return [value].flat().some((one) => wanted.some((each) => isSameValue(one, each)));
}

/** Text may be searched for, and a number may be a bound: only enumerated values, booleans and ids are compared. */
function meansEquality(
  document: ApiDocument,
  { name, schema }: Parameter,
  property: Schema,
  value: unknown,
): boolean {
  const read = (keyword: string) => keywordOf(document, property, keyword);
  const values: unknown[] = [read("enum") ?? read("const") ?? []].flat();
  // `all` isn't a value of the property.
  if (values.length > 0) return typeof value === "string" && values.includes(value);
  const types = [read("type")].flat();
  if (typeof value === "boolean") return types.includes("boolean");
  if (typeof value !== "string" && !Number.isInteger(value)) return false;
  const isId = /([a-z]I[Dd]|_id|^id)$/.test(name) || keywordOf(document, schema, "format") === "uuid";
  return isId && types.includes(typeof value === "string" ? "string" : "integer");
}
