import { afterEach, expect, test, vi } from "vitest";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { createLog } from "../../server/log/log.ts";
import { createMetrics } from "../../server/telemetry/metrics.ts";
import { openTraces } from "../../server/telemetry/traces.ts";
import { startCollector } from "../telemetry/collector.ts";
import { libraryDocument } from "./library-document.ts";
import { origin, startLibrary } from "./start-library.ts";

type Library = Awaited<ReturnType<typeof startLibrary>>;
const opened: Library[] = [];
const open = async (parts?: Parameters<typeof startLibrary>[0]): Promise<Library> => {
  const library = await startLibrary(parts);
  opened.push(library);
  return library;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

const readBook: AnyHandler = ({ path }) => ({ status: 200, body: { id: path.bookId, title: "A book" } });
const lendBook: AnyHandler = ({ body, caller }) => ({
  status: 200,
  body: { branch: body.branch, reader: caller.reader },
});
const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const list = message("tools/list");
const lend = message("tools/call", { name: "borrow", arguments: { book: "x" } });
const post = (
  { url }: Library,
  {
    body = list,
    headers = {},
    key = "good",
    path = "/mcp",
  }: {
    body?: string;
    headers?: Record<string, string>;
    key?: string;
    path?: string;
  } = {},
) =>
  fetch(`${url}${path}`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key !== "" && { authorization: `Bearer ${key}` }),
      ...headers,
    },
  });
/** A message of a revision of 2025 is an event. */
const messageOf = async (response: Response) =>
  JSON.parse(/^data: (.*)$/m.exec(await response.text())?.[1] ?? "");
/** A document whose operations all need a card. */
const closed = () => {
  const raw = libraryDocument();
  raw.paths["/books/{bookId}/cover"].get.security = [{ card: [] }];
  return raw;
};

test("401 for a wrong key, with the challenge", async () => {
  const library = await open();
  const response = await post(library, { key: "bad" });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect(await response.json()).toMatchObject({ code: "UNAUTHORIZED" });
});

test("401 for a call with a wrong key, and nothing is called", async () => {
  const library = await open();
  expect((await post(library, { key: "bad", body: lend })).status).toBe(401);
  expect(library.log.filter(({ via }) => via === "mcp")).toEqual([]);
});

test("authenticators get the address of the caller's connection", async () => {
  const library = await open({ handlers: { lendBook } });
  await messageOf(await post(library, { body: lend }));
  expect(library.addresses).toEqual(["127.0.0.1", "127.0.0.1"]);
});

test("401 without a key where every operation needs one", async () => {
  expect((await post(await open({ raw: closed() }), { key: "" })).status).toBe(401);
});

test("200 without a key where an operation needs none; the others refuse the call", async () => {
  const library = await open({ handlers: { readBook } });
  const client = await library.connect({ key: "" });
  const result = await client.callTool({ name: "readBook", arguments: { bookId: "x" } });
  expect(result).toMatchObject({ isError: true, content: [{}, { text: "HTTP 401 Unauthorized" }] });
});

test("403 for a caller whose plan doesn't include the API", async () => {
  const response = await post(await open(), { key: "poor" });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "PRO_PLAN_REQUIRED" });
});

test("200 with a key whose scope only some tools accept; the others refuse the call", async () => {
  const raw = libraryDocument();
  raw.paths["/loans"].post.security = [{ card: [] }, { card: ["agent"] }];
  const client = await (await open({ raw, handlers: { lendBook, readBook } })).connect({ key: "agent" });
  const borrowed = await client.callTool({ name: "borrow", arguments: { book: "x" } });
  expect(borrowed.structuredContent).toEqual({ branch: "main", reader: "Queequeg" });
  const read = await client.callTool({ name: "readBook", arguments: { bookId: "x" } });
  // The document has no 403 for it.
  expect(read).toMatchObject({ isError: true, content: [{}, { text: "HTTP 401 Unauthorized" }] });
});

test("403 for a key whose scope no tool accepts", async () => {
  const raw = libraryDocument();
  raw.paths["/accounts"].get.security = [{ card: ["agent"] }];
  expect((await post(await open({ raw }), { key: "agent" })).status).toBe(403);
});

test("429 after too many wrong keys from an address, and valid keys aren't affected", async () => {
  const library = await open({ limits: { global: 3 } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await post(library, { key: `bad${n}` })).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect((await post(library)).status).toBe(200);
});

test("429 after too many messages that are no calls", async () => {
  const library = await open({ limits: { global: 2 } });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await post(library)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test("an error after too many calls that become no request", async () => {
  const library = await open({ limits: { global: 2 } });
  const body = message("tools/call", { name: "readBook", arguments: { bookId: "" } });
  const texts: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { result } = await messageOf(await post(library, { body }));
    texts.push(result.content[0].text);
  }
  expect(texts).toEqual([
    expect.stringContaining("is empty"),
    expect.stringContaining("is empty"),
    expect.stringContaining("Too many requests"),
  ]);
});

test("429 after too many calls that the protocol refuses", async () => {
  const library = await open({ limits: { global: 2 } });
  const headers = { accept: "text/html" };
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await post(library, { body: lend, headers })).status);
  expect(statuses).toEqual([406, 406, 429]);
});

test("calls count in the operation's scope alone", async () => {
  const library = await open({ handlers: { lendBook }, limits: { global: 1, lending: 2 } });
  const outcomes: unknown[] = [];
  for (let n = 0; n < 3; n++) {
    const { result } = await messageOf(await post(library, { body: lend }));
    outcomes.push(result.content.at(-1).text.replace(/\d+$/, "…"));
  }
  expect(outcomes).toEqual([
    expect.stringContaining("main"),
    expect.stringContaining("main"),
    "HTTP 429 Too Many Requests, Retry-After: …",
  ]);
  expect((await post(library)).status).toBe(200);
});

test("calls without a key count for the address that a trusted proxy forwards", async () => {
  const raw = libraryDocument();
  raw.paths["/loans"].post.security = [];
  const free: AnyHandler = ({ body }) => ({ status: 200, body: { branch: body.branch } });
  const library = await open({ raw, trustProxy: 1, limits: { lending: 1 }, handlers: { lendBook: free } });
  const from = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    const { result } = await messageOf(await post(library, { body: lend, key: "", headers }));
    return result.isError === true;
  };
  expect([await from("10.0.0.1"), await from("10.0.0.1"), await from("10.0.0.2")]).toEqual([
    false,
    true,
    false,
  ]);
});

test.each([
  ["query", { path: "/mcp?trace=1&card_key=other" }],
  ["cookie", { headers: { cookie: "theme=dark; card_key=other" } }],
] as const)("calls have the key that their caller sends in the %s", async (place, sent) => {
  const raw = libraryDocument();
  raw.components.securitySchemes.card = { type: "apiKey", in: place, name: "card_key" };
  const library = await open({ raw, handlers: { lendBook } });
  const { result } = await messageOf(await post(library, { body: lend, key: "", ...sent }));
  expect(result.structuredContent).toEqual({ branch: "main", reader: "Ahab" });
});

test("calls at the same time have the keys of their callers", async () => {
  const library = await open({ handlers: { lendBook } });
  const [one, other] = await Promise.all([library.connect(), library.connect({ key: "other" })]);
  const results = await Promise.all(
    [one, other].map((client) => client.callTool({ name: "borrow", arguments: { book: "x" } })),
  );
  expect(results.map(({ structuredContent }) => structuredContent)).toEqual([
    { branch: "main", reader: "Ishmael" },
    { branch: "main", reader: "Ahab" },
  ]);
});

test("403 for pages of other origins", async () => {
  const library = await open({ cors: { origins: ["https://agent.example"] } });
  const statusFrom = async (given: string) => (await post(library, { headers: { origin: given } })).status;
  expect(await statusFrom("https://evil.example")).toBe(403);
  expect(await statusFrom("null")).toBe(403);
  // The host of a rebound name is the attacker's own.
  expect(await statusFrom(library.url)).toBe(403);
  expect(await statusFrom(origin)).toBe(200);
  expect(await statusFrom("https://agent.example")).toBe(200);
});

test.each(["GET", "DELETE"])("405 for %s, since there are no sessions", async (method) => {
  const { url } = await open();
  const response = await fetch(`${url}/mcp`, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("OPTIONS, POST");
});

test("404 unless the configuration has mcp: true", async () => {
  expect((await post(await open({ mcp: false }))).status).toBe(404);
});

test("413 for a message that is larger than a body and its envelope", async () => {
  const raw = libraryDocument();
  delete raw.paths["/books/{bookId}/cover"].put;
  const library = await open({ raw, maxBodyBytes: 1000 });
  expect((await post(library, { body: `"${"x".repeat(300_000)}"` })).status).toBe(413);
});

test("415 for another media type, which pages can send without being asked", async () => {
  expect((await post(await open(), { headers: { "content-type": "text/plain" } })).status).toBe(415);
});

test("400 for what isn't a message", async () => {
  const library = await open();
  expect((await post(library, { body: "{" })).status).toBe(400);
  expect((await post(library, { body: `[${list},${list}]` })).status).toBe(400);
});

test("a subscription is refused, since tools don't change", async () => {
  const library = await open();
  const client = await library.connect();
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow("Subscription limit reached");
});

test("one of several documents is at /mcp/NAME", async () => {
  const library = await open({ name: "v2", handlers: { readBook }, basePath: "/api" });
  const client = await library.connect();
  const result = await client.callTool({ name: "readBook", arguments: { bookId: "x" } });
  expect(result.structuredContent).toEqual({ id: "x", title: "A book" });
});

test("what of x-mcp isn't applied is logged at start", async () => {
  const raw = libraryDocument();
  raw.paths["/books"].get["x-mcp"] = { fixed: { colour: "red" } };
  const { log } = await open({ raw });
  expect(log).toMatchObject([{ msg: "x-mcp not applied", pointer: "#/paths/~1books/get/x-mcp/fixed" }]);
});

test("the span of a call says that it came by way of MCP, in the trace of its caller", async () => {
  const { url, received } = await startCollector(200);
  const traces = openTraces({
    url,
    serviceName: "library",
    serviceVersion: "1",
    log: createLog({ write: () => {} }),
  });
  const library = await open({ handlers: { lendBook }, observers: [traces.requests] });
  const traceId = "a".repeat(32);
  const headers = { traceparent: `00-${traceId}-${"b".repeat(16)}-01` };
  await messageOf(await post(library, { body: lend, headers }));
  await library.close();
  opened.splice(opened.indexOf(library), 1);
  await traces.close();
  const spans = received.flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
  const via = { key: "request.via", value: { stringValue: "mcp" } };
  expect(spans).toHaveLength(2);
  expect(spans).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "lendBook", traceId, attributes: expect.arrayContaining([via]) }),
      expect.objectContaining({ traceId, attributes: expect.not.arrayContaining([via]) }),
    ]),
  );
});

test("metrics count calls by way of MCP", async () => {
  const metrics = createMetrics({ build: { name: "library", version: "1" }, byWay: true });
  const library = await open({ handlers: { readBook }, observers: [metrics.requests] });
  const client = await library.connect();
  await client.callTool({ name: "readBook", arguments: { bookId: "x" } });
  const read = async () => {
    let text = "";
    const end = (given: string): void => {
      text = given;
    };
    await metrics.page.handler({} as never, { setHeader() {}, end } as never, () => {});
    await vi.waitUntil(() => text !== "");
    return text;
  };
  expect(await read()).toContain(
    'http_request_duration_seconds_count{operation="readBook",status="200",via="mcp"} 1',
  );
  await vi.waitUntil(async () => /operation="POST \/mcp",status="200",via="http"/.test(await read()));
});

test("a certificate that a proxy passes on is the caller's credential", async () => {
  const raw = closed();
  raw.components.securitySchemes.card = { type: "mutualTLS" };
  const library = await open({ raw, handlers: { lendBook } });
  const withCertificate = (name: string) => ({ body: lend, key: "", headers: { "client-cert": name } });
  expect((await post(library, { key: "" })).status).toBe(401);
  expect((await post(library, withCertificate("forged"))).status).toBe(401);
  const { result } = await messageOf(await post(library, withCertificate("good")));
  expect(result.structuredContent).toEqual({ branch: "main", reader: "Ishmael" });
});

test("a DELETE has its body", async () => {
  const raw = libraryDocument();
  raw.paths["/books/{bookId}"].delete.requestBody = {
    required: true,
    content: {
      "application/json": { schema: { type: "object", properties: { reason: { type: "string" } } } },
    },
  };
  const reasons: unknown[] = [];
  const removeBook: AnyHandler = ({ body }) => {
    reasons.push(body.reason);
    return { status: 204 };
  };
  const client = await (await open({ raw, handlers: { removeBook } })).connect();
  const given = { bookId: "x", confirmed: true, reason: "It is lost." };
  expect(await client.callTool({ name: "removeBook", arguments: given })).not.toHaveProperty("isError");
  expect(reasons).toEqual(["It is lost."]);
});

test("the question to the person shows everything that will be sent", async () => {
  const raw = libraryDocument();
  raw.paths["/loans"].post["x-mcp"].confirm = "Lend it?";
  const asked: string[] = [];
  const client = await (await open({ raw })).connect({
    ask: ({ params }) => {
      asked.push(params.message);
      return { action: "decline" };
    },
  });
  await client.callTool({ name: "borrow", arguments: { book: "x" } });
  expect(asked).toEqual(['Lend it? borrow {"book":"x","branch":"main"}']);
});
