import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { codeSamples } from "../../cli/generate/docs/code-samples.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createWebhooks } from "../../server/webhooks/create-webhooks.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { deriveRequests } from "../helpers/derive-requests.ts";
import { startApp } from "../helpers/small-app.ts";

const cranes = {
  type: "object",
  required: ["tons"],
  additionalProperties: false,
  properties: {
    tons: { type: "array", items: { type: "integer" } },
    name: { type: ["string", "null"], maxLength: 8 },
  },
};
const answers = {
  "204": { description: "Found." },
  "400": { description: "Refused.", content: { "application/json": { schema: { type: "object" } } } },
};

/** Cranes, found by a filter that is the whole query. */
function craneFinder(parameter: object, operation: object = {}): RawDocument {
  return {
    openapi: "3.2.0",
    info: { title: "Cranes", version: "1" },
    paths: {
      "/cranes": {
        get: {
          operationId: "findCranes",
          parameters: [{ $ref: "#/components/parameters/Filter" }],
          responses: answers,
          ...operation,
        },
      },
    },
    components: { parameters: { Filter: { name: "filter", in: "querystring", ...parameter } } },
  } as never;
}

const asJson = craneFinder({ required: true, content: { "application/json": { schema: cranes } } });
const asForm = craneFinder({
  content: {
    "application/x-www-form-urlencoded": {
      schema: { type: "object", properties: { tons: { type: "integer" }, tags: { type: "array" } } },
    },
  },
});

const got: unknown[] = [];
const startFinder = (raw: RawDocument) =>
  startApp({
    raw,
    handlers: {
      findCranes: async ({ query }) => {
        got.push(query);
        return { status: 204 };
      },
    },
  });
const app = await startFinder(asJson);
afterAll(() => app.close());
const written = (query: unknown) => `${app.url}/cranes?${encodeURIComponent(JSON.stringify(query))}`;

test("a form is read as an object", async () => {
  const forms = await startFinder(asForm);
  const response = await fetch(`${forms.url}/cranes?tons=3&tags=a&tags=b`);
  await forms.close();
  expect([response.status, forms.document.notes]).toEqual([204, []]);
  expect(got.pop()).toEqual({ filter: { tons: 3, tags: ["a", "b"] } });
});

test("JSON is read as a value", async () => {
  const filter = { tons: [1, 2], name: "a+b&c=d" };
  expect((await fetch(written(filter))).status).toBe(204);
  expect(got.pop()).toEqual({ filter });
  expect(app.document.notes).toEqual([]);
});

test("a plus sign in JSON isn't a space", async () => {
  await fetch(`${app.url}/cranes?%7B%22tons%22:[],%22name%22:%22a+b%22%7D`);
  expect(got.pop()).toEqual({ filter: { tons: [], name: "a+b" } });
});

test.each([
  ["a value that doesn't fit", "%7B%22tons%22:[0.5]%7D", "query.filter.tons.0 must be integer"],
  ["text that isn't JSON", "tons=3", "query.filter must be object"],
  ["an invalid escape", "%7B%zz", "query.filter must be object"],
  ["no query", "", "query.filter is missing"],
])("400 for %s", async (_, query, message) => {
  const response = await fetch(`${app.url}/cranes?${query}`);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
});

test("`x-unknown-query` finds no unknown parameters in JSON", async () => {
  const content = { "application/json": { schema: cranes } };
  const strict = await startFinder(craneFinder({ content }, { "x-unknown-query": "refuse" }));
  const response = await fetch(`${strict.url}/cranes?%7B%22tons%22:[1]%7D`);
  await strict.close();
  expect(response.status).toBe(204);
});

test("the typed client writes it", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
  const client = createTypedClient<any>({ baseUrl: app.url }, clientTraits(callTable(app.document)));
  const filter = { tons: [3], name: "a+b c" };
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  await (client as any).GET("/cranes", { params: { query: { filter } } });
  expect(got.pop()).toEqual({ filter });
});

test("a webhook is sent and received with it", async () => {
  const parameters = [
    { name: "filter", in: "querystring", content: { "application/json": { schema: cranes } } },
  ];
  const { paths: _, ...rest } = asJson;
  const webhooks = { craneFound: { post: { parameters, responses: { "204": { description: "Got." } } } } };
  const both = createWebhooks<{
    craneFound: { payload: { query: object }; output: { status: number } };
  }>(readDocument({ ...rest, webhooks } as never));
  const query = { filter: { tons: [1], name: "a b" } };
  const { url, method } = both.prepare("craneFound", "https://harbour.example/cranes", { query });
  expect(url).toBe("https://harbour.example/cranes?%7B%22tons%22%3A%5B1%5D%2C%22name%22%3A%22a%20b%22%7D");
  const received: unknown[] = [];
  const receive = both.receive("craneFound", async (payload) => {
    received.push(payload.query);
    return { status: 204 };
  });
  expect((await receive(new Request(url, { method }))).status).toBe(204);
  expect(received).toEqual([query]);
});

test("a path's JSON is the whole query of its operations", () => {
  const raw = craneFinder(
    { content: { "application/json": { schema: cranes } } },
    {
      parameters: [{ name: "tons", in: "query", schema: { type: "integer" } }],
    },
  );
  raw.paths["/cranes"].parameters = [{ $ref: "#/components/parameters/Filter" }];
  const { operations, notes } = readDocument(raw);
  expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(["filter"]);
  expect(notes).toMatchObject([
    {
      pointer: "#/paths/~1cranes/get/parameters/0",
      message: expect.stringContaining("The query is the JSON of filter, so tons is ignored."),
    },
  ]);
});

test("samples and requests generated for coverage send it", async () => {
  const [operation] = app.document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const [curl] = codeSamples(app.document, operation, { own: [], clientPackage: "cranes" });
  expect(curl?.source).toContain("/cranes?%7B%22tons%22%3A");
  const requests = deriveRequests(app.document, operation, {});
  const statuses = await Promise.all(requests.map(async ({ path }) => (await fetch(app.url + path)).status));
  expect(requests.map(({ item, isValid }) => [item, isValid])).toEqual([
    ["findCranes query.filter required satisfied", true],
    ["findCranes query.filter required violated", false],
  ]);
  expect(statuses).toEqual([204, 400]);
});

test("coverage counts other mistakes of a request with it", () => {
  const port = { name: "X-Port", in: "header", schema: { type: "integer" } };
  const raw = craneFinder({ required: true, content: { "application/json": { schema: cranes } } });
  raw.paths["/cranes"].get.parameters.push(port);
  const document = readDocument(raw);
  const items = document.operations.flatMap((one) => deriveRequests(document, one, {}));
  expect(items.map(({ item }) => item)).toContain("findCranes header.X-Port type violated");
});

test("the fuzzer sends valid and invalid ones", async () => {
  const sender = createSender(app.url);
  const target = { document: app.document, sender, owner: { credentials: {}, known: {}, markers: [] } };
  const { failures, answers } = await createFuzzer(target).run({ runs: 200, seed: 3 });
  sender.close();
  expect(failures).toEqual([]);
  expect(Object.keys(answers)).toEqual(expect.arrayContaining(["findCranes 204", "findCranes 400"]));
});

test("the mock refuses what the server refuses", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-querystring-"));
  const document = path.join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(asJson));
  const mock = await startMock({ document, port: 0 });
  const statusOf = async (query: string) => (await fetch(`${mock.url}/cranes?${query}`)).status;
  const statuses = [await statusOf("%7B%22tons%22:[1]%7D"), await statusOf("tons=1")];
  await mock.close();
  await rm(folder, { recursive: true });
  expect(statuses).toEqual([204, 400]);
});
