import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../server/http/errors/api-error.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { startLibrary } from "./start-library.ts";

const whale = { id: "moby-dick", title: "Moby-Dick", pages: 635 };
const seen: Record<string, unknown>[] = [];
const answers: Record<string, AnyHandler> = {};
const handler =
  (operationId: string): AnyHandler =>
  (input, services) => {
    seen.push({ operationId, ...input });
    const answer = answers[operationId];
    if (!answer) throw new ApiError("NOT_FOUND", "There is none.", { status: 404 });
    return answer(input, services);
  };
const ids = [
  "listBooks",
  "addBook",
  "readBook",
  "moveBook",
  "removeBook",
  "readCover",
  "replaceCover",
  "readArchive",
  "readText",
  "lendBook",
  "noteLoan",
  "followArrivals",
];
const library = await startLibrary({
  handlers: Object.fromEntries(ids.map((id) => [id, handler(id)])),
  limits: { global: 1000 },
  secretPatterns: [/key_\w+/],
});
afterAll(() => library.close());
const [modern, legacy] = await Promise.all([library.connect(), library.connect({ legacy: true })]);
const eras = [
  ["2026-07-28", modern],
  ["a revision of 2025", legacy],
] as const;

beforeEach(() => {
  seen.length = 0;
  library.log.length = 0;
});
afterEach(() => {
  for (const id of Object.keys(answers)) delete answers[id];
});

/** The texts of a result. */
const texts = ({ content }: { content: { type: string; text?: string }[] }) =>
  content.map(({ type, text }) => text ?? type);
type Result = { content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };
const call = async (name: string, given: object, client = modern, options = {}): Promise<Result> =>
  (await client.callTool({ name, arguments: given as Record<string, unknown> }, options)) as Result;

test.each(eras)("tools are listed in %s", async (_, client) => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toHaveLength(12);
  expect(tools.find(({ name }) => name === "readBook")).toMatchObject({
    title: "Read a book",
    inputSchema: { required: ["bookId"] },
    annotations: { readOnlyHint: true },
  });
});

test.each(eras)("a call answers with the validated body in %s", async (_, client) => {
  answers.readBook = () => ({ status: 200, body: whale });
  await client.listTools();
  const result = await call("readBook", { bookId: "moby-dick" }, client);
  expect(result.structuredContent).toEqual(whale);
  expect(JSON.parse(texts(result)[0] ?? "")).toEqual(whale);
  expect(seen).toMatchObject([
    { operationId: "readBook", path: { bookId: "moby-dick" }, caller: { reader: "Ishmael" } },
  ]);
});

test.each(eras)("a list is structured content in %s", async (_, client) => {
  answers.listBooks = () => ({ status: 200, body: [whale] });
  await client.listTools();
  const { structuredContent } = await call("listBooks", {}, client);
  expect(structuredContent).toEqual(client === modern ? [whale] : { result: [whale] });
});

test("arguments arrive as parameters of every place", async () => {
  answers.listBooks = () => ({ status: 200, body: [] });
  await call("listBooks", {
    limit: 2,
    filter_shelf_: "B2",
    subjects: ["whales", "sea & sky"],
    "X-Reader": "Ishmael",
    after: null,
  });
  expect(seen).toMatchObject([
    {
      query: { limit: 2, "filter[shelf]": "B2", subjects: ["whales", "sea & sky"] },
      headers: { "X-Reader": "Ishmael" },
    },
  ]);
  expect(seen[0]?.query).not.toHaveProperty("after");
});

test("parameters and properties of the same name arrive at their places", async () => {
  answers.moveBook = () => ({ status: 200, body: whale });
  await call("moveBook", { bookId: "a", shelf: "b", body_shelf: "c", body_bookId: "d" });
  expect(seen).toMatchObject([
    { path: { bookId: "a" }, query: { shelf: "b" }, body: { shelf: "c", bookId: "d" } },
  ]);
});

test("a fixed value is sent, and callers can't choose another", async () => {
  answers.lendBook = ({ body }) => ({ status: 200, body: { branch: body.branch } });
  expect((await call("borrow", { book: "x" })).structuredContent).toEqual({ branch: "main" });
  const refused = await call("borrow", { book: "x", branch: "other" });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: "The argument branch can't be chosen." }],
  });
  expect(seen).toHaveLength(1);
});

test("a property of an open body can't replace the value of an argument with another name", async () => {
  answers.noteLoan = ({ body }) => ({ status: 200, body });
  expect((await call("noteLoan", { reader: "a", body_reader: "b", note: "c" })).structuredContent).toEqual({
    reader: "b",
    "branch[id]": "main",
    note: "c",
  });
  expect(await call("noteLoan", { reader: "a", "branch[id]": "other" })).toMatchObject({ isError: true });
  expect(seen).toHaveLength(1);
});

test("each call has its own Idempotency-Key", async () => {
  answers.addBook = ({ body }) => ({ status: 201, body: { id: "1", ...body } });
  await call("addBook", { title: "One" });
  await call("addBook", { title: "One" });
  expect(seen.map(({ body }) => body)).toEqual([{ title: "One" }, { title: "One" }]);
  const [one, other] = seen.map(({ headers }) => (headers as Record<string, string>)["Idempotency-Key"]);
  expect(one).toMatch(/^[\da-f-]{36}$/);
  expect(other).toMatch(/^[\da-f-]{36}$/);
  expect(other).not.toBe(one);
});

test.each(eras)("arguments that aren't as documented are refused by name in %s", async (_, client) => {
  await client.listTools();
  expect(await call("addBook", { title: 7, pages: 0 }, client)).toMatchObject({
    isError: true,
    content: [{ type: "text", text: "The argument title must be string. The argument pages must be >= 1." }],
  });
  expect(await call("readBook", { bookId: "x".repeat(21) }, client)).toMatchObject({
    content: [{ text: "The argument bookId must NOT have more than 20 characters." }],
  });
  expect(seen).toEqual([]);
  expect(library.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

test("a refusal of the server is an error with the document's body and its details", async () => {
  const result = await call("noteLoan", { reader: "a", note: "x".repeat(9 * 1024 * 1024) });
  expect(result.isError).toBe(true);
  expect(texts(result)).toEqual([expect.stringContaining('"code"'), expect.stringMatching(/^HTTP 413/)]);
});

test.each([
  ["listBooks", { after: "x".repeat(100_000) }, "The argument after is too long"],
  ["listBooks", { after: "\ud800" }, "The argument after must be valid Unicode"],
  ["readBook", { bookId: "\udc00" }, "The argument bookId must be valid Unicode"],
  [
    "addBook",
    { title: "x", sequel: `${'{"sequel":'.repeat(20_000)}{}${"}".repeat(20_000)}` },
    "nested too deeply",
  ],
])(
  "%s refuses an argument that no request can carry, which isn't an error of the server",
  async (name, given, text) => {
    const result = await call(name, given);
    expect(result.isError).toBe(true);
    expect(texts(result)[0]).toContain(text);
    expect(seen).toEqual([]);
    expect(library.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  },
);

test("a handler's refusal is an error", async () => {
  const result = await call("readBook", { bookId: "x" });
  expect(result.isError).toBe(true);
  expect(texts(result)).toEqual([
    JSON.stringify({ error: "There is none.", code: "NOT_FOUND" }),
    "HTTP 404 Not Found",
  ]);
});

test("an answer that breaks the contract is an error, and not shown", async () => {
  answers.readBook = () => ({ status: 200, body: { id: 7, title: "the secret" } });
  const result = await call("readBook", { bookId: "x" });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result)).not.toContain("the secret");
});

test("files arrive as bytes", async () => {
  answers.replaceCover = async ({ body }) => ({ status: 200, body: body.picture.size });
  const picture = Buffer.from([0x89, 0x50, 0, 255]).toString("base64");
  expect((await call("replaceCover", { bookId: "x", picture, artist: "Kent" })).structuredContent).toBe(4);
  expect(seen).toMatchObject([{ body: { artist: "Kent" } }]);
  expect(await call("replaceCover", { bookId: "x", picture: "no base64!" })).toMatchObject({
    isError: true,
    content: [{ text: "The argument picture isn't Base64." }],
  });
});

test("an answer of more than 4 MiB is an error", async () => {
  answers.readText = () => ({ status: 200, body: "a".repeat(5 * 1024 * 1024) });
  expect(await call("readText", { bookId: "x" })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("more than 4194304 bytes") }],
  });
});

test("a stream without an end is cut after 1,000 items", async () => {
  answers.followArrivals = () => ({
    status: 200,
    body: (async function* () {
      for (;;) yield whale;
    })(),
  });
  const result = await call("followArrivals", {});
  expect((result.structuredContent as { items: unknown[] }).items).toHaveLength(1000);
  expect(texts(result)[1]).toBe("The stream goes on. These are its first 1000 items.");
});

test("a stream is cut after 4 MiB", async () => {
  answers.followArrivals = () => ({
    status: 200,
    body: (async function* () {
      for (;;) yield { ...whale, id: "a".repeat(1024 * 1024) };
    })(),
  });
  const result = await call("followArrivals", {});
  expect((result.structuredContent as { items: unknown[] }).items).toHaveLength(4);
});

test("a picture is an image, and other bytes are a resource", async () => {
  answers.readCover = () => ({ status: 200, body: Buffer.from([0x89, 0x50]) });
  expect((await call("readCover", { bookId: "a b" })).content).toEqual([
    { type: "image", mimeType: "image/png", data: "iVA=" },
  ]);
  answers.readArchive = () => ({ status: 200, body: Buffer.from([0x89, 0x50]) });
  expect((await call("readArchive", {})).content).toEqual([
    { type: "resource", resource: { uri: "resource:/archive", mimeType: "application/zip", blob: "iVA=" } },
  ]);
});

test("text is text", async () => {
  answers.readText = () => ({ status: 200, body: "Call me Ishmael." });
  expect(texts(await call("readText", { bookId: "x" }))).toEqual(["Call me Ishmael."]);
});

test("a next page is described by its arguments", async () => {
  answers.listBooks = ({ query }) => ({
    status: 200,
    body: [whale],
    headers: { Link: `</books?limit=${query.limit}&after=moby%20dick>; rel="next"` },
  });
  const [, next] = texts(await call("listBooks", { limit: 1 }));
  expect(next).toBe('There are more. The next page has the arguments {"after":"moby dick"}.');
});

test.each(eras)("items of a stream are progress in %s", async (_, client) => {
  let goOn = (): void => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  answers.followArrivals = () => ({
    status: 200,
    body: (async function* () {
      yield whale;
      // The first item arrives before there is a second.
      await isSeen;
      yield { ...whale, id: "omoo" };
    })(),
  });
  const messages: string[] = [];
  const onprogress = ({ progress, message }: { progress: number; message?: string }) => {
    messages.push(`${progress} ${JSON.parse(message ?? "").id}`);
    goOn();
  };
  const result = await call("followArrivals", {}, client, { onprogress });
  await vi.waitUntil(() => messages.length === 2);
  expect(messages).toEqual(["1 moby-dick", "2 omoo"]);
  expect(result.structuredContent).toMatchObject({ items: [{ id: "moby-dick" }, { id: "omoo" }] });
});

test("a cancelled call ends its request", async () => {
  let isEnded = false;
  answers.followArrivals = () => ({
    status: 200,
    body: (async function* () {
      try {
        for (;;) {
          yield whale;
          await pause(5);
        }
      } finally {
        isEnded = true;
      }
    })(),
  });
  const cancel = new AbortController();
  const onprogress = () => cancel.abort();
  await expect(call("followArrivals", {}, modern, { onprogress, signal: cancel.signal })).rejects.toThrow();
  await vi.waitUntil(() => isEnded);
});

test("a person is asked to agree", async () => {
  answers.removeBook = () => ({ status: 204 });
  const asked: string[] = [];
  let content = { confirmed: false };
  const client = await library.connect({
    ask: ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content };
    },
  });
  const remove = () => call("removeBook", { bookId: "x", confirmed: true }, client);
  expect(await remove()).toMatchObject({ isError: true });
  expect(seen).toEqual([]);
  expect(asked).toEqual(['Remove the book from the library? removeBook {"bookId":"x"}']);
  content = { confirmed: true };
  expect(texts(await remove())).toEqual(["HTTP 204 No Content"]);
  expect(seen).toHaveLength(1);
});

test("a person who declines hasn't agreed, whatever the form says", async () => {
  const client = await library.connect({ ask: () => ({ action: "decline", content: { confirmed: true } }) });
  expect(await call("removeBook", { bookId: "x" }, client)).toMatchObject({
    isError: true,
    content: [{ text: "The person didn't agree, so nothing was called." }],
  });
  expect(seen).toEqual([]);
});

test.each(eras)("clients that can't ask state the agreement in %s", async (_, client) => {
  answers.removeBook = () => ({ status: 204 });
  const refused = await call("removeBook", { bookId: "x" }, client);
  expect(refused).toMatchObject({ isError: true });
  expect(texts(refused)[0]).toContain("Remove the book from the library?");
  expect(seen).toEqual([]);
  expect(await call("removeBook", { bookId: "x", confirmed: true }, client)).not.toHaveProperty("isError");
  expect(seen).toHaveLength(1);
});

test.each([
  ["..", "The path parameter"],
  ["", "The path parameter"],
  [null, "The argument bookId is missing."],
  [undefined, "The argument bookId is missing."],
])("the path argument %j leads to no other operation", async (bookId, message) => {
  const result = await call("readBook", { bookId });
  expect(result.isError).toBe(true);
  expect(texts(result)[0]).toContain(message);
  expect(seen).toEqual([]);
});

test.each(["a/../../accounts", "//evil.example/", "http://evil.example/", "x?limit=1#", "a\r\nHost: evil"])(
  "the path argument %j stays a value",
  async (bookId) => {
    answers.readBook = () => ({ status: 200, body: whale });
    await call("readBook", { bookId: bookId.slice(0, 20) });
    expect(seen).toMatchObject([{ operationId: "readBook", path: { bookId: bookId.slice(0, 20) } }]);
  },
);

test.each(["Authorization", "Host", "X-Forwarded-For", "x-forwarded-for", "headers"])(
  "there is no argument %s",
  async (name) => {
    const result = await call("listBooks", { [name]: "1.2.3.4" });
    expect(result.isError).toBe(true);
    expect(texts(result)[0]).toContain(`There is no argument ${name}.`);
    expect(seen).toEqual([]);
  },
);

test("a header can't carry a line break", async () => {
  const result = await call("listBooks", { "X-Reader": "a\r\nb: c" });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("X-Reader") }] });
  expect(seen).toEqual([]);
});

test("an unknown tool is an error of the protocol", async () => {
  await expect(call("listAccounts", {})).rejects.toThrow("Unknown tool: listAccounts");
});

test("calls are logged as the operation's requests, by way of MCP", async () => {
  answers.readBook = () => ({ status: 200, body: whale });
  await call("readBook", { bookId: "x" });
  await vi.waitUntil(() => library.log.filter(({ msg }) => msg === "request").length === 2);
  const lines = library.log.filter(({ msg }) => msg === "request");
  expect(lines).toMatchObject([
    { operationId: "readBook", via: "mcp", status: 200, reader: "Ishmael" },
    { path: "/mcp", status: 200 },
  ]);
  expect(lines[0]?.requestId).toBe(lines[1]?.requestId);
  expect(lines[1]).not.toHaveProperty("via");
});

test("an unexpected error isn't shown", async () => {
  answers.followArrivals = () => ({
    status: 200,
    body: (async function* () {
      yield whale;
      throw new Error("password key_abc");
    })(),
  });
  const result = await call("followArrivals", {});
  expect(result).toEqual(expect.objectContaining({ isError: true }));
  expect(JSON.stringify(result)).not.toContain("password");
  expect(JSON.stringify(library.log)).not.toContain("key_abc");
});
