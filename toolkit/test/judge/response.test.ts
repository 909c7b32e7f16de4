import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import type { Exchange } from "../../testing/judge/exchange.ts";
import { createJudge } from "../../testing/judge/judge.ts";
import { rules } from "../../testing/judge/rules.ts";
import { exchanged } from "./exchanged.ts";
import { library } from "./library.ts";

/** A judge that has seen nothing else. */
const judge = { exchange: (one: Exchange) => createJudge(library).exchange(one) };
const book = { id: "b1", title: "Emma" };
const open = { open: "9-17" };
const versioned = { "X-Version": "3" };
const found = (...given: Parameters<typeof exchanged>) =>
  judge.exchange(exchanged(...given)).map(({ rule, severity }) => `${severity} ${rule}`);
const hours = (headers: [string, string][], body: unknown = open) =>
  found("GET /hours", { headers: [["X-Version", "3"], ...headers], body });

describe("a response", () => {
  test.each<[string, ...Parameters<typeof exchanged>]>([
    ["as documented", "GET /books/b1", { body: book }],
    ["of another status as documented", "GET /books/b1", { status: 404, body: { error: "No such book." } }],
    ["of no content", "DELETE /books/b1", { status: 204 }],
    [
      "of a media type with a parameter",
      "GET /hours",
      { headers: { ...versioned, "Content-Type": "application/json; charset=utf-8" }, body: open },
    ],
    ["to HEAD", "HEAD /books/b1", { headers: { "Content-Type": "application/json" } }],
    [
      "304 to a conditional request",
      "GET /books/b1",
      { status: 304 },
      { headers: { "If-None-Match": '"1"' } },
    ],
    ["documented 503", "GET /hours", { status: 503 }],
    [
      "404 at an unknown path",
      "GET /boats",
      { status: 404, headers: { "Content-Type": "text/html" }, body: "No." },
    ],
    ["401 at an unknown path", "GET /boats", { status: 401 }],
    ["405 at an unknown method", "PATCH /hours", { status: 405 }],
    ["to a CORS preflight", "OPTIONS /hours", { status: 204 }],
    [
      "of text in UTF-16",
      "GET /notes",
      {
        headers: { "Content-Type": "text/plain; charset=utf-16" },
        body: Buffer.from([0xff, 0xfe, 0x61, 0x00]),
      },
    ],
  ])("%s is right", (_, ...given) => {
    expect(found(...given)).toEqual([]);
  });

  test.each<[string, string, ...Parameters<typeof exchanged>]>([
    ["error server-error", "of 500", "GET /books/b1", { status: 500 }],
    ["error server-error", "of an undocumented 503", "GET /books/b1", { status: 503 }],
    ["error undocumented-path", "at an unknown path", "GET /boats", { body: [] }],
    ["info undocumented-path", "redirecting from an unknown path", "GET /books/", { status: 307 }],
    ["error undocumented-method", "to an unknown method", "DELETE /hours", { status: 204 }],
    ["error undocumented-status", "of an undocumented status", "GET /books/b1", { status: 409, body: book }],
    ["error undocumented-status", "304 to an unconditional request", "GET /books/b1", { status: 304 }],
    ["info undocumented-refusal", "of an undocumented 401", "GET /books/b1", { status: 401 }],
    [
      "error media-type",
      "of another media type",
      "GET /books/b1",
      { headers: { "Content-Type": "text/html" }, body: "<p>" },
    ],
    ["error response-header", "without a required header", "GET /hours", { body: open }],
    [
      "error response-header",
      "with a wrong header",
      "GET /hours",
      { headers: { "X-Version": "three" }, body: open },
    ],
    ["error unexpected-body", "of 204 with a body", "DELETE /books/b1", { status: 204, body: book }],
    ["error empty-body", "without the documented body", "GET /books/b1", {}],
    ["error invalid-json", "with NaN", "GET /books/b1", { body: '{"id":"b1","title":"Emma","pages":NaN}' }],
    [
      "error invalid-json",
      "with bytes after the JSON",
      "GET /books/b1",
      { body: `${JSON.stringify(book)}}` },
    ],
    ["error invalid-json", "that ends early", "GET /books/b1", { body: '{"id":"b1",' }],
    [
      "error byte-order-mark",
      "with a byte order mark",
      "GET /books/b1",
      { body: `\uFEFF${JSON.stringify(book)}` },
    ],
    ["error response-body", "without a required member", "GET /books/b1", { body: { id: "b1" } }],
  ])("%s: %s", (rule, _, ...given) => {
    expect(found(...given)).toEqual([rule]);
  });

  test("of bytes that Node's own decoder refuses isn't UTF-8", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const texts = [
      [0x61],
      [0xc3, 0xa4],
      [0xc3],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf0, 0x9f, 0x90, 0xb3],
    ];
    for (const bytes of texts) {
      const body = Buffer.from([...Buffer.from('{"open":"'), ...bytes, ...Buffer.from('"}')]);
      const isRight = () => {
        try {
          decoder.decode(body);
          return true;
        } catch {
          return false;
        }
      };
      expect(hours([], body), String(bytes)).toEqual(isRight() ? [] : ["error invalid-utf8"]);
    }
  });

  test("that is compressed is decoded, and refused when it isn't what it says", () => {
    const text = JSON.stringify(open);
    expect(hours([["Content-Encoding", "gzip"]], gzipSync(text))).toEqual([]);
    expect(hours([["Content-Encoding", "gzip, br"]], brotliCompressSync(gzipSync(text)))).toEqual([]);
    expect(hours([["Content-Encoding", "gzip"]], gzipSync('{"open":1}'))).toEqual(["error response-body"]);
    expect(hours([["Content-Encoding", "gzip"]], Buffer.from(text))).toEqual(["error content-coding"]);
    expect(hours([["Content-Encoding", "gzip"]], gzipSync(text).subarray(0, 12))).toEqual([
      "error content-coding",
    ]);
  });

  test("has each header of a single value once", () => {
    expect(
      hours([
        ["Vary", "a"],
        ["Vary", "b"],
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
      ]),
    ).toEqual([]);
    expect(
      hours([
        ["ETag", '"1"'],
        ["etag", '"1"'],
      ]),
    ).toEqual(["error repeated-header"]);
  });

  test("that is a stream has the documented items", () => {
    const loans = (type: string, body: string | Buffer) =>
      found("GET /loans", { headers: { "Content-Type": type }, body });
    const line = JSON.stringify(book);
    expect(loans("application/jsonl", `${line}\n${line}\n`)).toEqual([]);
    expect(loans("application/jsonl", `${line}\n{"id":"b2"}`)).toEqual(["error response-item"]);
    expect(loans("application/jsonl", `${line}\n{"id":`)).toEqual(["error response-item"]);
    expect(loans("text/event-stream", "data: 1\n\n")).toEqual([]);
    expect(loans("text/event-stream", "data: 22\n\n")).toEqual(["error response-item"]);
    expect(
      loans("text/event-stream", Buffer.from([...Buffer.from("data: 1\n: "), 0xff, 0x0a, 0x0a])),
    ).toEqual(["error invalid-utf8"]);
  });

  test("of text has the documented text", () => {
    const notes = (body: string) => found("GET /notes", { headers: { "Content-Type": "text/plain" }, body });
    expect(notes("Closed.")).toEqual([]);
    expect(notes("Closed today.")).toEqual(["error response-body"]);
  });

  test("of a refusal may have a body that the document leaves out", () => {
    expect(found("GET /loans", { status: 404, body: { error: "None." } })).toEqual(["info unexpected-body"]);
  });

  test("with a wrong cookie isn't quoted", () => {
    const document = readDocument({
      openapi: "3.1.0",
      info: { title: "Cookies", version: "1" },
      paths: {
        "/in": {
          get: {
            operationId: "enter",
            responses: {
              "204": {
                description: "In.",
                headers: { "Set-Cookie": { schema: { type: "string", pattern: "^id=" } } },
              },
            },
          },
        },
      },
    });
    const headers = { "Set-Cookie": "session=abc" };
    const [finding] = createJudge(document).exchange(exchanged("GET /in", { status: 204, headers }));
    expect(finding?.message).toMatch(/^The header Set-Cookie: it must match pattern/);
  });

  test("that wasn't kept is judged by its head", () => {
    const without = exchanged("GET /hours", { headers: { "Content-Type": "application/json" } });
    const response = { ...without.response, body: undefined };
    expect(judge.exchange({ ...without, response }).map(({ rule }) => rule)).toEqual(["response-header"]);
  });
});

test("a finding has a kind that doesn't depend on values", () => {
  const [kind] = judge.exchange(exchanged("GET /books/b1", { body: { id: 1, title: "" } }));
  const [same] = judge.exchange(exchanged("GET /books/b2", { body: { id: 2, title: "x" } }));
  expect(kind?.kind).toBe("response-body: GET /books/{bookId} → 200, body/id");
  expect(same?.kind).toBe(kind?.kind);
  const file = (name: string) => judge.exchange(exchanged(`GET /files/${name}`, { status: 200 }))[0]?.kind;
  expect(file("17")).toBe(file("18"));
});

test("a rule can be switched off by its name", () => {
  const quiet = createJudge(library, { off: ["server-error"] });
  expect(quiet.exchange(exchanged("GET /books/b1", { status: 500 }))).toEqual([]);
  expect(() => createJudge(library, { off: ["server-eror"] })).toThrow("There is no rule server-eror.");
});

test("each rule has a name in kebab case and a sentence", () => {
  for (const [name, { meaning }] of Object.entries(rules)) {
    expect(name).toMatch(/^[a-z]+[a-z0-9]*(-[a-z0-9]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
  }
});
