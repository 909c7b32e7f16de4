import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createExampleHandlers, type ExampleOperation } from "../../cli/client-msw/example-handlers.ts";

const json = "application/json";

const parts = [
  { "X-Page": "1" },
  { name: "Rex" },
  { code: "NAME_TAKEN" },
  { code: "TOO_MANY" },
  "id,name\n",
  "text",
];

const operations: Record<string, ExampleOperation> = {
  getPet: {
    method: "get",
    path: "/v1/pets/{petId}",
    success: 200,
    answers: { 200: { contentType: json, headers: 0, examples: { rex: 1 } } },
  },
  createPet: {
    method: "post",
    path: "/v1/pets",
    success: 204,
    answers: {
      204: { examples: {} },
      205: { contentType: json, examples: { rex: 1 } },
      409: { contentType: json, examples: { NAME_TAKEN: 2, TOO_MANY: 3 } },
    },
  },
  newest: {
    method: "get",
    path: "/v1/pets/newest",
    success: 200,
    answers: { 200: { contentType: json, examples: { text: 5 } } },
  },
  search: {
    method: "get",
    path: "/v1/pets:search",
    success: 200,
    answers: { 200: { contentType: "text/csv", examples: { csv: 4 } } },
  },
  listTags: {
    method: "get",
    path: "/v1/tags",
    selectors: [],
    success: 200,
    answers: { 200: { contentType: json, examples: { text: 5 } } },
  },
  countTags: {
    method: "get",
    path: "/v1/tags",
    selectors: [
      { in: "query", name: "action", value: "count" },
      { in: "header", name: "X-Kind" },
    ],
    success: 200,
    answers: { 200: { contentType: json, examples: { rex: 1 } } },
  },
  trace: { method: "trace", path: "/v1/pets", success: 200, answers: { 200: { examples: {} } } },
};

const { all, one } = createExampleHandlers(http, operations, parts);
const unhandled = http.all("*", () => new Response(null, { status: 599 }));
const server = setupServer(...all({}), unhandled);
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function ask(
  url: string,
  method = "GET",
): Promise<[status: number, type: string | null, body: string]> {
  const response = await fetch(url, { method });
  return [response.status, response.headers.get("Content-Type"), await response.text()];
}

test("each operation answers with its success, at any origin", async () => {
  expect(await ask("https://a.test/v1/pets/1?x=1")).toEqual([200, json, '{"name":"Rex"}']);
  expect(await ask("http://localhost:3000/v1/pets", "POST")).toEqual([204, null, ""]);
  expect((await fetch("https://a.test/v1/pets/1")).headers.get("X-Page")).toBe("1");
});

test("a literal path matches before one with a parameter, and the media type decides between text and JSON", async () => {
  expect(await ask("https://a.test/v1/pets/newest")).toEqual([200, json, '"text"']);
  expect(await ask("https://a.test/v1/pets:search")).toEqual([200, "text/csv", "id,name\n"]);
});

test("among operations with one path, the one whose parameters the request has answers", async () => {
  const count = "https://a.test/v1/tags?action=count";
  const answer = await fetch(count, { headers: { "X-Kind": "any" } });
  expect(await answer.text()).toBe('{"name":"Rex"}');
  expect(await ask(count)).toEqual([200, json, '"text"']);
  expect(await ask("https://a.test/v1/tags")).toEqual([200, json, '"text"']);
});

test("another origin isn't handled", async () => {
  expect((await ask("https://a.test/v1/pets/1/toys"))[0]).toBe(599);
  expect((await ask("https://a.test/x/v1/pets/1"))[0]).toBe(599);
});

test("another answer can be selected, by its status and its example", async () => {
  server.use(one("createPet", [409, undefined], {}));
  expect(await ask("https://a.test/v1/pets", "POST")).toEqual([409, json, '{"code":"NAME_TAKEN"}']);
  server.use(one("createPet", [409, "TOO_MANY"], {}));
  expect(await ask("https://a.test/v1/pets", "POST")).toEqual([409, json, '{"code":"TOO_MANY"}']);
});

test("a status without a body in HTTP is answered without one", async () => {
  server.use(one("createPet", [205, undefined], {}));
  expect(await ask("https://a.test/v1/pets", "POST")).toEqual([205, json, ""]);
});

test("baseUrl is a URL, or a path at any origin", async () => {
  server.resetHandlers(...all({ baseUrl: "https://b.test/api/" }), unhandled);
  expect((await ask("https://b.test/api/v1/pets/1"))[0]).toBe(200);
  expect((await ask("https://a.test/api/v1/pets/1"))[0]).toBe(599);
  server.resetHandlers(...all({ baseUrl: "/api" }), unhandled);
  expect((await ask("https://a.test/api/v1/pets/1"))[0]).toBe(200);
  expect((await ask("https://a.test/v1/pets/1"))[0]).toBe(599);
});

test("throws for an unknown operation, and for a method that MSW doesn't support", () => {
  expect(() => one("getCat", [200, undefined], {})).toThrow("The document has no operation getCat.");
  expect(() => one("trace", [200, undefined], {})).toThrow("MSW has no handlers for TRACE.");
});
