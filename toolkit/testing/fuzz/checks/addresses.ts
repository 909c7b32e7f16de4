import { type ApiDocument, methods, parameterNames } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { operationFinder } from "../../judge/document/find-operation.ts";
import { Known } from "../../samples/known.ts";
import { sendablePath } from "../../samples/parameter-text.ts";
import { lazy, satisfying } from "../../samples/values/arbitraries.ts";
import { character } from "../../samples/values/text.ts";
import { type Check, check } from "../check.ts";
import type { CompiledParameter } from "../compiled-parts.ts";
import type { Discovered } from "../discover/discover.ts";
import { isUnusualPath } from "../notes.ts";
import type { CompiledOperation, Parts } from "../operation.ts";
import type { Target } from "../parties.ts";
import { Violation } from "../report/violation.ts";
import type { Session } from "../session.ts";

/** Methods that every client can send and no server answers automatically. */
const swappable = ["get", "put", "post", "patch", "delete"];

/** An unsupported method is answered 405, and `Allow` lists the supported ones (RFC 9110, 15.5.6). */
export function otherMethods(
  compiled: CompiledOperation[],
  document: ApiDocument,
  { isForeign, discovered }: Pick<Target, "isForeign" | "discovered"> = {},
): Check[] {
  const find = operationFinder(document);
  const paths = new Map(compiled.map((one) => [one.operation.path, one]));
  return [...paths].flatMap(([path, one]) => {
    const documented = document.operations.filter((other) => other.path === path).map(({ method }) => method);
    const deletable = isForeign ? deletableParts(one, document, discovered) : one.valid;
    const changeable = parameterNames(path).length === 0 ? one.valid : deletable;
    const partsFor = (method: string) => {
      if (method === "delete") return deletable;
      return method === "put" || method === "patch" ? changeable : one.valid;
    };
    const free = swappable.flatMap((method) => {
      const parts = documented.includes(method) ? undefined : partsFor(method);
      return parts ? { method, parts } : [];
    });
    if (free.length === 0) return [];
    return check({
      name: `${path}: other methods`,
      operations: compiled
        .filter(({ operation }) => operation.path === path)
        .map(({ operation }) => operation.operationId),
      weight: 3,
      arbitrary: fc.tuple(...free.map(({ parts }) => parts)),
      async run(all, session) {
        for (const [index, { parameters }] of all.entries()) {
          await send(free[index]?.method ?? "get", { parameters }, session);
        }
      },
    });

    async function send(method: string, parts: Parts, session: Session): Promise<void> {
      const { status, headers } = await session.sendParts(one, parts, {
        presented: session.presented(whereNothingIs(document, one), "owner"),
        change: ({ body: _, ...request }) => ({ ...request, method: method.toUpperCase() }),
        isUnusual: true,
      });
      const request = session.exchanges.at(-1)?.request;
      // Path values may produce another path, which supports the method.
      if (!request || find(method, request.path)) return;
      if (status !== 405) {
        // The judge has already refused a response with 2xx.
        if (session.isForeign) {
          if (isUnusualPath(request.path)) return;
          return session.onNote(`${status} instead of 405 for a method that the path doesn't have`, request);
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
    }
  });
}

/** Requests whose undocumented DELETE can only remove what the run created, or nothing. */
function deletableParts(
  { operation, valid, parameters }: CompiledOperation,
  document: ApiDocument,
  discovered: Discovered | undefined,
): Arbitrary<Parts> | undefined {
  const { path } = operation;
  const names = parameterNames(path);
  // Deleting a collection would delete what others put into it.
  if (names.length === 0) {
    const isCollection = document.operations.some((one) => one.path.startsWith(`${path}/{`));
    return isCollection ? undefined : valid;
  }
  const known = discovered?.knownFor({ method: "delete", path }) ?? {};
  const last = names.at(-1) ?? "";
  const created = own(known, last);
  const values = created?.map(({ label }) => new Known(last, label)) ?? inventedNames(parameters, last);
  if (values.length === 0) return undefined;
  return fc
    .tuple(valid, fc.constantFrom(...values))
    .map(([parts, value]) => ({ parameters: { ...parts.parameters, [`path ${last}`]: value } }));
}

/** Values that hardly any server has as ids. */
const inventedIds = ["nothing-has-this-name-4f1c", 2_000_000_011];

function inventedNames(parameters: CompiledParameter[], name: string): (string | number)[] {
  const parameter = parameters.find((one) => one.parameter.in === "path" && one.parameter.name === name);
  return inventedIds.filter((id) => parameter?.isValid(id)).slice(0, 1);
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
        fc.constantFrom("owner" as const, "anonymous" as const),
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
        throw new Violation("unknown path", `${path} should be answered 404, but was answered ${status}.`);
      },
    }),
  ];
}
