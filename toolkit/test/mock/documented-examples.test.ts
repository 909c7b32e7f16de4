import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleNotes } from "../../cli/inspect/example-notes.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const json = (media: object) => ({ description: "", content: { "application/json": media } });
const pot = { type: "object", required: ["id"], properties: { id: { type: "integer", format: "int64" } } };

const kiln = {
  openapi: "3.1.0",
  info: { title: "Kiln", version: "1.0.0" },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  security: [{ key: [] }],
  "x-unmatched": { "404": json({ schema: {}, example: { lost: true } }) },
  paths: {
    "/pots": {
      post: {
        operationId: "addPot",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { ...pot, required: ["id"] } } },
        },
        responses: {
          "2XX": json({ schema: {} }),
          "201": json({ schema: pot }),
          "401": json({ schema: { type: "object" }, example: { who: "are you" } }),
          "409": json({ schema: {}, example: { taken: true } }),
          "422": json({
            schema: { type: "object", properties: { fault: { type: "string" } } },
            examples: {
              wrong: { value: { fault: 3 } },
              one: { value: { fault: "one" } },
              two: { value: { fault: "two" } },
            },
          }),
        },
      },
      get: {
        operationId: "listPots",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: {
          "200": json({ schema: pot, example: { id: 1 }, examples: { second: { value: { id: 2 } } } }),
          "400": {
            description: "",
            content: { "text/plain": { schema: { type: "string" }, example: "No." } },
          },
        },
      },
    },
  },
};

describe("the document's own examples", () => {
  let mock: Mock;
  beforeAll(async () => {
    const folder = writtenFiles({ "openapi.json": JSON.stringify(kiln) });
    mock = await startMock({ document: `${folder}/openapi.json`, port: 0 });
  });
  afterAll(() => mock.close());

  async function ask(method: string, path: string, { body, ...headers }: Record<string, string>) {
    const all = { "Content-Type": "application/json", ...headers };
    const answer = await fetch(mock.url + path, { method, headers: all, ...(body && { body }) });
    const text = await answer.text();
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    return [answer.status, isJson ? JSON.parse(text) : text];
  }
  const key = { "X-Key": "k" };

  test.each<[string, string, string, Record<string, string>, unknown]>([
    ["401 without a credential", "POST", "/pots", {}, { who: "are you" }],
    ["404 without an operation", "GET", "/nowhere", key, { lost: true }],
    ["400 as plain text", "GET", "/pots?limit=all", key, "No."],
    [
      "422 to an invalid body, with the first example that fits",
      "POST",
      "/pots",
      { ...key, body: "{}" },
      { fault: "one" },
    ],
    ["422 to a body that isn't JSON", "POST", "/pots", { ...key, body: "{" }, { fault: "one" }],
    [
      "422 with the preferred example",
      "POST",
      "/pots",
      { ...key, body: "{}", Prefer: "code=422, example=two" },
      { fault: "two" },
    ],
    [
      "422 with the example preferred by name alone",
      "POST",
      "/pots",
      { ...key, body: "{}", Prefer: "example=two" },
      { fault: "two" },
    ],
    [
      "422 to an invalid body even if a success is preferred",
      "POST",
      "/pots",
      { ...key, body: "{}", Prefer: "code=201" },
      { fault: "one" },
    ],
    [
      "422 to an invalid body even if a conflict is preferred",
      "POST",
      "/pots",
      { ...key, body: "{}", Prefer: "code=409" },
      { fault: "one" },
    ],
    [
      "409 to a valid body if it is preferred",
      "POST",
      "/pots",
      { ...key, body: '{"id":1}', Prefer: "code=409" },
      { taken: true },
    ],
    [
      "401 without a credential, whatever is preferred",
      "POST",
      "/pots",
      { body: "{}", Prefer: "code=422" },
      { who: "are you" },
    ],
    ["200 with `example`", "GET", "/pots", key, { id: 1 }],
    ["200 with one of `examples` beside it", "GET", "/pots", { ...key, Prefer: "example=second" }, { id: 2 }],
    [
      "200 with `example` by its name in Prism",
      "GET",
      "/pots",
      { ...key, Prefer: "example=default" },
      { id: 1 },
    ],
  ])("%s", async (title, method, path, headers, body) => {
    expect(await ask(method, path, headers)).toEqual([Number(title.slice(0, 3)), body]);
  });

  test("201 before 2XX, with a number near zero if int64 has no bounds", async () => {
    expect(await ask("POST", "/pots", { ...key, body: '{"id":1}' })).toEqual([201, { id: 0 }]);
  });
});

test("the server's own words are kept if the document lists its codes", async () => {
  const error = {
    type: "object",
    required: ["error", "code"],
    properties: { error: { type: "string" }, code: { enum: ["UNAUTHORIZED", "NOT_FOUND"] } },
  };
  const own = structuredClone(kiln);
  const media = { schema: error, example: { error: "Who?", code: "UNAUTHORIZED" } };
  Object.assign(own, { "x-error-schema": error });
  Object.assign(own.paths["/pots"].get.responses, { "401": json(media) });
  const folder = writtenFiles({ "openapi.json": JSON.stringify(own) });
  const mock = await startMock({ document: `${folder}/openapi.json`, port: 0 });
  const [plain, preferred] = await Promise.all(
    [{}, { Prefer: "example=default" }].map(async (headers) =>
      (await fetch(`${mock.url}/pots`, { headers })).json(),
    ),
  );
  await mock.close();
  expect(plain).toEqual({ error: expect.stringContaining("X-Key"), code: "UNAUTHORIZED" });
  expect(preferred).toEqual(media.example);
});

test("examples that the mock never sends are reported", () => {
  const raw = structuredClone(kiln);
  Object.assign(raw.paths["/pots"].post.responses, {
    "202": json({ schema: pot, examples: { far: { externalValue: "https://kiln.example/pot.json" } } }),
  });
  const at = (method: string, status: number) =>
    `#/paths/~1pots/${method}/responses/${status}/content/application~1json`;
  const notes = exampleNotes(readDocument(raw));
  expect(notes.map(({ severity, pointer, message }) => [severity, pointer, message.split(":")[0]])).toEqual([
    ["warning", `${at("post", 202)}/examples/far`, expect.stringContaining("isn't in the document")],
    ["warning", `${at("post", 422)}/examples/wrong`, "The example wrong doesn't fit its schema"],
    ["info", `${at("get", 200)}/example`, expect.stringContaining("exclude each other")],
  ]);
});
