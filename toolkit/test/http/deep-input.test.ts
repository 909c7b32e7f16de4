import { expect, test } from "vitest";
import { startApp } from "../helpers/small-app.ts";

const tree = { $ref: "#/components/schemas/Tree" };
const responses = {
  "200": { description: "Done." },
  "400": { description: "No.", content: { "application/json": { schema: {} } } },
};

test.each([
  ["a body", (depth: number) => ({ method: "POST", body: nestedJson(depth) })],
  ["an item of a body", (depth: number) => ({ method: "PUT", body: `${nestedJson(depth)}\n` })],
])("%s that is nested too deeply is refused, and the next is answered", async (_, requestOf) => {
  const app = await startApp({
    raw: {
      openapi: "3.2.0",
      info: { title: "Woods", version: "1" },
      components: {
        schemas: { Tree: { type: "object", properties: { tree }, additionalProperties: false } },
      },
      paths: {
        "/trees": {
          post: {
            operationId: "plant",
            requestBody: { required: true, content: { "application/json": { schema: tree } } },
            responses,
          },
          put: {
            operationId: "replant",
            requestBody: { required: true, content: { "application/jsonl": { itemSchema: tree } } },
            responses,
          },
        },
      },
    },
    handlers: {
      plant: async () => ({ status: 200 }),
      async replant({ body }: { body: AsyncIterable<unknown> }) {
        for await (const _tree of body);
        return { status: 200 };
      },
    },
  });
  const answers = await Promise.all(
    [15_000, 20].map(async (depth) => {
      const { method, body } = requestOf(depth);
      const headers = { "Content-Type": method === "POST" ? "application/json" : "application/jsonl" };
      const answer = await fetch(`${app.url}/trees`, { method, body, headers });
      return [answer.status, await answer.text()];
    }),
  );
  await app.close();
  expect(answers).toEqual([
    [400, expect.stringContaining("nested too deeply")],
    [200, ""],
  ]);
});

function nestedJson(depth: number): string {
  return `${'{"tree":'.repeat(depth)}{}${"}".repeat(depth)}`;
}

test("alternatives that contain themselves are limited per request, not per level", async () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kind = (name: string) => ({
    type: "object",
    required: ["kind"],
    properties: { inner: to("Box"), kind: { const: name }, size: { type: "integer" } },
  });
  const app = await startApp({
    raw: {
      openapi: "3.1.0",
      info: { title: "Boxes", version: "1" },
      components: {
        schemas: {
          Box: { oneOf: [to("Crate"), to("Case")] },
          Crate: kind("crate"),
          Case: kind("case"),
          Sack: { oneOf: [to("Bag"), to("Pouch")] },
          Bag: { type: "object", properties: { inner: to("Sack"), size: { type: "integer" } } },
          Pouch: { type: "object", properties: { inner: to("Sack"), weight: { type: "integer" } } },
        },
      },
      paths: Object.fromEntries(
        ["Box", "Sack"].map((name) => [
          `/${name}`,
          {
            post: {
              operationId: `add${name}`,
              requestBody: { required: true, content: { "application/json": { schema: to(name) } } },
              responses,
            },
          },
        ]),
      ),
    },
    handlers: { addBox: async () => ({ status: 200 }), addSack: async () => ({ status: 200 }) },
  });
  const nestedIn = (depth: number, leaf: object) => {
    let value: object = leaf;
    for (let level = 0; level < depth; level++) value = { inner: value, kind: "crate" };
    return value;
  };
  const answers: [number, string][] = [];
  for (const [name, value] of [
    ["Box", nestedIn(60, { kind: "case" })],
    ["Box", nestedIn(60, { kind: "sack" })],
    ["Box", nestedIn(3, { kind: "case", size: "large" })],
    ["Sack", nestedIn(60, { size: "large", weight: "heavy" })],
  ] as const) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(value);
    const answer = await fetch(`${app.url}/${name}`, { method: "POST", headers, body });
    answers.push([answer.status, await answer.text()]);
  }
  await app.close();
  expect(answers).toEqual([
    [200, ""],
    [400, expect.stringContaining("Invalid request")],
    [400, expect.stringContaining("body.inner.inner.inner.size must be integer")],
    [400, expect.stringContaining("nested too deeply")],
  ]);
});
