import { request } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { type Content, send } from "@counterpart/testing";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";

/** What reached the handler. */
const written: unknown[] = [];
beforeEach(() => {
  written.length = 0;
});

const app = await startApp({
  raw: notesDocument(),
  handlers: {
    writeNote: async ({ body }) => {
      written.push(body);
      return { status: 201, body, headers: { Location: "/notes/1" } };
    },
    burnNote: async ({ body }) => {
      written.push(body);
      return { status: 204 };
    },
  },
});
afterAll(() => app.close());

const key = "good";
const note = { text: "Buy ink. Größe 5 µm 🖋" };
const text = JSON.stringify(note);
const json = { "Content-Type": "application/json" };
const write = (content: Content) => send(app, "POST", "/notes", { key, ...content });

describe("201 for JSON, declared in any way that HTTP allows", () => {
  test.each([
    "application/json",
    "application/JSON; charset=utf-8",
    'Application/Json ; charset="UTF-8"',
    "application/json;charset=utf-8;version=1",
    "application/json;",
  ])("%s", async (mediaType) => {
    expect((await write({ body: text, headers: { "Content-Type": mediaType } })).status).toBe(201);
    expect(written).toEqual([note]);
  });

  test("compressed", async () => {
    const headers = { ...json, "Content-Encoding": "gzip" };
    expect((await write({ body: gzipSync(text), headers })).status).toBe(201);
    expect(written).toEqual([note]);
  });

  test("in chunks", async () => {
    expect(await raw({ "Content-Type": "application/json", "Transfer-Encoding": "chunked" }, text)).toBe(201);
    expect(written).toEqual([note]);
  });

  test("after a byte order mark", async () => {
    expect((await write({ body: `\uFEFF${text}`, headers: json })).status).toBe(201);
    expect(written).toEqual([note]);
  });

  test("with white space around it", async () => {
    expect((await write({ body: `\r\n\t ${text} \n`, headers: json })).status).toBe(201);
  });
});

describe("415 INVALID_REQUEST", () => {
  test.each([
    "text/plain",
    "text/json",
    "application/xml",
    "application/jsonp",
    "application/json-seq",
    "application/vnd.api+json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "*/*",
    "application/*",
    "text/plain, application/json",
    ", ,",
  ])("for a body with Content-Type %s", async (mediaType) => {
    const { status, code } = await write({ body: text, headers: { "Content-Type": mediaType } });
    expect([status, code]).toEqual([415, "INVALID_REQUEST"]);
    expect(written).toEqual([]);
  });

  test("for a body without Content-Type", async () => {
    const { status, code } = await write({ body: text });
    expect([status, code]).toEqual([415, "INVALID_REQUEST"]);
  });

  test.each(["koi8-r", "nonsense", "utf-16", "utf-16le", "UTF-32", '"utf-7"', "iso-8859-1"])(
    "for JSON in the charset %s",
    async (charset) => {
      const headers = { "Content-Type": `application/json; charset=${charset}` };
      const answer = await write({ body: text, headers });
      expect([answer.status, answer.code]).toEqual([415, "INVALID_REQUEST"]);
      expect(answer.text).toContain("send UTF-8");
      expect(written).toEqual([]);
    },
  );

  test("for an unsupported encoding", async () => {
    const { status, code } = await write({ body: text, headers: { ...json, "Content-Encoding": "rot13" } });
    expect([status, code]).toEqual([415, "INVALID_REQUEST"]);
  });

  test("by the first of two media types, as Node counts", async () => {
    expect(await raw(["Content-Type", "text/plain", "Content-Type", "application/json"], text)).toBe(415);
    expect(await raw(["Content-Type", "application/json", "Content-Type", "text/plain"], text)).toBe(201);
  });
});

describe("400 INVALID_REQUEST for a body that can't be read", () => {
  test.each([
    ["half an object", '{"text":'],
    ["two values", '{"text":"a"} {"text":"b"}'],
    ["single quotes", "{'text':'a'}"],
    ["an extra comma", '{"text":"a",}'],
    ["NaN", '{"text":"a","stars":NaN}'],
    ["a word", "text"],
    ["white space", "  \n "],
    ["HTML", "<html></html>"],
    ["a zero byte", "\0"],
    ["only a byte order mark", "\uFEFF"],
    ["100,000 brackets", "[".repeat(100_000)],
  ])("%s", async (_, body) => {
    const { status, code } = await write({ body, headers: json });
    expect([status, code]).toEqual([400, "INVALID_REQUEST"]);
    expect(written).toEqual([]);
  });

  test.each<[string, Buffer]>([
    ["Latin-1", Buffer.from(text, "latin1")],
    ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["half a character", Buffer.from(text).subarray(0, text.indexOf("ö") + 1)],
    ["half a surrogate pair", Buffer.from('{"text":"\xed\xa0\x80"}', "latin1")],
    ["an overlong encoding of a character", Buffer.from('{"text":"\xc0\xaf"}', "latin1")],
  ])("%s, with a sentence that says so", async (_, body) => {
    for (const [sent, headers] of [
      [body, json],
      [gzipSync(body), { ...json, "Content-Encoding": "gzip" }],
    ] as const) {
      const answer = await write({ body: sent, headers });
      expect([answer.status, answer.code]).toEqual([400, "INVALID_REQUEST"]);
      expect(answer.text).toContain("The body isn't valid UTF-8.");
      expect(written).toEqual([]);
    }
  });

  test.each<[string, BufferEncoding]>([
    ["UTF-16", "utf16le"],
    ["nothing but zero bytes", "ascii"],
  ])("%s without a Content-Type that says so", async (_, encoding) => {
    const body = encoding === "ascii" ? Buffer.alloc(10) : Buffer.from('{"text":"a"}', encoding);
    const { status, code } = await write({ body, headers: json });
    expect([status, code]).toEqual([400, "INVALID_REQUEST"]);
  });

  test("declared as compressed, but it isn't", async () => {
    const { status, code } = await write({ body: text, headers: { ...json, "Content-Encoding": "gzip" } });
    expect([status, code]).toEqual([400, "INVALID_REQUEST"]);
  });

  test("without quoting the body", async () => {
    const { text } = await write({ body: "hunter2", headers: json });
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("JSON.parse");
  });
});

describe("400 VALIDATION_ERROR for a body that doesn't match the schema", () => {
  test.each([
    ["nothing", ""],
    ["null", "null"],
    ["true", "true"],
    ["a number", "5"],
    ["a text", '"text"'],
    ["an empty text", '""'],
    ["a list", "[]"],
    ["a list with a good one", `[${text}]`],
    ["an empty object", "{}"],
    ["a wrong type", '{"text":5}'],
    ["null where a text should be", '{"text":null}'],
    ["a list where a text should be", '{"text":["a"]}'],
    ["a number as a text", '{"text":"a","stars":"5"}'],
    ["true as a number", '{"text":"a","stars":true}'],
    ["a fraction", '{"text":"a","stars":1.5}'],
    ["more than a double holds", '{"text":"a","stars":1e400}'],
    ["less than a double holds", '{"text":"a","stars":-1e400}'],
    ["more than 2^53", '{"text":"a","stars":9007199254740993}'],
    ["an invalid date", '{"text":"a","writtenAt":"2026-02-31T00:00:00Z"}'],
    ["an unknown property", '{"text":"a","colour":"blue"}'],
    ["an unknown property named __proto__", '{"text":"a","__proto__":{"stars":5}}'],
    ["an unknown property named constructor", '{"text":"a","constructor":{}}'],
    ["an unknown property without a name", '{"text":"a","":1}'],
    ["only a prototype", '{"__proto__":{"text":"a"}}'],
  ])("%s", async (_, body) => {
    const { status, code } = await write({ body, headers: json });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(written).toEqual([]);
  });

  test("no body and no Content-Type", async () => {
    const { status, code } = await write({});
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("no bytes in chunks", async () => {
    expect(await raw({ "Content-Type": "application/json", "Transfer-Encoding": "chunked" }, "")).toBe(400);
  });

  test("with a message that names the place and the problem, but not all of a hundred faults", async () => {
    const errorOf = async (json: unknown) => ((await write({ json })).body as { error: string }).error;
    expect(await errorOf({ stars: 4 })).toContain("body.text is missing");
    expect(await errorOf({ text: "a", stars: 9 })).toContain("body.stars must be <= 5");
    expect(await errorOf({ text: "a", colour: "blue" })).toContain("body.colour is not a known property");
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`property${n}`, 1]));
    expect((await errorOf(many)).length).toBeLessThan(1000);
  });
});

test("201 for other spellings of numbers in JSON", async () => {
  expect((await write({ body: '{"text":"a","stars":5.0}', headers: json })).status).toBe(201);
  expect((await write({ body: '{"text":"a","stars":50e-1}', headers: json })).status).toBe(201);
  expect(written).toEqual([
    { text: "a", stars: 5 },
    { text: "a", stars: 5 },
  ]);
});

describe("413 INVALID_REQUEST", () => {
  test("for 3 MB", async () => {
    const body = JSON.stringify({ text: "x".repeat(3_000_000) });
    const { status, code } = await write({ body, headers: json });
    expect([status, code]).toEqual([413, "INVALID_REQUEST"]);
  });

  test("for 3 MB in chunks, without an announced size", async () => {
    const headers = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
    expect(await raw(headers, "x".repeat(3_000_000))).toBe(413);
  });

  test("for a few bytes that become 30 MB", async () => {
    const body = gzipSync(Buffer.alloc(30_000_000, "x"));
    expect(body.length).toBeLessThan(100_000);
    const { status, code } = await write({ body, headers: { ...json, "Content-Encoding": "gzip" } });
    expect([status, code]).toEqual([413, "INVALID_REQUEST"]);
  });

  test("for more than 1 MiB, and not for less", async () => {
    const bytes = (size: number) => `{"text":"a"}${" ".repeat(size - 12)}`;
    expect((await write({ body: bytes(1024 * 1024), headers: json })).status).toBe(201);
    expect((await write({ body: bytes(1024 * 1024 + 1), headers: json })).status).toBe(413);
  });

  test("for an announced 3 MB while the memory budget is used up, which is 500 for smaller bodies", async () => {
    const head = `POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n`;
    const port = Number(new URL(app.url).port);
    const readers = Array.from({ length: 16 }, () => connect(port, "127.0.0.1"));
    for (const reader of readers) reader.write(`${head}Content-Length: ${1024 ** 2}\r\n\r\n`);
    const inChunks = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
    await vi.waitFor(async () => expect(await raw(inChunks, text)).toBe(500));
    expect((await write({ body: "x".repeat(3_000_000), headers: json })).status).toBe(413);
    for (const reader of readers) reader.destroy();
    await vi.waitFor(async () => expect(await raw(inChunks, text)).toBe(201));
  });

  test("and the next request is served", async () => {
    await write({ body: "x".repeat(3_000_000), headers: json });
    expect((await write({ json: note })).status).toBe(201);
  });
});

test("500 for a body in chunks that outgrows what is left of the budget, and 201 for a small one", async () => {
  const head = `POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n`;
  const readers = Array.from({ length: 16 }, () => connect(Number(new URL(app.url).port), "127.0.0.1"));
  for (const reader of readers) reader.write(`${head}Content-Length: ${1000 * 1024}\r\n\r\n`);
  const inChunks = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
  const large = `{"text":"a"}${" ".repeat(600 * 1024)}`;
  await vi.waitFor(async () => expect(await raw(inChunks, large)).toBe(500));
  expect(await raw(inChunks, text)).toBe(201);
  for (const reader of readers) reader.destroy();
  await vi.waitFor(async () => expect(await raw(inChunks, large)).toBe(201));
});

test("204 if the document has no body, whatever is sent: it isn't read", async () => {
  for (const content of [
    { body: "{", headers: json },
    { body: "<a>", headers: { "Content-Type": "text/xml" } },
    { body: "x".repeat(3_000_000) },
    { json: note },
  ]) {
    expect((await send(app, "DELETE", "/notes/1", { key, ...content })).status).toBe(204);
  }
  expect(written).toEqual([undefined, undefined, undefined, undefined]);
});

/** Sends headers that fetch would normalise. */
function raw(headers: Record<string, string> | string[], body: string): Promise<number | undefined> {
  const all = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(app.url);
    const length = all.includes("Transfer-Encoding") ? [] : ["Content-Length", `${Buffer.byteLength(body)}`];
    const sent = [...all, ...length, "Host", host, "Authorization", "Bearer good"];
    const out = request({ hostname, port, path: "/notes", method: "POST", headers: sent }, (response) => {
      resolve(response.resume().statusCode);
    });
    out.on("error", reject);
    out.end(body);
  });
}
