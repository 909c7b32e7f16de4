import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";

const tag = { required: true, "x-set-by": "server", schema: { type: "string" }, example: '"documented"' };
const document = {
  openapi: "3.1.0",
  info: { title: "Pages", version: "1.0.0" },
  paths: {
    "/page": {
      get: {
        operationId: "readPage",
        responses: {
          "200": {
            description: "It.",
            headers: { ETag: tag },
            content: {
              "application/json": { schema: { type: "object" }, example: { text: "Ink. ".repeat(500) } },
            },
          },
          "304": { description: "You have it.", headers: { ETag: tag } },
        },
      },
    },
  },
};

let folder: string;
let mock: Mock;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mock-"));
  const file = path.join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  mock = await startMock({ document: file, port: 0 });
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

const read = (headers: Record<string, string> = {}) => fetch(`${mock.url}/page`, { headers });

test("the mock tags and compresses its answers like the server, and answers 304 to its own tags", async () => {
  const first = await read();
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "cache-control": "private, no-cache",
    "content-encoding": "gzip",
    etag: expect.stringMatching(/^"[\w-]{22}-gzip"$/),
    vary: "Origin, Accept-Encoding",
  });
  expect(await first.json()).toMatchObject({ text: expect.stringContaining("Ink.") });
  const again = await read({ "If-None-Match": String(first.headers.get("ETag")) });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the mock answers 304 on request", async () => {
  const preferred = await read({ Prefer: "code=304" });
  expect([preferred.status, preferred.headers.get("ETag")]).toEqual([304, '"documented"']);
});
