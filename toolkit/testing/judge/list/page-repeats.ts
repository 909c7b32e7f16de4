import { decoded, queryPairs } from "@counterpart/server/request";
import type { Memory } from "../history/memory.ts";
import type { Fault, Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { rowIds, rowsOf } from "../values/rows-of.ts";
import { shownValue } from "../values/shown-value.ts";
import { type Position, positionOf } from "./paging.ts";
import { queryValues } from "./query-values.ts";

interface Page {
  /** The parameter that was sent to choose the page, if any, and its value. */
  name: string | undefined;
  position: Position | undefined;
  at: unknown;
  ids: string[];
  /** The values that the response has beside the rows, one of which may be the cursor of the next page. */
  beside: string[];
}

/** Larger pages aren't remembered. */
const maxRows = 500;

/** In characters. Of more values, the first are remembered. */
const maxBeside = 4096;

/** Two pages of a list have different rows while nothing changes the list. */
export function pageRepeats(observed: Observed, memory: Memory): Fault[] {
  const { operation, status, method, document, caller, pathname, search, span } = observed;
  if (!operation || method !== "GET" || status !== 200) return [];
  const paging = operation.parameters.filter((one) => positionOf(document, one));
  const answered = paging.length === 0 ? undefined : answeredJson(observed);
  const list = answered && rowsOf(document, answered);
  const ids = list && rowIds(list);
  if (!ids || ids.length === 0 || ids.length > maxRows) return [];
  const values = queryValues(observed);
  const [parameter, ...others] = paging.filter(({ name }) => values[name] !== undefined);
  if (others.length > 0) return [];
  const page: Page = {
    name: parameter?.name,
    position: parameter && positionOf(document, parameter),
    at: parameter && values[parameter.name],
    ids,
    beside: valuesOutsideRows(observed, answered.value),
  };
  const rest = queryPairs(pathname + search).filter(([name]) => name !== parameter?.name);
  const key = `pages ${caller} ${pathname} ${JSON.stringify(rest.sort())}`;
  const before = memory.recall<Page>(key);
  memory.remember(key, { span, value: page });
  if (!before || !isOtherPage(before.value, page)) return [];
  if (!memory.isUndisturbed(before.span, span, { pathname, operation })) return [];
  const repeated = ids.find((id) => before.value.ids.includes(id));
  if (repeated === undefined) return [];
  return [
    {
      place: `query ${page.name ?? before.value.name}`,
      message: `Two pages of the list have the row with the id ${shownValue(repeated)}.`,
    },
  ];
}

/** Whether the two pages can't have a row in common. Pages by offset may overlap. */
function isOtherPage(before: Page, page: Page): boolean {
  if (before.name !== undefined && page.name !== undefined && before.name !== page.name) return false;
  switch (page.position ?? before.position) {
    case "cursor":
      return typeof page.at === "string" && page.at !== before.at && isNext(before, page.at);
    case "offset": {
      const [one, other] = [Number(before.at ?? 0), Number(page.at ?? 0)];
      return one + before.ids.length <= other || other + page.ids.length <= one;
    }
    case "page":
      // The first page, which is the one without a number, may be 0 or 1.
      if (before.at === undefined || page.at === undefined) return Number(before.at ?? page.at) > 1;
      return before.at !== page.at;
    default:
      return false;
  }
}

/** Whether a cursor leads from a page to the next one. */
function isNext({ beside, ids }: Page, cursor: string): boolean {
  return beside.includes(cursor) || ids.at(-1) === cursor;
}

/**
 * The values beside the rows, and the values in the query of those that are URLs. Lists are left out; the `Link` header
 * may have the next page's URL (RFC 8288).
 */
function valuesOutsideRows({ responseHeaders }: Observed, value: unknown): string[] {
  const found: string[] = [];
  let length = 0;
  for (const one of valuesBeside(responseHeaders.get("link") ?? "", value)) {
    length += one.length + 1;
    if (length > maxBeside) break;
    found.push(one, ...(one.includes("?") ? queryPairs(one).map(([, raw]) => decoded(raw)) : []));
  }
  return found;
}

function* valuesBeside(link: string, value: unknown): Generator<string> {
  for (const [, url = ""] of link.matchAll(/<([^>]*)>/g)) yield url;
  yield* valuesIn(value);
}

function* valuesIn(value: unknown): Generator<string> {
  if (value === null || Array.isArray(value)) return;
  if (typeof value !== "object") yield String(value);
  else for (const one of Object.values(value)) yield* valuesIn(one);
}
