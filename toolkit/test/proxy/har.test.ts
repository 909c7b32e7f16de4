import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkRecording } from "../../cli/traffic/har/check-recording.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createJudge } from "../../testing/judge/judge.ts";
import { UsageError } from "../../testing/mock/usage-error.ts";
import type { Observed } from "../../testing/proxy/observer.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const petSchema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: {
          "200": { description: "All.", content: json({ type: "array", items: petSchema }) },
          "304": { description: "As before." },
        },
      },
      post: {
        operationId: "addPet",
        requestBody: { required: true, content: json(petSchema) },
        responses: { "201": { description: "Added.", content: json({ type: "object" }) } },
      },
    },
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-har-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(file: string, to: string) {
  const seen: Observed[] = [];
  const skipped = await checkRecording(file, {
    document,
    judge: createJudge(document),
    to,
    onExchange: (one) => void seen.push(one),
  });
  const findings = seen.flatMap((one) => one.findings.map(({ rule, place }) => `${rule}: ${place}`));
  return { seen, findings, skipped };
}

describe("a recording by Chromium", () => {
  const file = fileURLToPath(new URL("recordings/chromium.har", import.meta.url));

  test("has the same findings as the traffic itself", async () => {
    const { seen, findings, skipped } = await check(file, "http://127.0.0.1:18473");
    expect(seen).toHaveLength(6);
    expect(findings).toEqual([
      "undocumented-path: GET / → 200",
      "response-body: GET /pets → 200, body/*",
      "server-error: DELETE /pets/*/photos/*/comments-with-a-very-long-name → 500",
    ]);
    expect(skipped).toEqual(["1 request to other addresses was skipped."]);
  });

  test("is refused for a server that it has no requests to", async () => {
    await expect(check(file, "http://localhost:9")).rejects.toThrow(
      /chromium\.har has no request to http:\/\/localhost:9\. It has requests to http:\/\/127\.0\.0\.1:18473, /,
    );
  });
});

interface Made {
  method?: string;
  url?: string;
  status?: number;
  sent?: Record<string, string>;
  received?: Record<string, string>;
  postData?: object;
  bodySize?: number;
  content?: object;
  more?: object;
}

const type = { "Content-Type": "application/json" };

function entry(made: Made) {
  const { method = "GET", url = "https://pets.example/pets", status = 200, received = type } = made;
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 12,
    request: {
      method,
      url,
      headers: lines(made.sent ?? {}),
      bodySize: made.bodySize ?? -1,
      ...(made.postData && { postData: made.postData }),
    },
    response: { status, headers: lines(received), content: made.content ?? { size: 2, text: "[]" } },
    ...made.more,
  };
}

let files = 0;
async function checkEntries(entries: Made[], to = "https://pets.example") {
  const file = path.join(folder, `${++files}.har`);
  await writeFile(file, `\uFEFF${JSON.stringify({ log: { version: "1.2", entries: entries.map(entry) } })}`);
  return check(file, to);
}

const badText = '[{"name":1}]';
const finding = "response-body: GET /pets → 200, body/*/name";

describe("a body", () => {
  test.each([
    ["as text", { size: badText.length, text: badText }, type],
    ["in base64", { text: Buffer.from(badText).toString("base64"), encoding: "base64" }, type],
    ["that was compressed", { text: badText }, { ...type, "content-encoding": "gzip, br" }],
  ])("%s is checked", async (_, content, received) => {
    expect((await checkEntries([{ content, received }])).findings).toEqual([finding]);
  });

  test.each([
    ["is missing", { size: 5 }, type],
    ["was cut", { size: 500, text: "[{" }, type],
    ["lost bytes that aren't UTF-8", { text: "[\uFFFD]" }, type],
    ["has an unknown coding", { text: "[]" }, { ...type, "content-encoding": "own" }],
  ])("that %s is unchecked", async (_, content, received) => {
    expect((await checkEntries([{ content, received }])).findings).toEqual([
      "unchecked-body: GET /pets → 200, body",
    ]);
  });

  test("of a 304 and of HEAD is empty, even if the browser shows the cached one", async () => {
    const cached = { content: { size: 2, text: "{}" } };
    const { findings } = await checkEntries([
      { status: 304, sent: { "if-none-match": '"a"' }, received: { etag: '"a"' }, ...cached },
      { method: "HEAD", ...cached },
    ]);
    expect(findings).toEqual([]);
  });

  test("of a request is checked, and unchecked if it is missing", async () => {
    const post = { method: "POST", status: 201, sent: type, content: { text: "{}" } };
    const { findings } = await checkEntries([
      { ...post, postData: { text: '{"name":1}' } },
      { ...post, bodySize: 7 },
      { ...post, postData: { text: '{"name":"Rex"}' } },
    ]);
    expect(findings).toEqual([
      expect.stringMatching(/^invalid-request: POST \/pets → 201/),
      "unchecked-body: POST /pets → 201, request body",
    ]);
  });
});

test("pseudo headers of HTTP/2 are left out", async () => {
  const { seen } = await checkEntries([{ sent: { ":authority": "pets.example", ":path": "/pets", a: "1" } }]);
  expect(seen[0]?.exchange.request.headers).toEqual([["a", "1"]]);
});

test("entries of other servers and paths, failed and cached ones and WebSockets are skipped", async () => {
  const { seen, skipped } = await checkEntries(
    [
      { url: "https://pets.example/v1/pets?a=%41#top" },
      { url: "https://pets.example/v10/pets" },
      { url: "https://other.example/v1/pets" },
      { url: "data:text/plain,a" },
      { url: "https://pets.example/v1/pets", status: 0 },
      { url: "https://pets.example/v1/pets", status: 101 },
      { url: "https://pets.example/v1/pets", more: { _fromCache: "disk" } },
    ],
    "https://pets.example/v1",
  );
  expect(seen.map(({ exchange, operationId }) => [exchange.request.target, operationId])).toEqual([
    ["/pets?a=%41", "listPets"],
  ]);
  expect(skipped).toEqual([
    "3 requests to other addresses were skipped.",
    "3 requests that the server didn't answer were skipped.",
  ]);
});

test("exchanges are checked in the order in which they ended", async () => {
  const at = (startedDateTime: string, time: number) => ({ more: { startedDateTime, time } });
  const { seen } = await checkEntries([
    at("2026-01-01T00:00:02.000Z", 10),
    at("2026-01-01T00:00:00.000Z", 5000),
    at("2026-01-01T00:00:01.000Z", 10),
  ]);
  expect(seen.map(({ exchange }) => exchange.durationMs)).toEqual([10, 10, 5000]);
  expect(seen[0]?.exchange.startedAt.toISOString()).toBe("2026-01-01T00:00:01.000Z");
});

test.each([
  ["no JSON", "<html>", /isn't a HAR file: Unexpected token/],
  ["another JSON", "[]", /isn't a HAR file: the value: /],
  ["no entries", '{"log":{}}', /isn't a HAR file: log\.entries: /],
  [
    "an entry without a date",
    JSON.stringify({ log: { entries: [{ ...entry({}), startedDateTime: "soon" }] } }),
    /isn't a HAR file: log\.entries\.0\.startedDateTime: must be a date\./,
  ],
  [
    "a URL that isn't one",
    JSON.stringify({ log: { entries: [entry({ url: "/pets" })] } }),
    /log\.entries\.0\.request\.url: must be a URL\./,
  ],
])("a usage error for %s", async (_, text, message) => {
  const file = path.join(folder, "wrong.har");
  await writeFile(file, text);
  await expect(check(file, "http://a")).rejects.toBeInstanceOf(UsageError);
  await expect(check(file, "http://a")).rejects.toThrow(message);
});
