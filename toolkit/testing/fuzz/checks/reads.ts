import { type ApiDocument, isObject, responseFor } from "@counterpart/server/document";
import fc from "fast-check";
import { pageSizeParameter, positionOf } from "../../judge/list/paging.ts";
import type { HttpRequest } from "../../samples/http-request.ts";
import { type Check, operationCheck } from "../check.ts";
import { type CompiledOperation, type Parts, partName, withoutOptional } from "../operation.ts";
import { Violation } from "../report/violation.ts";
import { withHeader } from "../request.ts";

/**
 * A GET with an entity tag answers 304 when repeated with that tag, if the operation documents 304 and a 200
 * with content. A resource that changed in between must have another body and another tag.
 */
export function repeatedReads(compiled: CompiledOperation): Check[] {
  const { method, responses } = compiled.operation;
  const hasContent = Object.keys(responseFor(responses, 200)?.content ?? {}).length > 0;
  if (method !== "get" || responses["304"] === undefined || !hasContent) return [];
  return [
    operationCheck(compiled, "read again", {
      weight: 2,
      arbitrary: compiled.valid,
      async run(parts, session) {
        const first = await session.sendParts(compiled, parts, { change: (request) => withTag(request) });
        const { etag } = first.headers;
        if (first.status !== 200) return;
        if (etag === undefined) throw new Violation("condition", "The response is 200 and has no ETag.");
        const again = await session.sendParts(compiled, parts, {
          change: (request) => withTag(request, etag),
        });
        const hasChanged = again.status === 200 && again.text !== first.text && again.headers.etag !== etag;
        if (again.status !== 304 && !hasChanged) {
          throw new Violation(
            "condition",
            `The first response had the ETag ${etag}, and the same request with If-None-Match: ${etag} was answered ${again.status}.`,
          );
        }
      },
    }),
  ];
}

function withTag(request: HttpRequest, tag?: string): HttpRequest {
  const others = request.headers.filter(
    ([name]) => !["if-none-match", "if-modified-since"].includes(name.toLowerCase()),
  );
  return { ...request, headers: tag === undefined ? others : [...others, ["If-None-Match", tag]] };
}

/** Reads of which the session's judge checks the response: compressed, and with HEAD, which is answered as GET. */
export function readsInOtherForms(compiled: CompiledOperation): Check[] {
  if (compiled.operation.method !== "get") return [];
  const arbitrary = compiled.valid;
  return [
    operationCheck(compiled, "compressed", {
      arbitrary,
      weight: 2,
      async run(parts, session) {
        // Filters may hide everything.
        await session.sendParts(compiled, withoutOptional(compiled, parts), {
          change: (request) => withHeader(request, ["Accept-Encoding", "gzip"]),
        });
      },
    }),
    operationCheck(compiled, "headers alone", {
      arbitrary,
      weight: 1,
      async run(parts, session) {
        const reading = withoutOptional(compiled, parts);
        await session.sendParts(compiled, reading);
        await session.sendParts(compiled, reading, {
          // A framework may not know HEAD.
          isUnusual: true,
          change: (request) => ({ ...request, method: "HEAD" }),
        });
      },
    }),
  ];
}

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
