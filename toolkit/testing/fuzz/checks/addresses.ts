import { type ApiDocument, methods } from "@counterpart/server/document/document";
import fc from "fast-check";
import { operationFinder } from "../../checks/answer-faults.ts";
import { sendablePath } from "../../samples/parameter-text.ts";
import { lazy } from "../../samples/values/lazy.ts";
import { satisfying } from "../../samples/values/satisfying.ts";
import { character } from "../../samples/values/text.ts";
import { type Check, check } from "../check.ts";
import { isUnusualPath } from "../notes.ts";
import type { CompiledOperation } from "../operation.ts";
import { Violation } from "../report/violation.ts";

/** Methods that every client can send and no server answers automatically. */
const swappable = ["get", "put", "post", "patch", "delete"];

/** An unsupported method is answered 405, and `Allow` lists the supported ones (RFC 9110, 15.5.6). */
export function otherMethods(compiled: CompiledOperation[], document: ApiDocument): Check[] {
  const find = operationFinder(document);
  const paths = new Map(compiled.map((one) => [one.operation.path, one]));
  return [...paths].flatMap(([path, one]) => {
    const documented = document.operations.filter((other) => other.path === path).map(({ method }) => method);
    const free = swappable.filter((method) => !documented.includes(method));
    if (free.length === 0) return [];
    return check({
      name: `${path}: other methods`,
      operations: compiled
        .filter(({ operation }) => operation.path === path)
        .map(({ operation }) => operation.operationId),
      weight: 3,
      arbitrary: fc.tuple(
        one.valid.map(({ parameters }) => ({ parameters })),
        fc.constantFrom(...free),
      ),
      async run([parts, method], session) {
        const { status, headers } = await session.sendParts(one, parts, {
          presented: session.presented(whereNothingIs(document, one), "owner"),
          change: ({ body: _, ...request }) => ({ ...request, method: method.toUpperCase() }),
          isUnusual: true,
        });
        const request = session.exchanges.at(-1)?.request;
        // Path values may produce another path, which supports the method.
        if (!request || find(method, request.path)) return;
        if (session.isForeign && status < 300) {
          throw new Violation(
            "method",
            `The path has no ${method.toUpperCase()}, but it was answered ${status}.`,
          );
        }
        if (status !== 405) {
          if (session.isForeign) {
            if (isUnusualPath(request.path)) return;
            return session.onNote(
              `${status} instead of 405 for a method that the path doesn't have`,
              request,
            );
          }
          throw new Violation(
            "method",
            `The path has no ${method.toUpperCase()}: expected 405, not ${status}.`,
          );
        }
        const allow = (headers.allow ?? "").split(",").map((name) => name.trim().toLowerCase());
        const missing = documented.filter((name) => !allow.includes(name));
        if (missing.length > 0 || allow.includes(method)) {
          if (session.isForeign) return session.onNote("405 with an incomplete Allow", request);
          throw new Violation(
            "method",
            `Allow says "${headers.allow ?? ""}", but the path has ${documented.join(", ").toUpperCase()}.`,
          );
        }
      },
    });
  });
}

function methodsOf({ operations }: ApiDocument): string[] {
  return [...new Set([...methods, ...operations.map(({ method }) => method)])];
}

/** Requests without an operation have the document's own security requirements. */
function whereNothingIs(
  { security }: ApiDocument,
  { operation }: CompiledOperation,
): { security: Record<string, string[]>[] } {
  return { security: security ?? operation.security };
}

/** An unknown path is answered 404. */
export function unknownPaths(compiled: CompiledOperation[], document: ApiDocument): Check[] {
  const [one] = compiled;
  if (!one) return [];
  const find = operationFinder(document);
  const isUnknown = (path: string) => methodsOf(document).every((method) => !find(method, path));
  const beginnings = [...new Set(document.operations.map(({ path }) => path.split("/").slice(1)))];
  const addresses = fc
    .tuple(
      fc.constantFrom(...beginnings),
      fc.nat(20),
      fc.string({ unit: character("token"), minLength: 4, maxLength: 12 }),
    )
    .map(([parts, length, end]) => {
      const kept = parts
        .slice(0, Math.max(1, length))
        .map((part) => (part.includes("{") ? "x" : sendablePath(part)));
      return `/${[...kept, `z${end}`].join("/")}`;
    });
  return [
    check({
      name: "unknown paths",
      operations: [],
      weight: 6,
      arbitrary: fc.tuple(
        lazy(() => satisfying(addresses, isUnknown, "an address that isn't documented")),
        fc.constantFrom(...swappable),
        fc.constantFrom("owner" as const, "nobody" as const),
      ),
      async run([path, method, as], session) {
        const request = {
          method: method.toUpperCase(),
          path,
          query: [],
          headers: [],
          cookies: [],
          presented: session.presented(whereNothingIs(document, one), as),
        };
        const { status } = await session.send(request, as, { isUnusual: true });
        if (status === 404) return;
        if (session.isForeign && status >= 300)
          return session.onNote(`${status} instead of 404 for an unknown path`, request);
        throw new Violation("unknown path", `404 is due at ${path}, not ${status}.`);
      },
    }),
  ];
}
