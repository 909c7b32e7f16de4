import { sendText } from "@counterpart/server/http";
import { type Content, send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";

const note = { text: "Buy ink." };
const app = await startApp({
  raw: notesDocument(),
  handlers: {
    listNotes: async () => ({ status: 200, body: [note] }),
    readNote: async () => ({ status: 200, body: note }),
    readFirst: async () => ({ status: 200, body: note }),
    burnNote: async () => {
      throw new Error("The fire is out.");
    },
  },
  pages: [
    {
      method: "GET",
      path: "/about",
      handler: (_req, res) => sendText(res, "text/html", "<!doctype html><title>About</title>"),
    },
  ],
});
afterAll(() => app.close());

/** One request for each kind of response. */
const every: [string, string, string, Content][] = [
  ["200", "GET", "/notes", { key: "good" }],
  ["204", "OPTIONS", "/notes", {}],
  ["400", "GET", "/notes?limit=0", { key: "good" }],
  ["401", "GET", "/notes", {}],
  ["403", "GET", "/notes", { key: "poor" }],
  ["404", "GET", "/nothing", {}],
  ["405", "PUT", "/notes", { key: "good" }],
  ["413", "POST", "/notes", { key: "good", json: { text: "x".repeat(2_000_000) } }],
  ["415", "POST", "/notes", { key: "good", body: "x" }],
  ["500", "DELETE", "/notes/1", { key: "good" }],
];

describe.each(every)("on %s", (status, method, path, content) => {
  test("the version, from the document's const", async () => {
    const answer = await send(app, method, path, content);
    expect([`${answer.status}`, answer.headers.get("X-API-Version")]).toEqual([status, "n7"]);
  });

  test("its own request id", async () => {
    const ids = [1, 2].map(async () => (await send(app, method, path, content)).headers.get("X-Request-Id"));
    const [one, other] = await Promise.all(ids);
    expect(one).toMatch(/^req_[0-9a-z]{32}$/);
    expect(other).not.toBe(one);
  });

  test("headers against executing, framing, sniffing and caching", async () => {
    const { headers } = await send(app, method, path, content);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.has("X-Powered-By")).toBe(false);
    expect(headers.has("Access-Control-Allow-Origin")).toBe(false);
    expect(headers.has("Set-Cookie")).toBe(false);
  });
});

test("every error body has the length that Content-Length says, and JSON in UTF-8", async () => {
  for (const [status, method, path, content] of every.filter(([status]) => status >= "400")) {
    const { text, headers } = await send(app, method, path, content);
    const length = headers.get("Content-Length");
    expect([status, length, headers.get("Content-Type")]).toEqual([
      status,
      `${Buffer.byteLength(text)}`,
      "application/json; charset=utf-8",
    ]);
  }
});

describe("a request id that a client sends", () => {
  const idFor = async (given: string) => {
    const headers = { "X-Request-Id": given };
    return (await send(app, "GET", "/notes", { key: "good", headers })).headers.get("X-Request-Id");
  };

  test("is kept", async () => {
    expect(await idFor("edge-7.f00_BAR")).toBe("edge-7.f00_BAR");
  });

  test.each(["", "two words", "semi;colon", "ä", "x".repeat(65), "<script>"])(
    "isn't kept when it is %j",
    async (given) => {
      expect(await idFor(given)).toMatch(/^req_/);
    },
  );

  test("is in the log line of the request and in a 500", async () => {
    const headers = { "X-Request-Id": "edge-8" };
    const { text } = await send(app, "DELETE", "/notes/1", { key: "good", headers });
    expect(text).toContain("edge-8");
    const lines = app.logLines.filter((line) => line.includes("edge-8")).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "unexpected error", operationId: "burnNote" }),
    );
  });
});

describe("on a deprecated operation", () => {
  test("200 with Deprecation since the document's date, and Sunset when it has one", async () => {
    const { headers } = await send(app, "GET", "/notes/1", { key: "good" });
    expect(headers.get("Deprecation")).toBe(`@${Date.parse("2026-01-01T00:00:00Z") / 1000}`);
    expect(headers.get("Sunset")).toBe("Mon, 01 Jun 2026 00:00:00 GMT");
  });

  test("401 and 400 too", async () => {
    expect((await send(app, "GET", "/notes/1")).headers.has("Deprecation")).toBe(true);
    expect((await send(app, "GET", "/notes/x", { key: "good" })).headers.has("Sunset")).toBe(true);
  });

  test("200 without a date, when the document has none", async () => {
    const { headers } = await send(app, "GET", "/notes/first", { key: "good" });
    expect([headers.get("Deprecation"), headers.get("Sunset")]).toEqual(["@0", null]);
  });

  test("but on no other operation", async () => {
    const { headers } = await send(app, "GET", "/notes", { key: "good" });
    expect([headers.get("Deprecation"), headers.get("Sunset")]).toEqual([null, null]);
  });
});

describe("the pages outside the document", () => {
  const page = (method: string) => fetch(`${app.url}/about?from=mail`, { method });

  test("200 without a token, uncounted, with headers for browsers", async () => {
    const { status, headers } = await page("GET");
    expect([status, headers.get("Content-Type"), headers.has("RateLimit")]).toEqual([
      200,
      "text/html; charset=utf-8",
      false,
    ]);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  });

  test("200 to HEAD, 405 to any other method", async () => {
    expect((await page("HEAD")).status).toBe(200);
    expect((await page("POST")).status).toBe(405);
  });
});
