import type { Fault, Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { keywordOf } from "../values/keyword-of.ts";
import { rowsOf } from "../values/rows-of.ts";
import { pageSizeParameter } from "./paging.ts";
import { queryValues } from "./query-values.ts";

export function limitExceeded(observed: Observed): Fault[] {
  const { operation, status, method, document } = observed;
  if (!operation || method !== "GET" || status !== 200) return [];
  const parameter = pageSizeParameter(document, operation);
  const answered = parameter && answeredJson(observed);
  const list = answered && rowsOf(document, answered);
  if (!list) return [];
  const { name, schema } = parameter;
  const sent = queryValues(observed)[name];
  const limit = sent ?? keywordOf(document, schema, "default");
  const { length } = list.rows;
  const place = `query ${name}`;
  // Some servers read 0 as no limit.
  if (typeof limit === "number" && limit > 0 && length > limit) {
    const from = sent === undefined ? "is by default" : "is";
    return [{ place, message: `The list has ${length} rows, though ${name} ${from} ${limit}.` }];
  }
  const maximum = keywordOf(document, schema, "maximum");
  if (typeof maximum !== "number" || length <= maximum) return [];
  return [{ place, message: `The list has ${length} rows, though the maximum of ${name} is ${maximum}.` }];
}
