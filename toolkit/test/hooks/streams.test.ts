import { request } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { eventStream } from "../../server/http/response/send-content.ts";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const raw = notesDocument();
const headers = raw.paths["/picture"].get.responses["200"].headers;
const answered = (mediaType: string) => ({
  ...raw.paths["/picture"].get.responses,
  "200": { description: "It.", headers, content: { [mediaType]: { schema: { type: "string" } } } },
});
raw.paths["/events"] = {
  get: { operationId: "watchNotes", security: [], responses: answered("text/event-stream") },
};
raw.paths["/export"] = {
  get: { operationId: "exportNotes", security: [], responses: answered("application/octet-stream") },
};

raw.paths["/digest"] = {
  post: {
    operationId: "digestNotes",
    security: [],
    requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
    responses: answered("text/event-stream"),
  },
};

/** The response of the handler of `exportNotes` in this test. */
let exported: () => AsyncIterable<string | Uint8Array> = () => Readable.from([]);
/** The responses of the handlers whose streams are refused. */
let refused: () => Readable | undefined = () => undefined;
/** How many events were created, and whether their generator was ended. */
let made = 0;
let hasReturned = false;

async function* ticks() {
  try {
    for (made = 1; ; made++) {
      yield { event: "tick", id: String(made), data: { n: made } };
      await pause(5);
    }
  } finally {
    hasReturned = true;
  }
}

const app = await startApp({
  raw,
  limits: { global: { limit: 1000, windowSeconds: 60 } },
  bounds: { shutdownMs: 200 },
  handlers: {
    watchNotes: async () => ({ status: 200, body: eventStream(ticks()) }),
    exportNotes: async () => ({ status: 200, body: exported(), headers: {} }),
    digestNotes: async () => ({ status: 200, body: Readable.from(["data: 1\n\n"]) }),
    listNotes: async () => ({ status: 200, body: refused() }),
    readPicture: async () => ({ status: 200, contentType: "text/html", body: refused() }),
  },
});
let isClosed = false;
afterAll(() => (isClosed ? undefined : app.close()));

const logged = () => app.logLines.join("");

test("a stream is sent piece by piece, with the documented status and media type", async () => {
  exported = () => Readable.from([Buffer.from("one,"), "two,", Buffer.from("drei €")]);
  const answer = await fetch(`${app.url}/export`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/octet-stream");
  expect(answer.headers.get("X-API-Version")).toBe("n7");
  expect(await answer.text()).toBe("one,two,drei €");
});

test("a stream that answers a body causes no warning of Node's about too many listeners", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on("warning", onWarning);
  const answer = await fetch(`${app.url}/digest`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([answer.status, await answer.text()]).toEqual([200, "data: 1\n\n"]);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

test("events are sent as they are created, and the generator ends when the client disconnects", async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${app.url}/events`, { signal: leaving.signal });
  expect(answer.headers.get("Content-Type")).toBe("text/event-stream");
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  expect(first?.value).toMatch(/^event: tick\nid: 1\ndata: {"n":1}\n\n/);
  leaving.abort();
  await vi.waitFor(() => expect(hasReturned).toBe(true));
  await vi.waitFor(() => expect(logged()).toContain('"operationId":"watchNotes","status":"aborted"'));
  expect(logged()).not.toContain("unexpected error");
});

test("a client that doesn't read slows down the source", async () => {
  let sent = 0;
  exported = async function* () {
    for (; sent < 2000; sent++) yield Buffer.alloc(64 * 1024);
  };
  const slow = request(`${app.url}/export`, { agent: false });
  const taken = new Promise<void>((resolve) =>
    slow.on("response", (answer) => {
      answer.pause();
      resolve();
    }),
  );
  slow.on("error", () => {});
  slow.end();
  await taken;
  await vi.waitFor(async () => {
    const before = sent;
    await pause(50);
    expect(sent).toBe(before);
  });
  expect(sent).toBeLessThan(2000);
  slow.destroy();
});

test("500 for an error before the first chunk", async () => {
  exported = () =>
    new Readable({
      read() {
        this.destroy(new Error("The shelf is away."));
      },
    });
  expect(await send(app, "GET", "/export")).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  expect(logged()).toContain("The shelf is away.");
});

test("an error after the first chunk aborts the response, and is logged", async () => {
  exported = async function* () {
    yield "one,";
    await pause(20);
    throw new Error("The shelf fell.");
  };
  const answer = await fetch(`${app.url}/export`);
  await expect(answer.text()).rejects.toThrow();
  await vi.waitFor(() => expect(logged()).toContain("The shelf fell."));
});

test("HEAD has the headers, and the source is destroyed unread", async () => {
  let isRead = false;
  const source = new Readable({
    read() {
      isRead = true;
    },
  });
  exported = () => source;
  const answer = await fetch(`${app.url}/export`, { method: "HEAD" });
  expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([
    200,
    "application/octet-stream",
    "",
  ]);
  expect([source.destroyed, isRead]).toEqual([true, false]);
});

test("500 for a stream of JSON, which can't be validated, and of an undocumented media type", async () => {
  const sources: Readable[] = [];
  refused = () => {
    sources.push(Readable.from(["[]"]));
    return sources.at(-1);
  };
  expect((await send(app, "GET", "/notes", { key: "good" })).status).toBe(500);
  expect(logged()).toContain(
    "listNotes answered 200, as a stream of application/json, which can't be validated.",
  );
  expect((await send(app, "GET", "/picture")).status).toBe(500);
  expect(logged()).toContain("as text/html, which it doesn't document");
  expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test("line breaks in an event's fields can't create fields", async () => {
  async function* events() {
    yield { event: "a\ndata: b", data: "one\ntwo", retryMs: 500 };
  }
  const { value: text } = await eventStream(events()).next();
  expect(text).toBe("event: a data: b\nretry: 500\ndata: one\ndata: two\n\n");
});

test("a stopping server waits for a stream no longer than for other responses", async () => {
  hasReturned = false;
  const answer = await fetch(`${app.url}/events`);
  const read = answer.text().catch(() => "cut off");
  isClosed = true;
  await app.close();
  expect(await read).toBe("cut off");
  await vi.waitFor(() => expect(hasReturned).toBe(true));
});
