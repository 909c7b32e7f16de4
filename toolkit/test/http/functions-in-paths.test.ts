import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExampleHandlers } from "../../cli/client-msw/example-handlers.ts";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { contractObserver } from "../../testing/coverage/contract-coverage.ts";
import { exampleRequest } from "../../testing/samples/example-request.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const text = { type: "string" };
const integer = { type: "integer", maximum: 9 };
const operation = (operationId: string, parameters: Record<string, object>) => ({
  get: {
    operationId,
    parameters: Object.entries(parameters).map(([name, schema]) => ({
      ...{ name, in: "path", required: true, schema },
    })),
    responses: { "200": { description: "Found.", content: { "application/json": { schema: {} } } } },
  },
});

/** Paths with functions and keys, as in OData. */
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Functions in paths", version: "1.0.0" },
  paths: {
    "/boards/{board}/square(rank={rank},file={file})": operation("getSquare", {
      board: text,
      rank: integer,
      file: text,
    }),
    "/boxes/{box}({piece})": operation("getPiece", { box: text, piece: text }),
    "/boxes/{box}": operation("getBox", { box: text }),
    "/players('{name}')": operation("getPlayer", { name: text }),
    "/caf\u00e9s/[{table}]": operation("getTable", { table: text }),
    "/broken/{open": operation("getOpen", {}),
    "/broken/{a/b}": operation("getSlash", {}),
  },
};

let app: SmallApp;
beforeAll(async () => {
  const echo = async ({ path }: { path: object }) => ({ status: 200 as const, body: path });
  const names = ["getSquare", "getPiece", "getBox", "getPlayer", "getTable"];
  app = await startApp({ raw, handlers: Object.fromEntries(names.map((name) => [name, echo])) });
});
afterAll(() => app.close());

const get = async (path: string) => {
  const response = await app.fetch(app.url + path);
  return { status: response.status, body: await response.json() };
};

test.each([
  ["/boards/1/square(rank=2,file=c)", { board: "1", rank: 2, file: "c" }],
  ["/boards/1/square(rank=2,file=%2C%29)", { board: "1", rank: 2, file: ",)" }],
  ["/boxes/a(b)", { box: "a", piece: "b" }],
  ["/boxes/a", { box: "a" }],
  ["/players('O%27Neil')", { name: "O'Neil" }],
])("200: %s has the parameters that its path names", async (path, parameters) => {
  expect(await get(path)).toEqual({ status: 200, body: parameters });
});

test("400 names the invalid parameter", async () => {
  const response = await fetch(`${app.url}/boards/1/square(rank=10,file=c)`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining("path.rank") });
});

test("operations whose paths can't be routed are left out and reported, and the others are served", () => {
  expect(app.document.operations).toHaveLength(5);
  expect(app.document.leftOut.map(({ note }) => note)).toMatchObject([
    {
      severity: "error",
      pointer: "#/paths/~1broken~1{open/get",
      message: expect.stringContaining("/broken/{open"),
    },
    { severity: "error", pointer: "#/paths/~1broken~1{a~1b}/get", message: expect.stringContaining("slash") },
  ]);
});

test("the client encodes characters that would end a value too early", async () => {
  const client = createTypedClient<Record<string, never>>(
    { baseUrl: app.url, fetch: app.fetch },
    clientTraits(callTable(app.document)),
  );
  const call = async (path: string, values: object) => {
    const { data } = await client.request(
      "get" as never,
      path as never,
      { params: { path: values } } as never,
    );
    return data;
  };
  const square = { board: "a/b", rank: 2, file: "c),(d" };
  expect(await call("/boards/{board}/square(rank={rank},file={file})", square)).toEqual(square);
  const piece = { box: "a(b", piece: "*'c')" };
  expect(await call("/boxes/{box}({piece})", piece)).toEqual(piece);
});

describe("other users of the document have the same paths:", () => {
  test("example requests reach their operation", async () => {
    for (const operation of app.document.operations) {
      const request = exampleRequest(app.document, operation);
      const { body } = await get(request?.path ?? "");
      expect(Object.values(body as object).map(String)).toEqual(Object.values(request?.pathParams ?? {}));
    }
  });

  test("coverage has the values that the server reads", () => {
    const observe = contractObserver(app.document);
    const [operation] = app.document.operations;
    const seen = (path: string, status: number) =>
      observe({
        ...{ method: "GET", path, query: "", status, requestBody: undefined, requestHeaders: {} },
        ...{ mediaType: undefined, body: undefined, headers: {}, ...(operation && { operation }) },
      }).seen;
    expect(seen("/boards/1/square(rank=10,file=a%2Cb)", 400).join()).toContain("maximum");
    expect(seen("/boards/1/square(rank=9,file=a%2Cb)", 400).join()).not.toContain("maximum");
  });

  test("MSW's handlers check the more literal path first", () => {
    const asked: RegExp[] = [];
    const http = { get: (path: RegExp) => asked.push(path) };
    const example = (path: string) => ({
      method: "get",
      path,
      success: 200,
      answers: { 200: { examples: {} } },
    });
    const paths = ["/boxes/{box}", "/boxes/{box}({piece})", "/boxes/~all"];
    const handlers = createExampleHandlers(
      http,
      Object.fromEntries(paths.map((path) => [path, example(path)])),
      [],
    );
    handlers.all({});
    const first = (url: string) => asked.findIndex((pattern) => pattern.test(url));
    expect(["~all", "a(b)", "a"].map((end) => first(`http://x.test/boxes/${end}`))).toEqual([0, 1, 2]);
  });
});
