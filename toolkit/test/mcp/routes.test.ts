import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExchangeResponse } from "../../server/http/exchange.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { palletsDocument } from "./pallets-document.ts";
import { startLibrary } from "./start-library.ts";

type Library = Awaited<ReturnType<typeof startLibrary>>;
const called: unknown[] = [];
const handlers = Object.fromEntries(
  Object.values(palletsDocument().paths).flatMap((item) =>
    [item.get, item.delete].flatMap((operation): [string, AnyHandler][] => {
      if (!operation) return [];
      const { operationId } = operation;
      const handler: AnyHandler = ({ path }) => {
        called.push([operationId, path]);
        return { status: 200, body: {} };
      };
      return [[operationId, handler]];
    }),
  ),
);
const opened: Library[] = [];
const open = async (parts: Parameters<typeof startLibrary>[0] = {}): Promise<Library> => {
  const library = await startLibrary({ raw: palletsDocument(), handlers, ...parts });
  opened.push(library);
  return library;
};
beforeEach(() => {
  called.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

test.each([
  ["getPallet", { palletId: "owners" }],
  ["deletePallet", { palletId: "all" }],
  ["getFile", { folder: "reports", name: "1" }],
  ["getPart", { name: "manual", extension: "pdf" }],
])("%s can't be led to another operation by %j", async (name, given) => {
  const library = await open();
  const client = await library.connect();
  expect(await client.callTool({ name, arguments: given })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("they lead elsewhere") }],
  });
  expect(called).toEqual([]);
  expect(library.log.filter(({ via, level }) => via === "mcp" || Number(level) >= 40)).toEqual([]);
});

test.each(["Owners", "owners/", "own%65rs", "owners?", "owners#", "./owners", "owners;a=1", "owners "])(
  "the argument %j is only a value",
  async (palletId) => {
    const client = await (await open()).connect();
    expect(await client.callTool({ name: "getPallet", arguments: { palletId } })).not.toHaveProperty(
      "isError",
    );
    expect(called).toEqual([["getPallet", { palletId }]]);
  },
);

test("an argument can't lead to a page beside the document", async () => {
  const pages = [
    {
      method: "GET" as const,
      path: "/admin/keys",
      handler: (_: unknown, res: ExchangeResponse) => void res.end("keys"),
    },
  ];
  const library = await open({ pages });
  expect(await (await fetch(`${library.url}/admin/keys`)).text()).toBe("keys");
  const client = await library.connect();
  const given = { folder: "admin", name: "keys" };
  expect(await client.callTool({ name: "getFile", arguments: given })).not.toHaveProperty("isError");
  expect(called).toEqual([["getFile", given]]);
});

test.each([
  ["filter", { filter: { branch: "other" } }, "branch"],
  ["filter", { filter: { card_key: "stolen" } }, "card_key"],
  ["deep", { deep: { shelf: "B2" } }, "deep[shelf]"],
  ["session", { session: { theme: "dark" } }, "theme"],
])("members of %s can't be another parameter in %j", async (argument, given, other) => {
  const client = await (await open({ raw: spreadDocument(), handlers: { find } })).connect();
  expect(await client.callTool({ name: "find", arguments: given })).toMatchObject({
    isError: true,
    content: [{ text: `The argument ${argument} can't contain ${other}, which is another parameter.` }],
  });
  expect(called).toEqual([]);
});

test("other members of an exploded object are sent", async () => {
  const client = await (await open({ raw: spreadDocument(), handlers: { find } })).connect();
  const given = { filter: { colour: "red" }, deep: { row: "1" }, session: { language: "en" } };
  expect(await client.callTool({ name: "find", arguments: given })).not.toHaveProperty("isError");
  expect(called).toMatchObject([{ branch: "main", filter: { colour: "red" }, deep: { row: "1" } }]);
});

const find: AnyHandler = ({ query }) => {
  called.push(query);
  return { status: 200, body: {} };
};

/** An operation whose objects are written as several parameters. */
function spreadDocument() {
  const raw = palletsDocument();
  const object = { type: "object" };
  raw.paths = {
    "/find": {
      get: {
        operationId: "find",
        "x-mcp": { fixed: { branch: "main" } },
        parameters: [
          { name: "filter", in: "query", style: "form", explode: true, schema: object },
          { name: "deep", in: "query", style: "deepObject", schema: object },
          { name: "deep[shelf]", in: "query", schema: { type: "string" } },
          { name: "branch", in: "query", schema: { type: "string" } },
          { name: "session", in: "cookie", style: "form", explode: true, schema: object },
          { name: "theme", in: "cookie", schema: { type: "string" } },
        ],
        responses: { "200": { description: "Done.", content: { "application/json": {} } } },
      },
    },
  };
  raw.components.securitySchemes.key = { type: "apiKey", in: "query", name: "card_key" };
  return raw;
}

test("calls that lead to another operation are counted", async () => {
  const raw = palletsDocument();
  raw["x-rate-limits"] = { global: { limit: 2, windowSeconds: 60 } };
  const library = await open({ raw });
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "getPallet", arguments: { palletId: "owners" } },
  });
  const answers: string[] = [];
  for (let n = 0; n < 3; n++) {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: "Bearer good",
    };
    answers.push(await (await fetch(`${library.url}/mcp`, { method: "POST", headers, body })).text());
  }
  expect(answers).toEqual([
    expect.stringContaining("they lead elsewhere"),
    expect.stringContaining("they lead elsewhere"),
    expect.stringContaining("Too many requests"),
  ]);
});
