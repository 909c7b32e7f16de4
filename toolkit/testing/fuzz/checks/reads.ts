import { responseFor } from "@counterpart/server/document";
import type { HttpRequest } from "../../samples/http-request.ts";
import { type Check, operationCheck } from "../check.ts";
import { type CompiledOperation, withoutOptional } from "../operation.ts";
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
