import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { ExchangeResponse } from "../../server/http/exchange.ts";
import { readBasePath } from "../../server/http/options/base-path.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const good = { key: "good" };
const limits = { global: { limit: 1000, windowSeconds: 60 } };
const handlers = { listNotes: async () => ({ status: 200, body: [] }) };

describe("maxBodyBytes", async () => {
  const app = await startApp({
    raw: notesDocument(),
    limits,
    maxBodyBytes: 2048,
    handlers: {
      writeNote: async ({ body }) => ({ status: 201, body, headers: { Location: "/notes/1" } }),
    },
  });
  afterAll(() => app.close());
  const write = (text: string) => send(app, "POST", "/notes", { ...good, json: { text } });

  test("201 up to the limit, 413 above it", async () => {
    expect((await write("x".repeat(900))).status).toBe(201);
    const tooLarge = await write("x".repeat(2048));
    expect(tooLarge).toMatchObject({ status: 413, code: "INVALID_REQUEST" });
    expect(tooLarge.body).toMatchObject({ error: "The body is larger than 2 KiB." });
  });

  test("must be a whole number from 1", async () => {
    for (const maxBodyBytes of [0, 1.5, Number.NaN]) {
      const start = startApp({ raw: notesDocument(), maxBodyBytes });
      await expect(start).rejects.toThrow("maxBodyBytes must be a whole number from 1.");
    }
  });
});

describe("cors", async () => {
  const origins = ["https://notes.example"];
  const app = await startApp({
    raw: notesDocument(),
    limits,
    handlers,
    cors: { origins, maxAgeSeconds: 600 },
  });
  const open = await startApp({ raw: notesDocument(), limits, handlers, cors: { origins: "*" } });
  const closed = await startApp({ raw: notesDocument(), limits, handlers });
  afterAll(() => Promise.all([app.close(), open.close(), closed.close()]));

  const ask = (url: string, method: string, path: string, headers: Record<string, string>) =>
    fetch(url + path, { method, headers });
  const preflight = (origin: string) => ({ Origin: origin, "Access-Control-Request-Method": "POST" });

  test("an allowed origin may read answers and refusals, and the documented headers", async () => {
    const headers = { Origin: "https://notes.example" };
    for (const [path, status] of [
      ["/notes", 401],
      ["/nothing", 404],
    ] as const) {
      const answer = await ask(app.url, "GET", path, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://notes.example");
      expect(answer.headers.get("Vary")).toBe("Origin");
      expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("RateLimit-Limit");
      expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    }
  });

  test("an allowed origin's preflight is 204 without a credential", async () => {
    const headers = {
      ...preflight("https://notes.example"),
      "Access-Control-Request-Headers": "authorization",
    };
    const answer = await ask(app.url, "OPTIONS", "/notes", headers);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, OPTIONS, POST");
    expect(answer.headers.get("Access-Control-Allow-Headers")).toBe("authorization");
    expect(answer.headers.get("Access-Control-Max-Age")).toBe("600");
  });

  test("another origin gets no such headers", async () => {
    const answer = await ask(app.url, "OPTIONS", "/notes", preflight("https://evil.example"));
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(answer.headers.get("Vary")).toBe("Origin");
  });

  test("every origin may read answers if origins is *", async () => {
    const answer = await ask(open.url, "GET", "/notes", { Origin: "https://any.example" });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.has("Vary")).toBe(false);
  });

  test("no CORS headers are sent without it", async () => {
    const answer = await ask(closed.url, "OPTIONS", "/notes", preflight("https://notes.example"));
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("* with credentials is refused at startup", async () => {
    const start = startApp({ raw: notesDocument(), cors: { origins: "*", credentials: true } });
    await expect(start).rejects.toThrow("CORS with credentials needs a list of origins");
  });
});

describe("basePath", async () => {
  const page = {
    method: "GET",
    path: "/healthz",
    handler: (_req: unknown, res: ExchangeResponse) => sendJson(res, {}),
  };
  const app = await startApp({ raw: notesDocument(), limits, handlers, basePath: "/api/v2/", pages: [page] });
  afterAll(() => app.close());
  const statusOf = async (method: string, path: string) =>
    (await fetch(app.url + path, { method, headers: { Authorization: "Bearer good" } })).status;

  test("the document's paths are below it, and pages aren't", async () => {
    expect(await statusOf("GET", "/api/v2/notes?limit=2")).toBe(200);
    expect(await statusOf("PUT", "/api/v2/notes")).toBe(405);
    expect(await statusOf("GET", "/notes")).toBe(404);
    expect(await statusOf("GET", "/healthz")).toBe(200);
    expect(await statusOf("GET", "/api/v2/healthz")).toBe(404);
  });

  test("the mock uses it too", async () => {
    const document = fileURLToPath(new URL("../mock/fixtures/boatyard.json", import.meta.url));
    const mock = await startMock({ document, port: 0, basePath: "/yard" });
    const [path = ""] = mock.document.paths.filter((one) => !one.includes("{"));
    expect((await fetch(`${mock.url}/yard${path}`, { method: "OPTIONS" })).status).toBe(204);
    expect((await fetch(mock.url + path, { method: "OPTIONS" })).status).toBe(404);
    await mock.close();
  });

  test("must begin with a slash", () => {
    for (const basePath of ["api", "/{stage}", "/api?x"]) {
      expect(() => readBasePath(basePath)).toThrow(`The base path "${basePath}" must begin with a slash`);
    }
  });
});
