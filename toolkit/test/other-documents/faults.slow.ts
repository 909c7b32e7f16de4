import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyzeSpec } from "../../cli/inspect/analyze-spec.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { acceptAnyone } from "../../server/http/credentials/accept-anyone.ts";
import { NotImplemented } from "../../server/http/errors/not-implemented.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { exampleRequests } from "../../testing/service/examples.ts";
import { type RunningService, type StartOptions, startService } from "../../testing/service/start-service.ts";

// Documents as vendors write them, each with a mistake of the file or the whole document. Mistakes of a single operation or
// schema are in `document/repair/served.slow.ts`.

interface Given {
  /** By name; `openapi.yaml` is the root. */
  files: Record<string, string>;
  /** The notes, except those with the severity `info`. */
  notes?: RegExp[];
  operations: string[];
}

const answer = "{ description: Done., content: { application/json: { schema: { type: object } } } }";
const head = (version: string) => `openapi: ${version}\ninfo: { title: Mill, version: "1" }\n`;

const faults: [fault: string, given: Given][] = [
  [
    "files with circular references, and a path in its own file",
    {
      files: {
        "openapi.yaml": `${head("3.1.0")}paths:
  /wheels: { $ref: paths/wheels.yaml }
  /wheels/{id}:
    parameters: [{ $ref: "paths/parameters.yaml#/id" }]
    patch:
      operationId: changeWheel
      requestBody: { content: { application/merge-patch+json: { schema: { $ref: schemas/Wheel.yaml } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: schemas/Wheel.yaml } } } }
        default: { description: Refused., content: { application/problem+json: { schema: { $ref: schemas/Problem.yaml } } } }
`,
        "paths/wheels.yaml": `get:
  operationId: listWheels
  responses:
    "200":
      description: All.
      content: { application/json: { schema: { type: array, items: { $ref: ../schemas/Wheel.yaml } } } }
`,
        "paths/parameters.yaml": "id: { name: id, in: path, required: true, schema: { type: string } }\n",
        "schemas/Wheel.yaml":
          "type: object\nproperties: { name: { type: string }, drives: { $ref: Wheel.yaml }, shaft: { $ref: Shaft.yaml } }\n",
        "schemas/Shaft.yaml":
          "type: object\nproperties: { wheels: { type: array, items: { $ref: Wheel.yaml } } }\n",
        "schemas/Problem.yaml": "type: object\nproperties: { title: { type: string } }\n",
      },
      operations: ["listWheels", "changeWheel"],
    },
  ],
  [
    "references to a missing schema and a missing file",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /wheels:
    get:
      operationId: listWheels
      responses:
        "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/Whel" } } } }
    post:
      operationId: addWheel
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "./wheel.yaml" } } } }
  /shafts: { get: { operationId: listShafts, responses: { "200": ${answer} } } }
components: { schemas: { Wheel: { type: object } } }
`,
      },
      notes: [/Whel/, /wheel\.yaml/],
      operations: ["listShafts"],
    },
  ],
  [
    "a duplicate operationId, and others that aren't valid function names",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /wheels:
    get: { operationId: wheels, responses: { "200": ${answer} } }
    post: { operationId: wheels, responses: { "200": ${answer} } }
  /wheels/{wheel-id}:
    parameters: [{ name: wheel-id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { "200": ${answer} } }
    put: { operationId: wheels/put by-id, responses: { "204": { description: Done. } } }
    delete: { operationId: delete, responses: { "204": { description: Done. } } }
`,
      },
      notes: [/wheels/],
      operations: ["wheels", "postWheels", "getWheelsWheelId", "wheels/put by-id", "delete"],
    },
  ],
  [
    "the same id in several examples",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /wheels:
    get:
      operationId: listWheels
      responses:
        "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/Wheel" } } } }
components:
  schemas:
    Wheel:
      type: object
      properties:
        id: { type: string }
        shaft: { type: object, properties: { id: { type: string } }, example: { id: w1 } }
      example: { id: w1 }
`,
      },
      operations: ["listWheels"],
    },
  ],
  [
    "HEAD, OPTIONS and TRACE, forms, files, bytes, several media types and statuses",
    {
      files: {
        "openapi.yaml": `${head("3.1.0")}paths:
  /sacks:
    head: { operationId: headSacks, responses: { "200": { description: Done. } } }
    options: { operationId: sackOptions, responses: { "204": { description: Done. } } }
    trace: { operationId: traceSacks, responses: { "200": { description: Done. } } }
    post:
      operationId: sendSack
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [sack], properties: { sack: { type: string, format: binary }, marks: { type: array, items: { type: string } } } }
      responses: { "201": ${answer} }
    put:
      operationId: putSack
      requestBody: { required: true, content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Done. } }
  /flour/{kind}:
    get:
      operationId: getFlour
      parameters:
        - { name: kind, in: path, required: true, schema: { type: string } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { grade: { enum: [a, b] }, sacks: { type: integer } } } }
        - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: q, in: query, content: { application/json: { schema: { type: object, properties: { x: { type: integer } } } } } }
      responses:
        "200": { description: A file., headers: { Content-Disposition: { schema: { type: string } } }, content: { application/pdf: { schema: { type: string, format: binary } } } }
        "206": { description: A part., content: { application/pdf: {} } }
    post:
      operationId: orderFlour
      parameters: [{ name: kind, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { sacks: { type: integer } } } } } }
      responses:
        2XX: { description: Any., content: { text/plain: { schema: { type: string } } } }
        default: { description: Refused., content: { application/problem+json: { schema: { type: object } } } }
  /noise: { get: { operationId: hear, responses: { "200": { description: All., content: { text/event-stream: { schema: { type: string } } } } } } }
`,
      },
      operations: [
        "headSacks",
        "sackOptions",
        "traceSacks",
        "sendSack",
        "putSack",
        "getFlour",
        "orderFlour",
        "hear",
      ],
    },
  ],
  [
    "credentials together, one or the other, or none",
    {
      files: {
        "openapi.yaml": `${head("3.1.0")}security: [{ oidc: [read] }]
paths:
  /a: { get: { operationId: byOauth, security: [{ oauth: ["mill:read"] }], responses: { "200": ${answer}, "401": { description: No. } } } }
  /b: { get: { operationId: byOidc, responses: { "200": ${answer}, "401": { description: No. } } } }
  /c: { get: { operationId: byCertificate, security: [{ certificate: [] }], responses: { "200": ${answer}, "401": { description: No. } } } }
  /d: { get: { operationId: byBoth, security: [{ certificate: [], key: [] }, { cookie: [] }], responses: { "200": ${answer}, "401": { description: No. } } } }
  /e: { get: { operationId: byDigest, security: [{ digest: [] }, {}], responses: { "200": ${answer}, "401": { description: No. } } } }
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://mill.example/token", scopes: { "mill:read": Read. } } } }
    oidc: { type: openIdConnect, openIdConnectUrl: /openid }
    certificate: { type: mutualTLS }
    key: { type: apiKey, in: query, name: key }
    cookie: { type: apiKey, in: cookie, name: sid }
    digest: { type: http, scheme: digest }
`,
      },
      operations: ["byOauth", "byOidc", "byCertificate", "byBoth", "byDigest"],
    },
  ],
  [
    "3.2, with nested tags, and operations with only a tag",
    {
      files: {
        "openapi.yaml": `${head("3.2.0")}tags:
  - { name: wheels, summary: Wheels, kind: nav }
  - { name: large, parent: wheels, kind: badge, externalDocs: { url: "https://mill.example/large" } }
paths:
  /wheels: { get: { tags: [wheels], summary: List the wheels } }
  /wheels/large: { get: { tags: [large] } }
`,
      },
      notes: [/responses/i],
      operations: ["getWheels", "getWheelsLarge"],
    },
  ],
  [
    "only webhooks",
    {
      files: {
        "openapi.yaml": `${head("3.1.0")}webhooks:
  ground: { post: { operationId: groundHook, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "200": { description: Got. } } } }
`,
      },
      operations: [],
    },
  ],
  [
    "references in extensions, which are data",
    {
      files: {
        "openapi.yaml": `${head("3.1.0")}x-topics: [{ title: Grain, content: { $ref: ./grain.md } }]
paths: { /a: { get: { operationId: getA, responses: { "204": { description: Done. } } } } }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "an operation that documents only refusals",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a: { post: { operationId: addA, responses: { "405": { description: Invalid. } } } }
  /b: { get: { operationId: getB, responses: { "400": { description: Invalid. }, "404": { description: None. } } } }
`,
      },
      operations: ["addA", "getB"],
    },
  ],
  [
    "operations that document only failures, or a change of protocols",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a: { get: { operationId: getA, responses: { "500": { description: Broken. }, "503": { description: Ebb. } } } }
  /b: { get: { operationId: getB, responses: { "101": { description: Upgraded. } } } }
  /c: { post: { operationId: addC, responses: { "101": { description: Upgraded. }, "400": { description: Not upgraded. } } } }
  /d: { get: { operationId: getD, responses: { "407": { description: Ask the proxy. } } } }
`,
      },
      notes: [/No response is documented except 500, 503/, /No response is documented except 101/],
      operations: ["getA", "getB", "addC", "getD"],
    },
  ],
  [
    "security schemes that read the same header or parameter",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a: { get: { operationId: getA, security: [{ staff: [], guest: [] }], responses: { "200": ${answer}, "401": { description: Who? } } } }
  /b: { get: { operationId: getB, security: [{ key: [], oldKey: [] }], responses: { "200": ${answer}, "401": { description: Who? } } } }
components:
  securitySchemes:
    staff: { type: http, scheme: bearer }
    guest: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: key }
    oldKey: { type: apiKey, in: query, name: key }
`,
      },
      operations: ["getA", "getB"],
    },
  ],
  [
    "response headers that only HTTP can set, and others that are a list, a boolean and an object",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    get:
      operationId: getA
      responses:
        "200":
          description: Done.
          headers:
            Transfer-Encoding: { required: true, schema: { type: string, example: chunked } }
            Content-Encoding: { schema: { type: string }, example: gzip }
            Connection: { schema: { type: string, example: close } }
            Content-Type: { schema: { type: string, enum: [text/turtle] } }
            Cache-Control: { schema: { type: array, items: { type: string } } }
            X-Stones: { required: true, schema: { type: array, minItems: 2, items: { type: integer } } }
            X-Turns: { required: true, schema: { type: boolean } }
            X-Sail: { required: true, schema: { type: object, required: [w, h], properties: { w: { type: integer }, h: { type: integer } } } }
          content: { application/json: { schema: { type: object } } }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "a range of media types before one of its members",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    post:
      operationId: addA
      requestBody:
        required: true
        content:
          "*/*": { schema: { type: string, format: binary } }
          application/vnd.mill+json: { schema: { type: object, required: [b], properties: { b: { type: integer } } } }
      responses: { "200": ${answer} }
`,
      },
      operations: ["addA"],
    },
  ],
  [
    "parameters whose content is plain text, or of any media type",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a/{id}:
    get:
      operationId: getA
      parameters:
        - { name: id, in: path, required: true, content: { "*/*": { schema: { type: string, format: uuid } } } }
        - { name: page, in: query, required: true, content: { text/plain: { schema: { type: integer, minimum: 1 } } } }
      responses: { "200": ${answer} }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "a header that fetch sends by itself, with few allowed values",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    get:
      operationId: getA
      parameters: [{ name: Accept-Language, in: header, schema: { type: string, enum: [nl-NL, fy-NL] } }]
      responses: { "200": ${answer} }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "strings whose pattern leaves half a surrogate pair",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    get:
      operationId: getA
      parameters:
        - { name: q, in: query, schema: { type: string, pattern: "^[^a-z]{3}$" } }
        - { name: r, in: query, required: true, schema: { type: string, enum: ["\ud83d", b] } }
      responses: { "200": ${answer} }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "304 beside a success without content",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a: { get: { operationId: getA, responses: { "200": { description: There. }, "304": { description: The same. } } } }
`,
      },
      operations: ["getA"],
    },
  ],
  [
    "a GET with a body, which fetch can't send",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    get:
      operationId: getA
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [b], properties: { b: { type: integer } } } } } }
      responses: { "200": ${answer} }
  /b:
    get:
      operationId: getB
      requestBody: { content: { application/json: { schema: { type: object }, example: { b: 1 } } } }
      responses: { "200": ${answer} }
`,
      },
      notes: [/the body of a GET request/, /^fetch sends no body with GET\./],
      operations: ["getA", "getB"],
    },
  ],
  [
    "alternatives whose values all fit several",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    post:
      operationId: addA
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Any" } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Any" } } } }
        "400": { description: Wrong., content: { application/json: { schema: { $ref: "#/components/schemas/Any" } } } }
components:
  schemas:
    Any: { oneOf: [{ $ref: "#/components/schemas/Empty" }, { $ref: "#/components/schemas/Old" }] }
    Base: { type: object, properties: { message: { type: string } } }
    Empty: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { error: { type: string, default: EMPTY } } }] }
    Old: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { error: { type: string, default: OLD } } }] }
`,
      },
      notes: [/Every value of alternative 1 fits alternative 2 too/],
      operations: ["addA"],
    },
  ],
  [
    "defaults that requests can't have",
    {
      files: {
        "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    put:
      operationId: putA
      parameters: [{ name: at, in: query, schema: { type: string, format: time, default: "9:00" } }]
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { id: { type: integer, readOnly: true, default: 4 } } }
      responses: { "200": ${answer} }
`,
      },
      notes: [/The default "9:00" doesn't fit its schema/],
      operations: ["putA"],
    },
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-faults-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(files: Given["files"]): Promise<string> {
  const place = await mkdtemp(path.join(folder, "document-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), text);
  }
  return place;
}

const credential = "any:any";

/** Starts a server of stubs for a document. */
async function start(
  place: string,
  document: ApiDocument,
  options: StartOptions = {},
): Promise<RunningService> {
  const bundle = path.join(place, "bundle.json");
  await writeFile(bundle, JSON.stringify(document.source));
  const stub = async () => {
    throw new NotImplemented();
  };
  const { operations, securitySchemes } = document;
  const authenticators = Object.fromEntries(
    Object.keys(securitySchemes).map((name) => [name, acceptAnyone()]),
  );
  return startService(
    {
      document: pathToFileURL(bundle),
      handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, stub])),
      service: {
        readSettings: () => ({}),
        open: async () => ({ services: {}, authenticators, pages: [], close: async () => {} }),
      },
    },
    options,
  );
}

test.each(faults)("accepted, served and fuzzed: %s", async (_, { files, notes = [], operations }) => {
  const place = await written(files);
  const analysis = analyzeSpec(readSpec(path.join(place, "openapi.yaml")), { builds: true });
  const { document, accepted } = analysis;
  const reported = analysis.notes.filter(({ severity }) => severity !== "info").map(({ message }) => message);
  expect({ accepted, reported: reported.filter((one) => !notes.some((note) => note.test(one))) }).toEqual({
    accepted: true,
    reported: [],
  });
  expect(notes.filter((note) => !reported.some((one) => note.test(one)))).toEqual([]);
  expect(document.operations.map(({ operationId }) => operationId).sort()).toEqual([...operations].sort());

  // The requests in the test of a new project.
  const anyone = await start(place, document);
  for (const { method, path: address, headers, body } of exampleRequests(anyone.document)) {
    const response = await anyone.fetch(anyone.url + address, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBeLessThan(500);
    expect(response.status).not.toBe(401);
  }
  await anyone.close();

  const service = await start(place, document, { onlyCredential: credential });
  const sender = createSender(service.url);
  const credentials = Object.fromEntries(
    Object.keys(document.securitySchemes).map((name) => [name, credential]),
  );
  const target = { document: service.document, sender, owner: { credentials, known: {}, markers: [] } };
  const { failures } = await createFuzzer(target).run({ runs: 150, seed: 5 });
  sender.close();
  await service.close();
  expect(failures.map(({ oracle, message }) => [oracle, message])).toEqual([]);
});

test.each([
  ["a file that isn't an OpenAPI document", "hello: world\n", /openapi/],
  [
    "Swagger 2.0, with advice to convert it",
    'swagger: "2.0"\ninfo: { title: Old, version: "1" }\npaths: {}\n',
    /swagger2openapi/,
  ],
  ["broken YAML, with file and line", `${head("3.0.0")}paths:\n  /a: [\n`, /openapi\.yaml:\d+/],
])("refused: %s", async (_, text, message) => {
  const place = await written({ "openapi.yaml": text });
  expect(() => readSpec(path.join(place, "openapi.yaml"))).toThrow(message);
});
