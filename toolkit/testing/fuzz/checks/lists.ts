import { type ApiDocument, isObject } from "@counterpart/server/document";
import fc from "fast-check";
import { pageSizeParameter, positionOf } from "../../judge/list/paging.ts";
import { type Check, operationCheck } from "../check.ts";
import { type CompiledOperation, type Parts, partName } from "../operation.ts";

/** How many pages are read. */
const maxPages = 4;

/** Reads lists with each filter alone, and page by page. The session's judge compares the rows. */
export function readLists(compiled: CompiledOperation, document: ApiDocument): Check[] {
  const { operation, parameters, valid } = compiled;
  const { method } = operation;
  const queries = parameters.filter(({ parameter }) => parameter.in === "query");
  const size = pageSizeParameter(document, operation);
  const position = queries.find(({ parameter }) => positionOf(document, parameter) !== undefined);
  if (method !== "get" || queries.length === 0) return [];
  const needed = parameters
    .filter(({ parameter }) => parameter.required)
    .map(({ parameter }) => partName(parameter));
  return [
    operationCheck(compiled, "filters and pages", {
      weight: 4,
      arbitrary: fc.tuple(valid, fc.constantFrom(...queries), fc.integer({ min: 1, max: 3 })),
      async run([parts, one, length], session) {
        const name = partName(one.parameter);
        const only = (more: Record<string, unknown>): Parts => ({
          parameters: { ...pick(parts.parameters, needed), ...more },
        });
        await session.sendParts(compiled, only(pick(parts.parameters, [name])));
        if (!size || !position) return;
        const pageSize = { [partName(size)]: length };
        let { body } = await session.sendParts(compiled, only(pageSize));
        let at = positionOf(document, position.parameter) === "page" ? 1 : 0;
        for (let page = 1; page < maxPages; page++) {
          at += positionOf(document, position.parameter) === "page" ? 1 : length;
          const next = positionOf(document, position.parameter) === "cursor" ? nextCursor(body) : at;
          if (next === undefined || !position.isValid(next)) return;
          ({ body } = await session.sendParts(
            compiled,
            only({ ...pageSize, [partName(position.parameter)]: next }),
          ));
        }
      },
    }),
  ];
}

function pick(values: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** The cursor in a page, such as `nextCursor` or `paging.after`. */
function nextCursor(body: unknown, depth = 0): unknown {
  if (!isObject(body) || depth > 2) return undefined;
  const entries = Object.entries(body);
  const [, found] = entries.find(([name, value]) => /next|cursor|after/i.test(name) && isText(value)) ?? [];
  return (
    found ?? entries.map(([, value]) => nextCursor(value, depth + 1)).find((value) => value !== undefined)
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}
