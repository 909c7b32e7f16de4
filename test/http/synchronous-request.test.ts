import { cachedBody, memoryLimiter } from "@counterpart/server";
import { type Output, openTelemetry, send } from "@counterpart/testing";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { silent } from "../helpers/world.ts";

// If there is nothing to wait for, a request is answered synchronously. Every guarantee holds there too: each test
// tries to break one.

const note = cachedBody({ text: "Buy ink." });
const good: Output = { status: 200, body: note };
let output = good;
let known = new Set<string>();
const telemetry = await openTelemetry(
  { metrics: true, serviceName: "test", build: { name: "shop", version: "1.2.3" } },
  silent,
);
const app = await startApp({
  raw: notesDocument(),
  authenticators: {
    token: ({ credential }) =>
      known.has(credential)
        ? { caller: { name: credential }, bucket: credential, log: { reader: credential } }
        : undefined,
  },
  handlers: { readNote: () => output },
  limiter: memoryLimiter(),
  observers: telemetry.observers,
});
afterAll(() => app.close());

let caller = 0;
/** The key of a caller with a full allowance. */
let key = "";
beforeEach(() => {
  output = good;
  key = `caller${++caller}`;
  known = new Set([key]);
});
const read = () => send(app, "GET", "/notes/1", { key });

test("the key: 401 as soon as it is revoked", async () => {
  expect((await read()).status).toBe(200);
  known.clear();
  expect((await read()).status).toBe(401);
});

test("the limit: 429 after five requests", async () => {
  const answers: [number, string | null][] = [];
  for (let n = 0; n < 6; n++) {
    const { status, headers } = await read();
    answers.push([status, headers.get("RateLimit-Remaining")]);
  }
  expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.map(([, remaining]) => remaining)).toEqual(["4", "3", "2", "1", "0", "0"]);
});

test("the request: 400 for a parameter of another type", async () => {
  expect((await send(app, "GET", "/notes/one", { key })).status).toBe(400);
});

test.each<[string, Output]>([
  ["a body", { status: 200, body: cachedBody({ text: 7 }) }],
  ["no body", { status: 200 }],
  ["a status", { status: 202, body: note }],
  ["a media type", { status: 200, body: note, contentType: "text/html" }],
])("the response: 500 for %s that isn't documented, even after a valid one", async (_, wrong) => {
  expect((await read()).status).toBe(200);
  output = wrong;
  expect((await read()).status).toBe(500);
});

test("the response: 500 if the handler throws", async () => {
  output = new Proxy(good, {
    get() {
      throw new Error("The ink has run.");
    },
  });
  expect((await read()).status).toBe(500);
});

test("a body that can change is validated each time", async () => {
  const changing = { text: "Buy ink." } as { text: unknown };
  output = { status: 200, body: changing };
  expect((await read()).status).toBe(200);
  changing.text = 7;
  expect((await read()).status).toBe(500);
});

test("the headers: those for security, the version, the id and the limit", async () => {
  const { headers } = await read();
  const names = [
    ...["Strict-Transport-Security", "X-Content-Type-Options", "Content-Security-Policy", "Cache-Control"],
    ...["X-API-Version", "X-Request-Id", "RateLimit", "RateLimit-Limit", "RateLimit-Reset"],
    ...["Content-Type", "Content-Length"],
  ];
  expect(names.filter((name) => !headers.has(name))).toEqual([]);
});

test("the text: non-ASCII text arrives unchanged", async () => {
  output = { status: 200, body: cachedBody({ text: "Käse, 北京, 🧀 und “Tinte”" }) };
  const { text } = await read();
  expect(JSON.parse(text)).toEqual(output.body);
  expect(await read()).toMatchObject({ text });
});

test("the log: one line", async () => {
  const { headers } = await read();
  const id = headers.get("X-Request-Id") ?? "";
  const lines = await vi.waitFor(() => {
    const found = app.logLines.filter((line) => line.includes(id));
    expect(found).not.toEqual([]);
    return found;
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ operationId: "readNote", reader: key, status: 200 });
});

test("the metrics: one observation", async () => {
  const count = async () => {
    const [, value = "0"] =
      /^http_request_duration_seconds_count\{operation="readNote",status="200"\} (\d+)$/m.exec(
        await scrape(),
      ) ?? [];
    return Number(value);
  };
  const before = await count();
  await read();
  await vi.waitFor(async () => expect(await count()).toBe(before + 1));
});

async function scrape(): Promise<string> {
  const page = telemetry.metrics?.page;
  const text = Promise.withResolvers<string>();
  const res = { setHeader() {}, end: (value: string) => text.resolve(value) };
  page?.handler({} as never, res as never, () => {});
  return text.promise;
}
