import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { emitMsw } from "../../cli/generate/client/msw.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { startApp } from "../helpers/small-app.ts";

const json = (contentSchema: object) => ({
  type: "string",
  contentMediaType: "application/json",
  contentSchema,
});
const ship = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const done = { const: "[DONE]" };

/** A stream of events, some of which declare their `data` as JSON. */
function arrivals(itemSchema: object, more: object = {}): RawDocument {
  return {
    openapi: "3.2.0",
    info: { title: "Arrivals", version: "1" },
    paths: {
      "/arrivals": {
        get: {
          operationId: "watchArrivals",
          responses: {
            "200": { description: "All.", content: { "text/event-stream": { itemSchema, ...more } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Ship: ship,
        Event: {
          type: "object",
          required: ["data"],
          properties: { event: { type: "string" }, data: { type: "string" } },
        },
        Arrived: {
          type: "object",
          required: ["data"],
          properties: { data: json({ $ref: "#/components/schemas/Ship" }) },
        },
        Done: { type: "object", required: ["data"], properties: { data: done } },
      },
    },
  };
}

const arrived = { $ref: "#/components/schemas/Arrived" };
const event = { $ref: "#/components/schemas/Event" };
const ending = { oneOf: [arrived, { $ref: "#/components/schemas/Done" }] };
const ada = { data: { name: "Ada" } };

async function startHarbour(raw: RawDocument, items: unknown[]) {
  async function* given() {
    yield* items;
  }
  const app = await startApp({
    raw,
    handlers: { watchArrivals: async () => ({ status: 200, body: given() as never }) },
  });
  // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
  const client = createTypedClient<any>({ baseUrl: app.url }, clientTraits(callTable(app.document)));
  const readItems = async () => {
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    const { data } = (await (client as any).GET("/arrivals")) as { data: AsyncIterable<unknown> };
    const got: unknown[] = [];
    for await (const item of data) got.push(item);
    return got;
  };
  afterAll(() => app.close());
  return { app, readItems, text: async () => (await fetch(`${app.url}/arrivals`)).text() };
}

describe("data that is JSON", async () => {
  const { app, readItems, text } = await startHarbour(arrivals(ending), [ada, { data: "[DONE]" }]);

  test("is written as JSON, and a constant string is unchanged", async () => {
    expect(await text()).toBe('data: {"name":"Ada"}\n\ndata: [DONE]\n\n');
  });

  test("is read by the typed client", async () => {
    expect(await readItems()).toEqual([ada, { data: "[DONE]" }]);
  });

  test("is typed", () => {
    const types = emitTypes(app.document);
    expect(types).toMatch(/"text\/event-stream": AsyncIterable<WatchArrivals200Body>/);
    expect(types).toContain('data: "[DONE]";');
  });
});

test("a JSON string keeps its quotation marks", async () => {
  const { readItems, text } = await startHarbour(
    arrivals({ type: "object", required: ["data"], properties: { data: json({ type: "string" }) } }),
    [{ data: "7" }],
  );
  expect(await text()).toBe('data: "7"\n\n');
  expect(await readItems()).toEqual([{ data: "7" }]);
});

test.each([
  ["through a reference", ending],
  ["beside a reference", { ...event, properties: { data: json(ship) } }],
  ["in all of several schemas", { allOf: [event, { properties: { data: json(ship) } }] }],
  [
    "by the kind of event",
    {
      ...event,
      if: { properties: { event: { const: "end" } }, required: ["event"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { data: done } },
      else: { properties: { data: json(ship) } },
    },
  ],
])("data that doesn't fit aborts the response, %s", async (_, itemSchema) => {
  const { app, text } = await startHarbour(arrivals(itemSchema), [{ data: { name: 7 } }]);
  await expect(text()).rejects.toThrow();
  expect(app.logLines.join("")).toContain("/item/data/name must be string");
  const fitting = await startHarbour(arrivals(itemSchema), [ada]);
  expect([await fitting.text(), app.document.notes]).toEqual(['data: {"name":"Ada"}\n\n', []]);
});

test.each([
  ["another event allows any string", { anyOf: [arrived, event] }],
  ["a constant string could be JSON", { oneOf: [arrived, { properties: { data: { const: "7" } } }] }],
  ["the string is restricted", { properties: { data: { ...json(ship), maxLength: 80 } } }],
])("all data stays text if %s, which is reported", async (_, itemSchema) => {
  const { app, readItems } = await startHarbour(arrivals(itemSchema), [{ data: '{"name":"Ada"}' }]);
  expect(await readItems()).toEqual([{ data: '{"name":"Ada"}' }]);
  expect(app.document.notes).toMatchObject([
    {
      severity: "warning",
      pointer: "#/paths/~1arrivals/get/responses/200/content/text~1event-stream/itemSchema",
      message: expect.stringContaining("Not all `data` of this stream is known to be JSON"),
    },
  ]);
});

test("the schema of an event refers to itself", () => {
  const { itemSchema } = { itemSchema: { $ref: "#/components/schemas/Circle" } };
  const raw = arrivals(itemSchema);
  raw.components.schemas.Circle = { allOf: [arrived, { $ref: "#/components/schemas/Circle" }] };
  expect(readDocument(raw).operations).toHaveLength(1);
});

describe("an example contains data as sent", async () => {
  const dataValue = [{ data: '{"name":"Ada"}' }, { data: "[DONE]" }];
  const raw = arrivals(ending, { examples: { two: { dataValue } } });
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-events-"));
  afterAll(() => rm(folder, { recursive: true }));

  test("and the mock sends it", async () => {
    const document = path.join(folder, "openapi.json");
    await writeFile(document, JSON.stringify(raw));
    const mock = await startMock({ document, port: 0 });
    const answer = await (await fetch(`${mock.url}/arrivals`)).text();
    await mock.close();
    expect(answer).toBe('data: {"name":"Ada"}\n\ndata: [DONE]\n\n');
  });

  test("and MSW's handlers have it", () => {
    expect(emitMsw(readDocument(raw))).toContain(JSON.stringify('data: {"name":"Ada"}\n\ndata: [DONE]\n\n'));
  });
});
