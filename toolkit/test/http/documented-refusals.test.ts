import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { type RenderError, renderPlain } from "../../server/http/errors/render-error.ts";
import { memoryIdempotencyStore } from "../../server/idempotency/memory-idempotency-store.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

interface Documented {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object; example?: unknown }>;
}

const refusal = (schema: object, headers: Record<string, object> = {}, more: object = {}) => ({
  description: "Refused.",
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, schema]) => [name, { required: true, schema }]),
  ),
  content: { "application/problem+json": { schema, ...more } },
});
const closed = (properties: object) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const reason = closed({ reason: { type: "string", maxLength: 20 } });
const errors = closed({
  errors: {
    type: "array",
    minItems: 1,
    items: closed({ msg: { type: "string" }, at: { type: "integer", minimum: 3 } }),
  },
});
const listed = closed({ kind: { enum: ["full", "closed"] }, since: { type: "string", format: "date-time" } });
// No plan can be made for this one; the example is a valid body.
const patterned = closed({ id: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" } });

const boat = { type: "object", required: ["length"], properties: { length: { type: "integer" } } };
const body = { requestBody: { required: true, content: { "application/json": { schema: boat } } } };
const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
const done = { "204": { description: "Done." } };
const seconds = { type: "integer", minimum: 1 };

/** Each operation documents other statuses, headers and bodies than the server would choose. */
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Harbour", version: "1" },
  "x-unmatched": {
    "404": refusal(listed, { "X-Kind": { enum: ["missing"] } }),
    "405": refusal(reason, { "Content-Language": { type: "string", minLength: 2, maxLength: 2 } }),
  },
  "x-rate-limits": { global: { limit: 10, windowSeconds: 60 }, none: { limit: 1, windowSeconds: 60 } },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/secret": {
      get: {
        operationId: "readSecret",
        security: [{ token: [] }],
        responses: { ...done, "403": refusal(reason, { "X-Trace": { type: "string", format: "uuid" } }) },
      },
    },
    "/paid": {
      get: {
        operationId: "readPaid",
        security: [{ token: [] }],
        responses: { ...done, "401": refusal(listed, { "WWW-Authenticate": { type: "string" } }) },
      },
    },
    "/busy": {
      get: {
        operationId: "readBusy",
        "x-rate-limit-scope": "none",
        responses: { ...done, "503": refusal(errors, { "Retry-After": { ...seconds, minimum: 30 } }) },
      },
    },
    "/boats": {
      post: { operationId: "addBoat", ...body, responses: { ...done, "422": refusal(errors) } },
      put: {
        operationId: "setBoats",
        ...body,
        responses: {
          ...done,
          "400": refusal(reason, { "X-Codes": { type: "array", minItems: 2, items: { type: "integer" } } }),
        },
      },
      patch: { operationId: "changeBoats", ...body, responses: { ...done, "4XX": refusal(listed) } },
      delete: {
        operationId: "sinkBoats",
        ...body,
        responses: { ...done, default: refusal(patterned, {}, { example: { id: "ABC-1234" } }) },
      },
    },
    "/ropes": {
      post: {
        operationId: "addRope",
        ...body,
        responses: {
          ...done,
          "406": refusal(listed, { "X-Kind": { enum: ["missing"] } }),
          "412": refusal(reason, { "X-Trace": { type: "string", format: "uuid" } }),
          "413": refusal(errors, { "Retry-After": { ...seconds, minimum: 30 } }),
          "415": refusal(listed, { Accept: { type: "string", minLength: 3 } }),
          "500": refusal(patterned, {}, { example: { id: "ABC-1234" } }),
        },
      },
      get: {
        operationId: "readRopes",
        "x-rate-limit-scope": "none",
        responses: { ...done, "429": refusal(listed, { "Retry-After": { ...seconds, minimum: 30 } }) },
      },
    },
    "/broken": {
      get: {
        operationId: "readBroken",
        responses: {
          ...done,
          "503": refusal(patterned, { "Retry-After": seconds }, { example: { id: "ABC-1234" } }),
        },
      },
    },
    "/tickets": {
      post: {
        operationId: "addTicket",
        parameters: [key],
        ...body,
        responses: {
          ...done,
          "422": refusal(reason, { "X-Attempt": seconds }),
          "409": refusal(listed, { "Retry-After": seconds }),
        },
      },
      put: {
        operationId: "setTicket",
        parameters: [key],
        ...body,
        responses: { ...done, "409": refusal(listed, { "Retry-After": seconds }) },
      },
    },
  },
};

interface Request {
  title: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  /** Sent before, and answered or held back. */
  before?: string;
}

const json = { "Content-Type": "application/json" };
const csv = { "Content-Type": "text/csv" };
const requests: Request[] = [
  { title: "no credential", path: "/secret", status: 403 },
  { title: "too few rights", path: "/paid", headers: { Authorization: "Bearer poor" }, status: 401 },
  { title: "too many requests", path: "/busy", status: 503 },
  { title: "a failed handler", path: "/broken", status: 503 },
  ...[
    { method: "POST", statuses: [422, 422, 422, 422] },
    { method: "PUT", statuses: [400, 400, 400, 400] },
    { method: "PATCH", statuses: [400, 400, 415, 413] },
    { method: "DELETE", statuses: [400, 400, 415, 413] },
  ].flatMap(({ method, statuses: [invalid = 0, broken = 0, type = 0, large = 0] }) => [
    {
      title: `an invalid body of ${method}`,
      method,
      path: "/boats",
      headers: json,
      body: "{}",
      status: invalid,
    },
    { title: `a broken body of ${method}`, method, path: "/boats", headers: json, body: "{", status: broken },
    {
      title: `another media type of ${method}`,
      method,
      path: "/boats",
      headers: csv,
      body: "a",
      status: type,
    },
    {
      title: `a large body of ${method}`,
      method,
      path: "/boats",
      headers: json,
      body: `"${"a".repeat(2 ** 21)}"`,
      status: large,
    },
  ]),
  ...[
    { title: "another media type", headers: csv, body: "a", status: 415 },
    { title: "a large body", headers: json, body: `"${"a".repeat(2 ** 21)}"`, status: 413 },
    { title: "a failed handler, with 500", headers: json, body: '{"length":500}', status: 500 },
    // The server never sends these two itself.
    { title: "a handler's 406", headers: json, body: '{"length":406}', status: 406 },
    { title: "a handler's 412", headers: json, body: '{"length":412}', status: 412 },
  ].map((one) => ({ ...one, method: "POST", path: "/ropes" })),
  { title: "too many requests, with 429", path: "/ropes", status: 429 },
  {
    title: "a reused key, with 422",
    method: "POST",
    path: "/tickets",
    headers: { ...json, "Idempotency-Key": "a" },
    before: '{"length":1}',
    body: '{"length":2}',
    status: 422,
  },
  {
    title: "a reused key, without 422",
    method: "PUT",
    path: "/tickets",
    headers: { ...json, "Idempotency-Key": "b" },
    before: '{"length":1}',
    body: '{"length":2}',
    status: 409,
  },
  {
    title: "a key in use",
    method: "POST",
    path: "/tickets",
    headers: { ...json, "Idempotency-Key": "c" },
    before: '{"length":100}',
    body: '{"length":100}',
    status: 409,
  },
  { title: "no such endpoint", path: "/ships", status: 404 },
  { title: "no such method", method: "PUT", path: "/secret", status: 405 },
];

function documentedAt({ path, method = "GET" }: Request, status: number): Documented | undefined {
  const responses = raw.paths[path]?.[method.toLowerCase()]?.responses ?? raw["x-unmatched"];
  return responses[status] ?? responses[`${`${status}`[0]}XX`] ?? responses.default;
}

describe.each<[string, RenderError | undefined]>([
  ["bodies by the document", undefined],
  ["bodies that don't fit", renderPlain],
])("a refusal has the documented status, headers and body: %s", (_, renderError) => {
  let app: SmallApp;
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  beforeAll(async () => {
    const handler = async ({ body: sent }: { body?: { length: number } }) => {
      if (sent?.length === 100) {
        begun.resolve();
        await held.promise;
      }
      return { status: 204 };
    };
    app = await startApp({
      raw,
      handlers: {
        addTicket: handler,
        setTicket: handler,
        addRope: async ({ body: { length } }: { body: { length: number } }) => {
          if (length === 500) throw new Error("The rope broke.");
          throw new ApiError("TOO_LONG", "The rope is too long.", { status: length });
        },
        readBroken: () => {
          throw new Error("The mast broke.");
        },
      },
      limiter: { count: async (_, { limit }) => ({ used: limit === 1 ? 2 : 1, resetMs: 60_000 }) },
      idempotencyStore: memoryIdempotencyStore(),
      ...(renderError && { renderError }),
    });
  });
  afterAll(async () => {
    held.resolve();
    await app.close();
  });

  test.each(requests)("$title: $status", async (request) => {
    const { path, method = "GET", headers = {}, body: sent, before, status } = request;
    const send = (text: string | undefined) =>
      fetch(app.url + path, { method, headers, ...(text !== undefined && { body: text }) });
    const first = before === undefined ? undefined : send(before);
    if (before?.includes("100")) await begun.promise;
    else await first;
    const response = await send(sent);
    expect(response.status).toBe(status);
    const documented = documentedAt(request, response.status);
    expect(documented).toBeDefined();
    for (const [name, { required, schema }] of Object.entries(documented?.headers ?? {})) {
      const text = response.headers.get(name);
      if (required) expect(text, name).not.toBeNull();
      if (text !== null) expect(faultsOf(schema, readText(schema, text)), name).toEqual([]);
    }
    const [[type, media] = []] = Object.entries(documented?.content ?? {});
    expect(response.headers.get("Content-Type")?.split(";")[0]).toBe(type);
    expect(faultsOf(media?.schema ?? {}, await response.json())).toEqual([]);
  });
});

/** A validator that the toolkit doesn't use. */
function faultsOf(schema: object, value: unknown): string[] {
  return new Validator(schema, "2020-12").validate(value).errors.map(({ error }) => error);
}

function readText(schema: { type?: string }, text: string): unknown {
  if (schema.type === "array") return text.split(",").map(Number);
  return schema.type === "integer" ? Number(text) : text;
}
