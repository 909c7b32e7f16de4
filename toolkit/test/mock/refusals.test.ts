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
