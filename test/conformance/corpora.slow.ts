import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import runCorpora from "../../conformance/suites/corpora.ts";

/** Texts that end a comment, a line, a string or a template, or mean something in code. */
const odd = [
  "a */ b",
  "a\nb",
  "a\r\nb",
  "a\u2028b",
  "`$" + "{x}`",
  "'\"\\",
  "\\u0041",
  "class",
  "constructor",
  "1 a",
  "a-b",
  "//",
  "ü😀",
  "__schema0__",
];

const ok = { 200: { description: "ok" } };
const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const named = (make: (name: string, index: number) => unknown) =>
  Object.fromEntries(odd.map((name, index) => [name, make(name, index)]));

const documents: Record<string, object> = {
  paths: {
    openapi: "3.2.0",
    paths: Object.fromEntries(
      odd.map((name) => [
        `/p/${name.replaceAll(/[{}]/g, "")}`,
        {
          get: { operationId: `get ${name}`, responses: ok },
          query: { operationId: `query ${name}`, responses: ok },
        },
      ]),
    ),
  },
  operations: {
    paths: Object.fromEntries(
      odd.map((name, index) => [
        `/${index}`,
        { get: { operationId: name, tags: [name], summary: name, description: name, responses: ok } },
      ]),
    ),
  },
  schemas: {
    paths: {
      "/": {
        post: {
          operationId: "send",
          requestBody: json({
            type: "object",
            properties: named((name) => ({ type: "string", title: name, description: name, default: name })),
            required: odd,
          }),
          responses: { 200: { description: odd[0], ...json({ $ref: "#/components/schemas/All" }) } },
        },
      },
    },
    components: {
      schemas: {
        ...named((name) => ({ const: name, description: name, examples: [name] })),
        All: { type: "object", properties: named((name) => ({ enum: [name, { [name]: name }] })) },
      },
    },
  },
  parameters: {
    paths: {
      "/": {
        get: {
          operationId: "list",
          parameters: odd.map((name) => ({
            name,
            in: "query",
            description: name,
            schema: { type: "string", default: name },
          })),
          responses: ok,
        },
      },
    },
  },
  "media-types": {
    paths: {
      "/": {
        get: {
          operationId: "read",
          responses: {
            200: {
              description: "ok",
              content: Object.fromEntries(
                odd.flatMap((name) => [
                  [`text/plain; a="${name}"`, { schema: { type: "string" } }],
                  [`text/*; a="${name}"`, { schema: { type: "string" } }],
                ]),
              ),
            },
          },
        },
      },
    },
  },
  servers: {
    servers: [{ url: "https://a.example" }],
    paths: Object.fromEntries(
      odd.map((name, index) => [
        `/${index}`,
        {
          servers: [
            {
              url: "https://{v}.example/x",
              description: name,
              variables: { v: { default: "b", description: name } },
            },
          ],
          get: { operationId: `get${index}`, security: [{ [`undefined ${name}`]: [] }], responses: ok },
        },
      ]),
    ),
  },
  "security-schemes": {
    servers: [{ url: "https://a.example///" }],
    paths: {
      "/": {
        servers: [{ url: "https://b.example" }],
        get: { operationId: "read", security: [{ certificate: [] }], responses: ok },
      },
    },
    components: {
      securitySchemes: {
        certificate: { type: "mutualTLS" },
        ...named((name) => ({ type: "apiKey", in: "query", name, description: name })),
      },
    },
  },
  webhooks: {
    openapi: "3.2.0",
    paths: {},
    webhooks: named((name, index) => ({
      post: {
        operationId: `send${index}`,
        summary: name,
        requestBody: json({ type: "object", properties: { [name]: { const: name } } }),
        responses: ok,
      },
      query: { requestBody: json({ type: "string" }), responses: ok },
    })),
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "corpus-"));
  for (const [name, document] of Object.entries(documents)) {
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: odd.join(), version: "1" }, ...document });
    await writeFile(path.join(folder, `${name}.json`), text);
  }
  await mkdir(path.join(folder, "swagger"));
  await writeFile(
    path.join(folder, "swagger", "old.yaml"),
    'swagger: "2.0"\ninfo: {title: Old, version: "1"}\npaths: {}\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

test("what is generated compiles and is served, whatever the names in the document", async () => {
  const { cases, more } = await runCorpora(folder);
  expect(cases.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(cases).toHaveLength(Object.keys(documents).length + 1);
  // Swagger 2.0 is refused, and everything else compiles.
  expect(more?.text).toMatch(/\| 8 \| 0 \| \d+ \| 8 \|.*\n.*\| 1 \| 1 \| 0 \| 0 \|/);
}, 120_000);
