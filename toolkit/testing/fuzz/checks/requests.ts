import { type ApiDocument, isJson, responseFor } from "@counterpart/server/document";
import { bodyLimits } from "@counterpart/server/http";
import { parsedJson } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { operationFinder } from "../../judge/document/find-operation.ts";
import type { HttpRequest } from "../../samples/http-request.ts";
import { Known } from "../../samples/known.ts";
import { choice, lazy, satisfying } from "../../samples/values/arbitraries.ts";
import { character } from "../../samples/values/text.ts";
import { type Check, operationCheck } from "../check.ts";
import { hasFieldInBrackets, isFrameworks, isUnusualPath } from "../notes.ts";
import { type CompiledOperation, type Parts, partName } from "../operation.ts";
import { Violation } from "../report/violation.ts";
import { restOf, withHeader } from "../request.ts";
import type { SendOptions, Session } from "../session.ts";

/** Statuses that mean an invalid request, as opposed to a conflict with the server's state. */
const refusals = [400, 401, 405, 406, 411, 413, 414, 415, 422, 431];

/** A valid request isn't refused as invalid, unless the document has no other response. */
export function validRequests(compiled: CompiledOperation): Check {
  const { responses } = compiled.operation;
  const hasSuccess = Object.keys(responses).some((status) => !/^[145]/.test(status));
  return operationCheck(compiled, "valid", {
    weight: 8,
    isRequired: true,
    arbitrary: compiled.valid,
    async run(parts, session) {
      const { status, text } = await session.sendParts(compiled, parts);
      if (status === 413 && hasLongBody(session)) return;
      if (mayBeFrameworks(session)) return;
      if (refusals.includes(status) && (hasSuccess || !responseFor(responses, status))) {
        throw new Violation(
          "valid request refused",
          `The request is valid, but the response was ${status}: ${text}`,
        );
      }
    },
  });
}

/** A request that violates one keyword is refused. */
export function invalidRequests(compiled: CompiledOperation): Check[] {
  return compiled.negatives.map(({ name, keyword, parameter, arbitrary }) =>
    operationCheck(compiled, name, {
      weight: 2,
      arbitrary,
      async run(parts, session) {
        const isPathBroken = parameter?.in === "path";
        const { status } = await session.sendParts(compiled, parts, { isUnusual: isPathBroken });
        if (mayBeFrameworks(session)) return;
        const request = session.exchanges.at(-1)?.request;
        if (session.isForeign && status < 300 && keyword === "type" && request && hasFieldInBrackets(request))
          return session.onNote(
            "a form's field in brackets, such as caption[value], that is ignored",
            request,
          );
        const fitting = [400, 422, ...(keyword.startsWith("max") ? [413, 414, 431] : [])];
        if (name === "body required") fitting.push(411, 415);
        if (hasLongBody(session)) fitting.push(413);
        // If a path value may not exist, 404 can take precedence.
        if (isPathBroken || !isAddressKnown(compiled, parts)) fitting.push(404);
        if (!fitting.includes(status)) {
          throw new Violation(
            "invalid request accepted",
            `The request violates ${name}: it should be refused with ${fitting.join(" or ")}, but was answered ${status}.`,
          );
        }
      },
    }),
  );
}

/** Whether a foreign server's framework may have refused the last request before the application read it. */
function mayBeFrameworks({ exchanges, isForeign }: Session): boolean {
  const { isUnusual, answer } = exchanges.at(-1) ?? {};
  return isForeign && isUnusual === true && answer !== undefined && isFrameworks(answer);
}

/** Whether the last request's body exceeds the server's default limit. */
function hasLongBody({ exchanges }: Session): boolean {
  return (exchanges.at(-1)?.request.body?.length ?? 0) > bodyLimits({}).maxBodyBytes;
}

function isAddressKnown({ parameters }: CompiledOperation, parts: Parts): boolean {
  return parameters.every(
    ({ parameter }) => parameter.in !== "path" || parts.parameters[partName(parameter)] instanceof Known,
  );
}

/** Whether a foreign server may have refused the address before it read the body. */
function isAddressRefused(session: Session, isKnown: boolean): boolean {
  if (!session.isForeign) return false;
  const { request, answer } = session.exchanges.at(-1) ?? {};
  if (!request || !answer) return false;
  return (answer.status === 404 && !isKnown) || (isUnusualPath(request.path) && isFrameworks(answer));
}

/** A body that can't be parsed, or whose Content-Type isn't documented, is refused. */
export function unreadableBodies(compiled: CompiledOperation, isForeign = false): Check[] {
  const { requestBody } = compiled.operation;
  if (!requestBody) return [];
  const mediaTypes = Object.keys(requestBody.content);
  const mustRefuse = async (
    what: string,
    session: Session,
    parts: Parts,
    change: NonNullable<SendOptions["change"]>,
  ) => {
    const { status } = await session.sendParts(compiled, parts, { isUnusual: true, change });
    if ([400, 415, 422].includes(status) || isAddressRefused(session, isAddressKnown(compiled, parts)))
      return;
    throw new Violation("invalid request accepted", `${what}, but it was answered ${status}.`);
  };
  const out: Check[] = [];
  const strange = ["application/x-unheard-of", "text/plain", "application/xml", "multipart/mixed"].filter(
    (one) => !mediaTypes.some((known) => known.includes("*") || known.startsWith(one)),
  );
  if (strange.length > 0) {
    out.push(
      operationCheck(compiled, "body of another media type", {
        weight: 2,
        arbitrary: fc.tuple(
          lazy(() => satisfying(compiled.valid, ({ body }) => body !== undefined, "a request with a body")),
          fc.constantFrom(...strange),
        ),
        run: ([parts, contentType], session) =>
          mustRefuse(`${contentType} isn't documented`, session, parts, (request) =>
            withHeader(request, ["Content-Type", contentType]),
          ),
      }),
    );
  }
  const json = mediaTypes.find((one) => isJson(one));
  if (json === undefined) return out;
  const unparsable = unparsableTexts(isForeign ? 500 : 20_000);
  const texts = {
    "body isn't JSON": unparsable,
    "body is only a byte-order mark": fc.constant("\ufeff"),
    ...(requestBody.required && { "body is empty": fc.constant("") }),
  };
  for (const [name, text] of Object.entries(texts)) {
    out.push(
      operationCheck(compiled, name, {
        weight: text === unparsable ? 2 : 1,
        arbitrary: fc.tuple(compiled.valid, text),
        run: ([{ parameters }, text], session) =>
          mustRefuse("The body isn't JSON", session, { parameters }, (request) => ({
            ...withHeader(request, ["Content-Type", json]),
            body: Buffer.from(text),
          })),
      }),
    );
  }
  return out;
}

/** @param depth how deep a text nests lists; Python's parser fails beyond 1000, in correct servers too */
function unparsableTexts(depth: number): Arbitrary<string> {
  return choice(
    fc.constantFrom("{", '{"a":1,}', "{'a':1}", "undefined", "\u0000", '{"a":1}}', "NaN", "[".repeat(depth)),
    fc.string({ unit: character("any"), minLength: 1, maxLength: 12 }),
  ).filter((text) => parsedJson(text) === undefined);
}

/** Unknown headers and parameters don't lead to undocumented answers. */
export function noisyRequests(
  compiled: CompiledOperation,
  document: ApiDocument,
  isForeign = false,
): Check[] {
  const { operation, parameters } = compiled;
  const find = operationFinder(document);
  // A foreign server might delete what a strange segment addresses by mistake.
  const isSpared = isForeign && operation.method === "delete";
  const segments = isSpared ? [] : parameters.filter(({ parameter }) => parameter.in === "path");
  const leadsThere = (request: HttpRequest) =>
    find(operation.method, request.path, () => restOf(request)) === operation;
  const noise = fc.record({
    parts: compiled.valid,
    query: fc.array(fc.constantFrom(...strangeQuery), { maxLength: 3 }),
    headers: fc.uniqueArray(fc.constantFrom(...strangeHeaders), { maxLength: 2, selector: ([name]) => name }),
    segment:
      segments.length > 0
        ? fc.option(fc.constantFrom(...strangeSegments), { nil: undefined })
        : fc.constant(undefined),
    at: fc.nat(),
  });
  return [
    operationCheck(compiled, "noise", {
      weight: 3,
      arbitrary: noise,
      async run({ parts, query, headers, segment, at }, session) {
        await session.sendParts(compiled, parts, {
          isUnusual: true,
          change(request) {
            const path =
              segment === undefined ? request.path : withSegment(operation.path, request.path, segment, at);
            return {
              ...request,
              path: leadsThere({ ...request, path }) ? path : request.path,
              query: [...request.query, ...query],
              headers: [...request.headers, ...headers],
            };
          },
        });
      },
    }),
  ];
}

/** Replaces one of the path's parameters. */
function withSegment(template: string, path: string, segment: string, at: number): string {
  const places = template.split("/").flatMap((part, index) => (/^\{[^}]+\}$/.test(part) ? [index] : []));
  const place = places[at % places.length];
  return place === undefined ? path : path.split("/").with(place, segment).join("/");
}

const strangeQuery = [
  "x=1",
  "x",
  "=",
  "x[]=1&x[]=2",
  "x%5B__proto__%5D=1",
  "__proto__[polluted]=1",
  "constructor=1",
  "x=%zz",
  "x=%00",
  "x=%ff",
  "&&",
  `x=${"a".repeat(2000)}`,
  `${Array.from({ length: 60 }, (_, n) => `x${n}=${n}`).join("&")}`,
  `x${"[a]".repeat(40)}=1`,
];

const strangeHeaders: [string, string][] = [
  ["X-Stranger", "1"],
  ["X-Request-Id", "a\tb"],
  ["X-Forwarded-For", "::1, unknown"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Accept-Encoding", "br;q=1.0, *;q=0"],
  ["Accept-Language", "zz"],
  ["If-None-Match", "*"],
  ["Range", "bytes=0-0"],
  ["Cookie", "a; =; __proto__=1; b=%zz"],
  ["Origin", "null"],
];

const strangeSegments = [
  "%zz",
  "%00",
  "%ff",
  "%2e%2e",
  "..%2f..%2fetc",
  "%2f",
  "a;b=c",
  "'%20OR%201=1--",
  "$ne",
  "__proto__",
  "undefined",
  "null",
  "-1",
  "1e999",
  "a".repeat(4000),
  "%F0%9F%9B%92".repeat(300),
];
