import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawDocument } from "../../../server/document/document.ts";
import type { AnyHandler } from "../../../server/http/steps/handle.ts";
import { buildFaults } from "../../../server/validation/build-faults.ts";
import { isSendable } from "../../../testing/fuzz/credentials.ts";
import { createSender } from "../../../testing/fuzz/http.ts";
import { createFuzzer } from "../../../testing/fuzz/run.ts";
import { startMock } from "../../../testing/mock/start-mock.ts";
import { startApp } from "../../helpers/small-app.ts";

// One small document for each fault that documents have and that must not keep them from being served.

interface Call {
  method?: string;
  address?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** What the server answers. */
  status: number;
  /** What the mock answers, which has no handlers; unless given, the same. */
  mocked?: number;
}

const json = (schema: unknown, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
const ok = (schema: unknown = { type: "object" }) => ({ "200": { description: "Done.", ...json(schema) } });

/** `GET /boats/{id}`, in a document of 3.0 unless it says otherwise. */
const boat = (operation: object, more: object = {}) => ({
  paths: {
    "/boats/{id}": {
      get: {
        operationId: "getBoat",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: ok(),
        ...operation,
      },
    },
  },
  ...more,
});

/** `POST /boats` with a JSON body. */
const post = (schema: unknown, more: object = {}) => ({
  paths: { "/boats": { post: { operationId: "addBoat", requestBody: json(schema), responses: ok() } } },
  ...more,
});

const get = (status: number, more: Partial<Call> = {}): Call => ({ address: "/boats/1", status, ...more });
const send200 = (body: unknown): Call => ({ method: "POST", address: "/boats", body, status: 200 });
const send400 = (body: unknown): Call => ({ ...send200(body), status: 400 });

const query = (schema: unknown) =>
  boat({
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "q", in: "query", schema },
    ],
  });

const faults: [fault: string, document: object, calls: Call[]][] = [
  [
    "an example's id, which isn't a schema's",
    boat(
      { responses: ok({ $ref: "#/components/schemas/Boat" }) },
      {
        components: { schemas: { Boat: { type: "object", example: { id: "17:42", $id: "a b" } } } },
      },
    ),
    [get(200)],
  ],
  [
    "two paths that differ only in a parameter's name",
    {
      paths: {
        "/boats/{id}": { get: { operationId: "getBoat", responses: ok() } },
        "/boats/{boat}": {
          get: { operationId: "getOther", responses: ok() },
          delete: { operationId: "sinkBoat", responses: ok() },
        },
      },
    },
    [get(200), get(200, { method: "DELETE" }), get(405, { method: "PUT" })],
  ],
  [
    "a path with a fragment",
    {
      paths: {
        "/boats#old": { get: { operationId: "getOld", responses: ok() } },
        "/boats": { get: { operationId: "getBoats", responses: ok() } },
        "/ships?old=1": { get: { operationId: "getShips", responses: ok() } },
      },
    },
    [
      { address: "/boats", status: 200 },
      { address: "/ships", status: 404 },
    ],
  ],
  [
    "paths that differ only in their fragments",
    {
      paths: {
        "/boats#old": {
          get: {
            operationId: "getOld",
            parameters: [
              { name: "age", in: "query", required: true, schema: { type: "string", enum: ["old"] } },
            ],
            responses: ok(),
          },
        },
        "/boats#small": {
          get: {
            operationId: "getBoats",
            parameters: [
              { name: "age", in: "query", required: true, schema: { type: "string", enum: ["new"] } },
              { name: "X-Size", in: "header", required: true, schema: { type: "integer", maximum: 10 } },
            ],
            responses: ok(),
          },
        },
        "/boats#any": { get: { operationId: "getAny", responses: ok() } },
      },
    },
    [
      { address: "/boats?age=old", status: 200 },
      { address: "/boats?age=new", headers: { "X-Size": "5" }, status: 200 },
      { address: "/boats?age=new", headers: { "X-Size": "11" }, status: 400 },
      { address: "/boats", status: 200 },
    ],
  ],
  [
    "an asterisk in a path, which is one",
    { paths: { "/boats/*/{id}": { get: { operationId: "getAny", responses: ok() } } } },
    [
      { address: "/boats/*/1", status: 200 },
      { address: "/boats/x/1", status: 404 },
    ],
  ],
  [
    "paths that aren't written as they are sent, or are",
    {
      paths: {
        "/old boats/{id}": { get: { operationId: "getOld", responses: ok() } },
        "/small%20boats%3Fall/{id}": { get: { operationId: "getBoats", responses: ok() } },
      },
    },
    [
      { address: "/old%20boats/1", status: 200 },
      { address: "/small%20boats%3fall/1", status: 200 },
      { address: "/small%20boats/1", status: 404 },
    ],
  ],
  [
    "parameters of a segment that only their values tell apart",
    {
      paths: {
        "/boats/{name}{suffix}": {
          get: {
            operationId: "getBoat",
            parameters: [
              { name: "name", in: "path", required: true, schema: { type: "string", minLength: 2 } },
              { name: "suffix", in: "path", required: true, schema: { enum: [".json", ".html"] } },
            ],
            responses: ok(),
          },
        },
        "/ships/{length}-{name}.{format}": {
          get: {
            operationId: "getShips",
            parameters: [
              { name: "length", in: "path", required: true, schema: { type: "number", maximum: 99 } },
              { name: "name", in: "path", required: true, schema: { type: "string" } },
              { name: "format", in: "path", required: true, schema: { type: "string", maxLength: 4 } },
            ],
            responses: ok(),
          },
        },
      },
    },
    [
      { address: "/boats/a.b.json", status: 200 },
      { address: "/boats/a.jpeg", status: 400 },
      { address: "/ships/-1.5-my-boat.old.json", status: 200 },
      { address: "/ships/100-a.json", status: 400 },
      { address: "/ships/a-b.json", status: 400 },
    ],
  ],
  [
    "unknown query parameters, which are neither refused nor ignored by this word",
    boat({ "x-unknown-query": "forbid" }),
    [get(200, { address: "/boats/1?q=a" })],
  ],
  [
    "a pattern that is valid only without the flag u",
    query({ type: "string", pattern: "^[a-z_\\:]+$" }),
    [get(200, { address: "/boats/1?q=a:b" }), get(400, { address: "/boats/1?q=A" })],
  ],
  [
    "a pattern of another dialect",
    query({ type: "string", pattern: "(?i)^[a-z]+$", maxLength: 3 }),
    [get(200, { address: "/boats/1?q=A1" }), get(400, { address: "/boats/1?q=ABCD" })],
  ],
  [
    "properties named by a pattern of another dialect",
    post({ type: "object", patternProperties: { "(?i)^x-": {} }, additionalProperties: false }),
    [send200({ "X-A": 1 }), send400("text")],
  ],
  [
    "nullable without a type",
    post({
      type: "object",
      properties: { a: { nullable: false, description: "Anything." }, b: { nullable: true } },
    }),
    [send200({ a: 1, b: null })],
  ],
  [
    "nullable without a type, in components and in 3.1",
    post(
      { $ref: "#/components/schemas/Boat" },
      {
        openapi: "3.1.0",
        components: {
          schemas: { Boat: { nullable: false, properties: { name: { type: "string", nullable: true } } } },
        },
      },
    ),
    [send200({ name: null }), send400({ name: 1 })],
  ],
  [
    "2020-12 that a strict validator dislikes",
    post(
      {
        type: ["object", "null"],
        properties: {
          a: { minLength: 2 },
          b: { prefixItems: [{ type: "string" }] },
          c: { if: {}, else: {} },
        },
        required: ["a", "unknown"],
        oneOf: [{ required: ["a"] }],
        "x-note": true,
        unheardOf: 1,
        $anchor: "boat",
        $comment: "A boat.",
      },
      { openapi: "3.1.0" },
    ),
    [send200({ a: "ab", unknown: 1 }), send400({ a: "a", unknown: 1 })],
  ],
  [
    "formats that nobody knows",
    post({ type: "object", properties: { a: { type: "string", format: "hull-number" } } }),
    [send200({ a: "x" }), send400({ a: 1 })],
  ],
  [
    "a relative openIdConnectUrl",
    boat(
      { security: [{ oidc: [] }] },
      {
        components: {
          securitySchemes: { oidc: { type: "openIdConnect", openIdConnectUrl: "/.well-known" } },
        },
      },
    ),
    [get(401), get(200, { headers: { Authorization: "Bearer good" } })],
  ],
  [
    "HTTP schemes that aren't bearer or basic",
    boat(
      { security: [{ digest: [] }] },
      {
        components: { securitySchemes: { digest: { type: "http", scheme: "Digest" } } },
      },
    ),
    [get(401), get(200, { headers: { Authorization: 'Digest username="good", nonce="1"' } })],
  ],
  [
    "mutualTLS, which a request doesn't show",
    boat(
      { security: [{ certificate: [] }] },
      {
        components: { securitySchemes: { certificate: { type: "mutualTLS" } } },
      },
    ),
    [get(401, { mocked: 200 }), get(200, { headers: { "X-Client-Certificate": "good" } })],
  ],
  [
    "a security scheme that isn't defined",
    boat({ security: [{ seal: [] }] }),
    [get(401, { mocked: 200 }), get(200, { headers: { "X-Client-Certificate": "good" } })],
  ],
  ...[
    { type: "apiKey", in: "header", name: "Our API key" },
    { type: "apiKey", in: "body", name: "key" },
    { type: "http" },
  ].map((key): [string, object, Call[]] => [
    `a security scheme that doesn't say what a request carries, ${JSON.stringify(key)}`,
    boat({ security: [{ key: [] }] }, { components: { securitySchemes: { key } } }),
    [get(401, { mocked: 200 }), get(200, { headers: { "X-Client-Certificate": "good" } })],
  ]),
  [
    "a header of which the schema allows more than HTTP",
    boat({
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        {
          name: "X-Note",
          in: "header",
          required: true,
          schema: { type: "string", pattern: "^\\p{ASCII}{2,}$" },
        },
      ],
    }),
    [get(400), get(200, { headers: { "X-Note": "ab" } })],
  ],
  [
    "an example in one part of a schema with what another part marks as read-only",
    post({
      allOf: [
        {
          properties: {
            owner: { type: "string", readOnly: true },
            dock: { type: "object", properties: { number: { type: "integer", readOnly: true } } },
          },
        },
        { example: { owner: "Ada", name: "Nautilus", dock: { number: 1 } } },
      ],
    }),
    [send200({}), send400({ owner: "Ada" })],
  ],
  [
    "schemas that are true",
    {
      openapi: "3.1.0",
      ...boat({
        parameters: [
          { name: "id", in: "path", required: true, schema: true },
          { name: "q", in: "query", schema: { type: "array", items: true } },
          { name: "where", in: "query", style: "deepObject", schema: { properties: { berth: true } } },
        ],
      }),
    },
    [get(200), get(200, { address: "/boats/1?q=a&where[berth]=2" })],
  ],
  [
    "values that aren't of their type",
    query({ type: "integer", enum: ["1", "2"] }),
    [get(200, { address: "/boats/1?q=2" }), get(400, { address: "/boats/1?q=3" })],
  ],
  [
    "values that can't be of their type",
    query({ type: "integer", enum: ["0 (unknown)", "1 (known)"] }),
    [get(200, { address: "/boats/1?q=5" }), get(400, { address: "/boats/1?q=a" })],
  ],
  [
    "a property that one part describes, and another one gives a type",
    query({
      allOf: [
        { properties: { length: { description: "In metres." } } },
        { properties: { length: { type: "integer" } } },
      ],
    }),
    [get(200, { address: "/boats/1?length=3" }), get(400, { address: "/boats/1?length=long" })],
  ],
  [
    "a property that is read-only by a part of it",
    post({ type: "object", properties: { owner: { allOf: [{ type: "object" }, { readOnly: true }] } } }),
    [send200({}), send400({ owner: {} })],
  ],
  [
    "security that isn't a list",
    boat(
      { security: { key: [] } },
      {
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
    ),
    [get(401), get(200, { headers: { "X-Key": "good" } })],
  ],
  ["no responses", boat({ responses: undefined }), [get(200)]],
  [
    "a change of protocols beside a success",
    boat({ responses: { "101": { description: "Upgraded." }, ...ok() } }),
    [get(200)],
  ],
  ["no documented response", boat({ responses: {} }), [get(200)]],
  [
    "no documented response but failures",
    boat({ responses: { "503": { description: "Ebb." } } }),
    [get(200)],
  ],
  ["a change of protocols only", boat({ responses: { "101": { description: "Upgraded." } } }), [get(200)]],
  [
    "statuses in lower case, and others that are none",
    boat({ responses: { "2xx": ok()["200"], OK: {} } }),
    [get(200)],
  ],
  ["parameters of the path that aren't described", boat({ parameters: undefined }), [get(200)]],
  [
    "parameters that the path doesn't have, that are there twice, or that are of Swagger 2.0",
    boat({
      parameters: [
        { name: "id", in: "path", schema: { type: "integer" } },
        { name: "id", in: "path", required: true, schema: { type: "boolean" } },
        { name: "harbour", in: "path", required: true, schema: {} },
        { name: "boat", in: "body", required: true, schema: {} },
        { in: "query", required: true },
        { name: "bad name", in: "header", required: true, schema: {} },
        "limit",
      ],
    }),
    [get(200), { address: "/boats/x", status: 400 }],
  ],
  [
    "properties of an object in the query that are other parameters",
    boat({
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        {
          name: "berth",
          in: "query",
          required: true,
          schema: {
            type: "object",
            required: ["kind", "length"],
            properties: { kind: { type: "integer" }, length: { type: "integer" }, pier: { type: "string" } },
          },
        },
        { name: "kind", in: "query", schema: { type: "string", enum: ["sail", "motor"] } },
        { name: "pier", in: "query", schema: { type: "string" } },
      ],
    }),
    [
      get(200, { address: "/boats/1?kind=sail&length=9&pier=A" }),
      get(400, { address: "/boats/1?kind=3&length=9" }),
      get(400, { address: "/boats/1?kind=sail&length=long" }),
      get(400, { address: "/boats/1?kind=sail" }),
    ],
  ],
  [
    "header parameters that OpenAPI ignores",
    boat({
      parameters: ["Authorization", "Accept", "content-type"].map((name) => ({
        name,
        in: "header",
        required: true,
        schema: { type: "integer" },
      })),
    }),
    [get(200)],
  ],
  [
    "header parameters by which HTTP carries a request",
    boat({
      parameters: ["Content-Length", "host", "Transfer-Encoding", "Content-Encoding"].map((name) => ({
        name,
        in: "header",
        required: true,
        schema: { type: "number", minimum: 1000 },
      })),
    }),
    [get(200)],
  ],
  [
    "an API key that is a parameter too",
    boat(
      {
        security: [{ key: [] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "api_key", in: "query", required: true, schema: { type: "string", minLength: 40 } },
        ],
      },
      { components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } } },
    ),
    [get(401), get(200, { address: "/boats/1?api_key=good" })],
  ],
  [
    "a key of the whole document that is a parameter of an open operation",
    boat(
      {
        security: [],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "X-Key", in: "header", required: true, schema: { type: "string" } },
        ],
      },
      {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
    ),
    [get(400), get(200, { headers: { "X-Key": "any" } })],
  ],
  [
    "a parameter and a body that are read-only",
    post({ type: "array", readOnly: true, items: { type: "string", readOnly: true } }),
    [send200(["x"]), send400([1])],
  ],
  [
    "alternatives that can't be told apart",
    post({
      oneOf: [
        { type: "object", properties: { name: { type: "string" } } },
        { type: "object", properties: { name: { type: "string" }, length: { type: "integer" } } },
      ],
    }),
    [send200({}), send200({ name: "Ida", length: 9 }), send400({ name: 1 })],
  ],
  [
    "properties of forms whose names have brackets",
    {
      paths: {
        "/boats": {
          post: {
            operationId: "addBoat",
            requestBody: {
              required: true,
              content: Object.fromEntries(
                ["multipart/form-data", "application/x-www-form-urlencoded"].map((mediaType) => [
                  mediaType,
                  {
                    schema: {
                      type: "object",
                      required: ["boat[name]"],
                      properties: { "boat[name]": { type: "string" }, "boat[length]": { type: "integer" } },
                    },
                  },
                ]),
              ),
            },
            responses: ok(),
          },
        },
      },
    },
    [],
  ],
  [
    "an example of a header that no header can be",
    boat({
      responses: {
        "200": {
          description: "",
          headers: { Location: { schema: { type: "string", example: "<p>\n/boats/1</p>" } } },
          ...json({ type: "object" }),
        },
      },
    }),
    [get(200)],
  ],
  [
    "servers with odd addresses",
    boat({}, { servers: [{ url: "https://{host}:{port}/" }, { url: "//[" }] }),
    [get(200)],
  ],
  [
    "media types with parameters",
    {
      paths: {
        "/boats": {
          post: {
            operationId: "addBoat",
            requestBody: { content: { "application/json; charset=utf-8": { schema: { type: "object" } } } },
            responses: {
              "200": { description: "", content: { "application/json;v=1": { schema: { type: "object" } } } },
            },
          },
        },
      },
    },
    [send200({}), send400(1)],
  ],
  [
    "empty values where an object belongs",
    {
      info: null,
      tags: null,
      servers: null,
      security: null,
      components: null,
      paths: {
        "/boats/{id}": {
          parameters: null,
          get: {
            operationId: "getBoat",
            security: null,
            responses: { "200": { content: { "application/json": null } } },
          },
          put: null,
        },
        "/ships": null,
        "x-note": { get: {} },
      },
    },
    [get(200), { address: "/ships", status: 404 }],
  ],
  [
    "lists where an object belongs, and the other way round",
    {
      tags: "boats",
      servers: {},
      webhooks: [],
      components: { schemas: [], parameters: "none", examples: { a: "text" } },
      paths: {
        "/boats/{id}": {
          parameters: { id: {} },
          get: {
            operationId: "getBoat",
            tags: "boats",
            parameters: "none",
            callbacks: [],
            responses: {
              "200": { description: "", headers: [], links: 1, content: { "application/json": "text" } },
              "404": 1,
            },
          },
        },
      },
    },
    [get(200, { mocked: 200 })],
  ],
  [
    "references to examples, links and headers that lead nowhere",
    boat({
      responses: {
        "200": {
          description: "",
          headers: { "X-Hull": { $ref: "#/components/headers/Gone" } },
          links: { next: { $ref: "#/components/links/Gone" } },
          ...json({ type: "object" }, { examples: { one: { $ref: "#/components/examples/Gone" } } }),
        },
      },
    }),
    [get(200)],
  ],
  [
    "words of draft 4 in 3.1, and other values that don't belong there",
    post(
      {
        type: "object",
        properties: {
          a: { type: "integer", minimum: 1, exclusiveMinimum: true, required: true },
          b: { type: "any" },
          c: { type: "string", minLength: "3" },
          d: { type: "array", items: [{ type: "string" }] },
          e: { enum: ["x", "x"] },
          f: { type: "integer", default: "none" },
          g: "text",
          h: null,
        },
        required: "a",
      },
      { openapi: "3.1.0" },
    ),
    [send200({ a: 2, b: {}, c: "", d: ["x"], e: "x", g: 1, h: 1 }), send400({ a: 1 }), send400({ d: [1] })],
  ],
  ["types as 3.1 has them in 3.0", post({ type: ["object", "null"] }), [send200({}), send400("x")]],
  [
    "examples that are references",
    boat({
      responses: { "200": { description: "", ...json({ type: "object" }, { example: { $ref: "#/gone" } }) } },
    }),
    [get(200)],
  ],
  ["a document without an info", boat({}, { info: undefined }), [get(200)]],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-served-"));
});
afterAll(() => rm(folder, { recursive: true }));

const handler: AnyHandler = async () => ({ status: 200, body: {} });
const handlers = Object.fromEntries(
  ["getBoat", "getOther", "getOld", "getBoats", "getShips", "getAny", "addBoat", "sinkBoat"].map((id) => [
    id,
    handler,
  ]),
);
const isGood = ({ credential, request }: { credential: string; request: { headers: object } }) =>
  /good/.test(credential + JSON.stringify(request.headers))
    ? { caller: { name: "good" }, bucket: "good" }
    : undefined;
const authenticators = Object.fromEntries(
  ["oidc", "digest", "certificate", "seal", "key"].map((name) => [name, isGood]),
);

const credentials = Object.fromEntries(Object.keys(authenticators).map((name) => [name, "good:good"]));

function initOf(method: string, { body, headers }: Pick<Call, "body" | "headers">): RequestInit {
  if (body === undefined) return { method, headers: { ...headers } };
  return { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

describe("served all the same:", () => {
  test.each(faults)("%s", async (_, given, calls) => {
    const raw: RawDocument = {
      openapi: "3.0.3",
      info: { title: "Boats", version: "1.0.0" },
      paths: {},
      ...given,
    };
    const file = path.join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(raw));
    const app = await startApp({ raw: structuredClone(raw), handlers, authenticators });
    const mock = await startMock({ document: file, port: 0 });
    const sender = createSender(app.url);
    try {
      for (const { method = "GET", address = "/boats", status, mocked = status, ...request } of calls) {
        const answers = await Promise.all(
          [app.url, mock.url].map((url) => fetch(url + address, initOf(method, request))),
        );
        const statuses = answers.map((answer) => answer.status);
        expect({ method, address, statuses }).toEqual({ method, address, statuses: [status, mocked] });
      }
      expect(buildFaults(app.document)).toEqual([]);
      // A client certificate isn't part of a request, so the fuzzer can't show one.
      if (!Object.values(app.document.securitySchemes).every(isSendable)) return;
      const target = { document: app.document, sender, owner: { credentials, known: {}, markers: [] } };
      const { failures } = await createFuzzer(target).run({ runs: 40, seed: 3 });
      expect(failures.map(({ oracle, message }) => [oracle, message])).toEqual([]);
    } finally {
      sender.close();
      await app.close();
      await mock.close();
    }
  });
});
