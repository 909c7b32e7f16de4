import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const account = {
  type: "object",
  properties: { id: { type: "integer", format: "int64" }, ratio: { type: "number" }, meta: {} },
};
const raw = {
  openapi: "3.2.0",
  info: { title: "Ledger", version: "1" },
  paths: {
    "/accounts": {
      post: {
        operationId: "echo",
        requestBody: { content: json(account) },
        responses: { 200: { description: "OK", content: json(account) } },
      },
      get: {
        operationId: "find",
        parameters: [
          { name: "id", in: "query", schema: { type: "integer" } },
          { name: "where", in: "query", content: json(account) },
        ],
        responses: { 204: { description: "OK" } },
      },
    },
    "/lines": {
      post: {
        operationId: "append",
        requestBody: { content: { "application/jsonl": { itemSchema: account } } },
        responses: { 204: { description: "OK" } },
      },
    },
    "/forms": {
      post: {
        operationId: "fill",
        requestBody: {
          content: { "multipart/form-data": { schema: { type: "object", properties: { account } } } },
        },
        responses: { 204: { description: "OK" } },
      },
    },
  },
};

describe("integers that JavaScript would round", () => {
  let app: SmallApp;
  let answered: unknown;
  beforeAll(async () => {
    app = await startApp({
      raw,
      handlers: {
        echo: async ({ body }) => ({ status: 200, body: answered ?? body }),
        find: async () => ({ status: 204 }),
        append: async ({ body }) => {
          for await (const _item of body as AsyncIterable<unknown>);
          return { status: 204 };
        },
        fill: async () => ({ status: 204 }),
      },
    });
  });
  afterAll(() => app.close());

  async function send(path: string, init?: RequestInit) {
    const answer = await fetch(app.url + path, init);
    return { status: answer.status, text: await answer.text() };
  }

  const post = (path: string, body: string, type = "application/json") =>
    send(path, { method: "POST", headers: { "Content-Type": type }, body });

  test.each([
    ["as an integer", '{"id":9007199254740993}', "body.id"],
    ["where anything is allowed", '{"meta":{"n":[-9007199254740993]}}', "body.meta.n.0"],
    ["in a long body", `{"meta":"${"x".repeat(20_000)}","id":9007199254740993}`, "body.id"],
  ])("400 %s", async (_, body, place) => {
    const { status, text } = await post("/accounts", body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: "VALIDATION_ERROR",
      error: `Invalid request: ${place} must be an integer from -9007199254740991 to 9007199254740991, since others would be rounded.`,
    });
  });

  test("400 for a larger integer if the schema says integer, even if it is exact", async () => {
    const { status, text } = await post("/accounts", '{"id":9007199254740992}');
    expect(status).toBe(400);
    expect(text).toContain("body.id must be <= 9007199254740991");
  });

  test("200 with the same text for exact integers", async () => {
    for (const body of [
      '{"id":9007199254740991}',
      '{"ratio":123456789012345680000}',
      '{"ratio":0.12345678901234568}',
      '{"meta":"9007199254740993"}',
    ])
      expect(await post("/accounts", body)).toEqual({ status: 200, text: body });
  });

  test.each([
    "/accounts?id=9007199254740993",
    "/accounts?id=-9007199254740993",
    '/accounts?where={"id":9007199254740993}',
  ])("400 in a parameter: %s", async (path) => {
    const { status, text } = await send(path);
    expect(status).toBe(400);
    if (path.includes("?id")) expect(text).toContain("query.id must be an integer from -9007199254740991 to");
  });

  test("400 in an item of a stream", async () => {
    const { status, text } = await post("/lines", '{"id":1}\n{"id":9007199254740993}\n', "application/jsonl");
    expect(status).toBe(400);
    expect(text).toContain("body.1.id must be an integer from");
  });

  test("400 in a part of a form", async () => {
    const form = new FormData();
    form.set("account", '{"id":9007199254740993}');
    expect((await send("/forms", { method: "POST", body: form })).status).toBe(400);
    form.set("account", '{"id":1}');
    expect((await send("/forms", { method: "POST", body: form })).status).toBe(204);
  });

  test("500 for one in a handler's answer", async () => {
    answered = { id: 2 ** 60 };
    expect((await post("/accounts", "{}")).status).toBe(500);
    answered = undefined;
  });

  test("the client throws for one in an answer, unless it is read as text", async () => {
    const text = '{"id":9007199254740993}';
    const client = createTypedClient<Paths>(
      {
        baseUrl: "http://ledger.test",
        fetch: async () => new Response(text, { headers: { "Content-Type": "application/json" } }),
      },
      {},
    );
    await expect(client.GET("/accounts", {})).rejects.toThrow(/round.*parseAs/);
    const { data } = await client.GET("/accounts", { parseAs: "text" });
    expect(data).toBe(text);
  });
});

interface Paths {
  "/accounts": { get: { responses: { 200: { content: { "application/json": { id: number } } } } } };
}
