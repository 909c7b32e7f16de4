import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startMock } from "../../testing/mock/start-mock.ts";

test("a refusal has the headers that the document requires", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-mock-"));
  const file = path.join(folder, "openapi.json");
  const headers = { "X-Node": { required: true, schema: { type: "integer", minimum: 7 } } };
  await writeFile(
    file,
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Racks", version: "1" },
      paths: {
        "/racks": {
          get: {
            operationId: "listRacks",
            parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
            responses: { "400": { description: "No.", headers } },
          },
        },
      },
    }),
  );
  const mock = await startMock({ document: file, port: 0 });
  const answer = await fetch(`${mock.url}/racks?limit=all`);
  await mock.close();
  await rm(folder, { recursive: true });
  expect([answer.status, Number(answer.headers.get("X-Node"))]).toEqual([400, expect.any(Number)]);
  expect(Number(answer.headers.get("X-Node"))).toBeGreaterThanOrEqual(7);
});

test("a refusal has the status that the document has instead of the usual one, and its required headers", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-mock-"));
  const file = path.join(folder, "openapi.json");
  const schema = { type: "object", required: ["why"], properties: { why: { type: "string" } } };
  const refusal = (example: object) => ({
    description: "No.",
    headers: { "Retry-After": { required: true, schema: { type: "integer", minimum: 1 } } },
    content: { "application/json": { schema, ...example } },
  });
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  await writeFile(
    file,
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Racks", version: "1" },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
      paths: {
        "/racks": {
          get: { security: [{ token: [] }], responses: { "403": refusal({ example: { why: "No key." } }) } },
          post: { requestBody: body, responses: { "422": refusal({}) } },
        },
      },
    }),
  );
  const mock = await startMock({ document: file, port: 0 });
  const answers = [
    await fetch(`${mock.url}/racks`),
    await fetch(`${mock.url}/racks`, { method: "POST", headers: { "Content-Type": "text/csv" }, body: "a" }),
  ];
  const bodies = await Promise.all(answers.map((one) => one.json()));
  await mock.close();
  await rm(folder, { recursive: true });
  expect(answers.map(({ status }) => status)).toEqual([403, 422]);
  expect(bodies).toEqual([{ why: "No key." }, { why: expect.any(String) }]);
  for (const { headers } of answers) expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
});
