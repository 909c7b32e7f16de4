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
