import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";
import { startApp } from "../helpers/small-app.ts";
import { harbourLog } from "./harbour-log.ts";

const init = (method: string, body?: object): RequestInit => ({
  method,
  ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
});

describe("the server", async () => {
  const app = await startApp({
    raw: harbourLog(),
    cors: { origins: "*" },
    handlers: {
      searchShips: async ({ path: { port }, body }) => ({
        status: 200,
        body: [{ name: port, tons: body.minTons }],
      }),
      copyShips: async ({ query }) => ({ status: 201, body: { name: query.to } }),
    },
  });
  afterAll(() => app.close());

  test("200 to QUERY with its body", async () => {
    const response = await app.fetch(`${app.url}/ships/kiel`, init("QUERY", { minTons: 3 }));
    expect([response.status, await response.json()]).toEqual([200, [{ name: "kiel", tons: 3 }]]);
  });

  test("400 to QUERY with a body that doesn't fit", async () => {
    const response = await fetch(`${app.url}/ships/kiel`, init("QUERY", { minTons: "3" }));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("body.minTons")]);
  });

  test("201 to a method of additionalOperations", async () => {
    const response = await app.fetch(`${app.url}/ships/kiel?to=oslo`, init("COPY"));
    expect([response.status, await response.json()]).toEqual([201, { name: "oslo" }]);
  });

  test("405 and OPTIONS list them", async () => {
    const allow = "COPY, GET, HEAD, OPTIONS, QUERY";
    const refused = await fetch(`${app.url}/ships/kiel`, init("MOVE"));
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, allow]);
    const options = await fetch(`${app.url}/ships/kiel`, init("OPTIONS"));
    expect([options.status, options.headers.get("Allow")]).toEqual([204, allow]);
  });

  test("a preflight allows them", async () => {
    const headers = { Origin: "https://harbour.example", "Access-Control-Request-Method": "QUERY" };
    const response = await fetch(`${app.url}/ships/kiel`, { method: "OPTIONS", headers });
    expect(response.headers.get("Access-Control-Allow-Methods")).toContain("QUERY");
  });
});

describe("the mock", () => {
  let folder: string;
  let mock: Mock;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-3.2-"));
    const document = path.join(folder, "openapi.json");
    await writeFile(document, JSON.stringify(harbourLog()));
    mock = await startMock({ document, port: 0 });
  });
  afterAll(async () => {
    await mock.close();
    await rm(folder, { recursive: true });
  });

  test("200 to QUERY with the example given as dataValue", async () => {
    const response = await fetch(`${mock.url}/ships/kiel`, init("QUERY", { minTons: 3 }));
    expect([response.status, await response.json()]).toEqual([
      200,
      [{ name: "Ada" }, { name: "Bea", tons: 9 }],
    ]);
  });

  test.each([
    ["application/jsonl", '{"name":"Ada"}\n{"name":"Bea"}\n'],
    ["application/json-seq", expect.stringContaining('\u001e{"name":"')],
    ["text/event-stream", expect.stringMatching(/^(event: entry\n)?data: .*\n\n$/)],
  ])("200 with a stream of items as %s", async (accept, text) => {
    const response = await fetch(`${mock.url}/log`, { headers: { Accept: accept } });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  test("201 to a method of additionalOperations", async () => {
    const response = await fetch(`${mock.url}/ships/kiel?to=oslo`, init("COPY"));
    expect([response.status, await response.json()]).toEqual([
      201,
      { name: expect.any(String), tons: expect.any(Number) },
    ]);
  });
});

describe("reading", () => {
  const withAdditional = (key: string) => {
    const raw = harbourLog();
    const item = raw.paths["/ships/{port}"];
    item.additionalOperations[key] = { responses: { "204": { description: "Done." } } };
    return readDocument(raw);
  };

  test.each([
    ["copied", "Node's HTTP server doesn't accept the method copied."],
    ["move", "methods are case-sensitive, and Node's HTTP server knows no move. Write MOVE."],
    ["CONNECT", "Node's HTTP server doesn't accept the method CONNECT."],
    ["PUT", "`additionalOperations` can't have PUT. Write it as `put` beside it."],
  ])("%s is left out", (key, reason) => {
    const { operations, leftOut, notes } = withAdditional(key);
    const pointer = `#/paths/~1ships~1{port}/additionalOperations/${key}`;
    expect(operations.map(({ method }) => method)).toEqual(expect.arrayContaining(["query", "copy"]));
    expect(leftOut).toMatchObject([{ pointer }]);
    expect(notes).toContainEqual({
      severity: "error",
      pointer,
      message: `This operation can't be served: ${reason}`,
    });
  });

  test("operations without an operationId are named after their method", () => {
    const names = withAdditional("M-SEARCH").operations.map(({ operationId }) => operationId);
    expect(names).toContain("msearchShipsPort");
  });
});
