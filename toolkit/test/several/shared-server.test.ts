import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Authenticator } from "../../server/http/credentials/authenticate.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import type { ExchangeResponse } from "../../server/http/exchange.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { referencePages } from "../../server/process/documents/reference-pages.ts";
import {
  loadServed,
  type NamedRunParts,
  rateLimitsOf,
} from "../../server/process/documents/served-document.ts";
import type { OpenService } from "../../server/process/service-definition.ts";
import { ConfigError } from "../../server/process/settings.ts";
import {
  type RunningServices,
  type StartOptions,
  startServices,
} from "../../testing/service/start-service.ts";
import { kioskV1, kioskV2 } from "./kiosk-documents.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-kiosk-"));
  await writeFile(path.join(folder, "v1.json"), JSON.stringify(kioskV1));
  await writeFile(path.join(folder, "v2.json"), JSON.stringify(kioskV2));
});
afterAll(() => rm(folder, { recursive: true }));

const running: RunningServices[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

const accepts =
  (good: string): Authenticator =>
  ({ credential }) =>
    credential === good ? { caller: {}, bucket: "caller" } : undefined;

const opened = (more: Partial<OpenService<object>> = {}): OpenService<object> => ({
  services: {},
  authenticators: { key: accepts("k1"), token: accepts("t2") },
  pages: [],
  close: async () => {},
  ...more,
});

const file = (name: string) => pathToFileURL(path.join(folder, name));

function parts(): { v1: NamedRunParts; v2: NamedRunParts } {
  return {
    v1: {
      name: "v1",
      document: file("v1.json"),
      handlers: {
        listPapers: async () => ({ status: 200, body: [{ id: "p1", title: "Old" }] }),
        getPaper: async () => {
          throw new ApiError("NOT_FOUND", "No such paper.");
        },
      },
      service: { readSettings: () => ({}), open: async () => opened() },
    },
    v2: {
      name: "v2",
      basePath: "/v2",
      document: file("v2.json"),
      handlers: {
        listPapers: async () => ({ status: 200, body: { papers: [{ id: "p1", name: "New" }] } }),
        getPaper: async ({ path: { id } }) => ({ status: 200, body: { id, name: "New" } }),
      },
      service: {
        readSettings: () => ({}),
        cors: { origins: "*" },
        renderError: ({ message, status }) => ({ body: { title: message, status } }),
        open: async () => opened(),
      },
    },
  };
}

async function start(documents: NamedRunParts[] = Object.values(parts()), options: StartOptions = {}) {
  const services = await startServices({ documents }, options);
  running.push(services);
  const { v1, v2 } = services.documents;
  if (!v1 || !v2) throw new Error("A document is missing.");
  return {
    ...services,
    old: (at: string, init: RequestInit = {}) =>
      v1.fetch(v1.url + at, { ...init, headers: { "X-Key": "k1", ...init.headers } }),
    latest: (at: string, init: RequestInit = {}) =>
      v2.fetch(v2.url + at, { ...init, headers: { Authorization: "Bearer t2", ...init.headers } }),
  };
}

const bodyOf = async (response: Promise<Response>) => (await response).json();

test("200 from each document's own handler, even if operations share names", async () => {
  const { old, latest } = await start();
  expect(await bodyOf(old("/v1/papers"))).toEqual([{ id: "p1", title: "Old" }]);
  expect(await bodyOf(latest("/papers"))).toEqual({ papers: [{ id: "p1", name: "New" }] });
  expect(await bodyOf(latest("/papers/p7"))).toEqual({ id: "p7", name: "New" });
});

test("401 for a credential of another document", async () => {
  const { old, latest } = await start();
  expect((await old("/v1/papers", { headers: { "X-Key": "t2" } })).status).toBe(401);
  expect((await latest("/papers", { headers: { Authorization: "Bearer k1" } })).status).toBe(401);
});

test("a secret of one document's service isn't logged when it is sent to another document", async () => {
  const { v1, v2 } = parts();
  v2.service.secretPatterns = [/paper_key_\d+/];
  const { old, latest, logLines } = await start([v1, v2]);
  for (const ask of [old, latest]) expect((await ask("/v1/nothing/paper_key_1234")).status).toBe(404);
  await expect.poll(() => logLines.filter((line) => line.includes("[removed]")).length).toBe(2);
  expect(logLines.join("")).not.toContain("paper_key");
});

test("options of a document override its service's", async () => {
  const { v1, v2 } = parts();
  const renderError: NonNullable<typeof v2.options>["renderError"] = ({ message }) => ({
    body: { title: `v2: ${message}`, status: 404 },
  });
  const { latest } = await start([v1, { ...v2, service: v1.service, options: { renderError } }]);
  expect(await bodyOf(latest("/nothing"))).toMatchObject({ title: expect.stringMatching(/^v2: /) });
});

describe("a document without a name beside another one", () => {
  test("keeps the reference and the scopes of a single document", async () => {
    const { v1, v2 } = parts();
    const { name: _, ...unnamed } = v1;
    const documents = await loadServed({ documents: [unnamed, v2] });
    const paths = [...referencePages(documents).values()].map((pages) => pages.map((page) => page.path));
    expect(paths.flat()).toEqual(expect.arrayContaining(["/docs", "/openapi.json", "/v2/docs"]));
    expect(paths.flat()).not.toContain("/v1/docs");
    const [single] = await loadServed({ documents: [unnamed] });
    expect(Object.keys(rateLimitsOf(documents))).toEqual(
      expect.arrayContaining(Object.keys(rateLimitsOf(single ? [single] : []))),
    );
  });

  test("is the only one without a name", async () => {
    const { v1, v2 } = parts();
    const unnamed = ({ name: _, ...rest }: NamedRunParts) => rest;
    const loading = loadServed({ documents: [unnamed(v1), unnamed(v2)] });
    await expect(loading).rejects.toThrow("Only one document may have no name.");
  });
});

describe("an address of no document", () => {
  test.each([
    ["/v1/nothing", "v1"],
    ["/v1", "v1"],
    ["/v2", "v2"],
    ["/v2/nothing", "v2"],
    ["/v2/papers/p1/pages", "v2"],
    ["/v22/papers", "v1"],
    ["/elsewhere", "v1"],
    ["/v2/papers/%zz", "v2"],
  ])("404 at %s with the error body of %s", async (at, name) => {
    const { url } = await start();
    const response = await fetch(url + at, { headers: { "X-Key": "k1", Authorization: "Bearer t2" } });
    expect(response.status).toBe(404);
    const error = { error: "No such endpoint.", code: "NOT_FOUND" };
    expect(await response.json()).toEqual(name === "v1" ? error : { title: error.error, status: 404 });
  });

  test("404 with the error body of the document with the longest prefix", async () => {
    const { v1, v2 } = parts();
    const { url } = await start([v1, { ...v2, basePath: "/v1/next" }]);
    const response = await fetch(`${url}/v1/next/nothing`, { headers: { Authorization: "Bearer t2" } });
    expect(await response.json()).toEqual({ title: "No such endpoint.", status: 404 });
  });

  test("405 and OPTIONS list the methods of the path's document", async () => {
    const { old, latest, url } = await start();
    expect((await old("/v1/papers", { method: "DELETE" })).headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    expect((await latest("/papers/p1", { method: "DELETE" })).status).toBe(405);
    expect((await fetch(`${url}/v2/papers`, { method: "OPTIONS" })).status).toBe(204);
  });
});

test("429 in one document doesn't affect another", async () => {
  const { old, latest } = await start(undefined, { rateLimits: { "v1.global": 1, "v2.global": 3 } });
  expect((await old("/v1/papers")).status).toBe(200);
  expect((await old("/v1/papers")).status).toBe(429);
  const { headers, status } = await latest("/papers");
  expect([status, headers.get("RateLimit-Remaining")]).toEqual([200, "2"]);
});

test("each document has its own CORS", async () => {
  const { old, latest } = await start();
  const headers = { Origin: "https://reader.example" };
  expect((await old("/v1/papers", { headers })).headers.get("Access-Control-Allow-Origin")).toBeNull();
  expect((await latest("/papers", { headers })).headers.get("Access-Control-Allow-Origin")).toBe("*");
});

test("a request's log line names its document", async () => {
  const { latest, logLines } = await start();
  await latest("/papers");
  await expect
    .poll(() => logLines.map((line) => JSON.parse(line)))
    .toEqual([expect.objectContaining({ document: "v2", operationId: "listPapers", status: 200 })]);
});

test("a page of one service isn't hidden by the other document, and a document's path can't be a page", async () => {
  const { v1, v2 } = parts();
  const page = (at: string) => ({
    method: "GET",
    path: at,
    handler: (_req: unknown, res: ExchangeResponse) => sendJson(res, { page: at }),
  });
  v2.service = { ...v2.service, open: async () => opened({ pages: [page("/status"), page("/v1/papers")] }) };
  const { url, old, logLines } = await start([v1, v2]);
  expect(await bodyOf(fetch(`${url}/status`))).toEqual({ page: "/status" });
  const warnings = logLines.map((line) => JSON.parse(line)).filter((line) => line.page === "/v1/papers");
  expect(warnings).toMatchObject([
    { operationId: "listPapers", msg: "page not served, because an operation has its path" },
  ]);
  expect(await bodyOf(old("/v1/papers"))).toEqual([{ id: "p1", title: "Old" }]);
});

test("a page with parameters, and a wildcard page, are found in the second service too", async () => {
  const { v1, v2 } = parts();
  const page = (at: string) => ({
    method: "GET",
    path: at,
    handler: (_req: unknown, res: ExchangeResponse) => sendJson(res, { page: at }),
  });
  v2.service = { ...v2.service, open: async () => opened({ pages: [page("/desk/{pen}"), page("/desk/*")] }) };
  const { url } = await start([v1, v2]);
  expect(await bodyOf(fetch(`${url}/desk/red`))).toEqual({ page: "/desk/{pen}" });
  expect(await bodyOf(fetch(`${url}/desk/red/tip`))).toEqual({ page: "/desk/*" });
});

describe("services", () => {
  test("a service shared by two documents is opened once, and closed once", async () => {
    const { v1, v2 } = parts();
    const calls: string[] = [];
    const service = {
      readSettings: () => ({}),
      open: async () => {
        calls.push("open");
        return opened({
          pages: [{ method: "GET", path: "/status", handler: (_req, res) => sendJson(res, {}) }],
          close: async () => {
            calls.push("close");
          },
        });
      },
    };
    const { old, latest, close } = await start([
      { ...v1, service },
      { ...v2, service },
    ]);
    expect([(await old("/v1/papers")).status, (await latest("/papers")).status]).toEqual([200, 200]);
    running.pop();
    await close();
    expect(calls).toEqual(["open", "close"]);
  });

  test("one that can't be opened closes those before it", async () => {
    const { v1, v2 } = parts();
    let isClosed = false;
    v1.service = {
      ...v1.service,
      open: async () =>
        opened({
          close: async () => {
            isClosed = true;
          },
        }),
    };
    v2.service = {
      ...v2.service,
      open: async () => {
        throw new Error("no database");
      },
    };
    await expect(start([v1, v2])).rejects.toThrow("no database");
    expect(isClosed).toBe(true);
  });

  test("mistakes in all services' environments are reported at once", async () => {
    const { v1, v2 } = parts();
    const missing = (variable: string) => ({
      readSettings: ({ mistakes }: { mistakes: string[] }) => void mistakes.push(`${variable} is missing`),
    });
    v1.service = { ...v1.service, ...missing("INK") };
    v2.service = { ...v2.service, ...missing("PAPER") };
    await expect(start([v1, v2])).rejects.toThrow(/INK is missing\n- PAPER is missing/);
  });
});

describe("refuses to start", () => {
  const refused = async (change: Partial<NamedRunParts>, message: string | RegExp) => {
    const { v1, v2 } = parts();
    const failed = start([v1, { ...v2, ...change }]);
    await expect(failed).rejects.toThrow(ConfigError);
    await expect(failed).rejects.toThrow(message);
  };

  test("two documents with the same path, naming both", async () => {
    await refused(
      { basePath: "/v1" },
      "The documents v1 and v2 both have the path /v1/papers. Give one of them another basePath.\n" +
        "The documents v1 and v2 both have the path /v1/papers/{id}, as /v1/papers/{paperId} and /v1/papers/{id}.",
    );
  });

  test("two documents with the same name", () =>
    refused({ name: "v1" }, 'Two documents have the name "v1".'));

  test("a name that can't be part of a URL", () =>
    refused({ name: "v 2" }, 'The name "v 2" must consist of letters'));

  test("no document", async () => {
    await expect(startServices({ documents: [] })).rejects.toThrow("There is no document to serve");
  });

  test("two services with the same page", async () => {
    const { v1, v2 } = parts();
    const pages = [{ method: "GET", path: "/status", handler: () => {} }];
    for (const one of [v1, v2]) one.service = { ...one.service, open: async () => opened({ pages }) };
    await expect(start([v1, v2])).rejects.toThrow("The services of v1 and v2 both have a page /status.");
  });
});
