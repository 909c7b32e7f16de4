import { afterAll, expect, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { startApp } from "../helpers/small-app.ts";
import { harbourLog } from "./harbour-log.ts";

/** The items that the handler of `addToLog` has read. */
let added: unknown[] = [];
/** The answer of the handler of `readLog` in this test. */
let answered: { contentType: string; items: unknown[] } = { contentType: "application/jsonl", items: [] };
async function* given() {
  yield* answered.items;
}

const app = await startApp({
  raw: harbourLog(),
  handlers: {
    readLog: async () => ({ status: 200, contentType: answered.contentType, body: given() as never }),
    addToLog: async ({ body }) => {
      added = [];
      for await (const item of body as AsyncIterable<unknown>) added.push(item);
      return { status: 204 };
    },
  },
});
afterAll(() => app.close());

const ships = [{ name: "Ada" }, { name: "Bea\n", tons: 2 }];
const events = [{ data: "a\nb", event: "entry" }, { data: "{}" }];
const kinds = [
  ["application/jsonl", ships, '{"name":"Ada"}\n{"name":"Bea\\n","tons":2}\n'],
  ["application/json-seq", ships, '\u001e{"name":"Ada"}\n\u001e{"name":"Bea\\n","tons":2}\n'],
  ["text/event-stream", events, "event: entry\ndata: a\ndata: b\n\ndata: {}\n\n"],
] as const;

test.each(kinds)("items are sent as %s", async (contentType, items, text) => {
  answered = { contentType, items: [...items] };
  const response = await app.fetch(`${app.url}/log`);
  expect(response.headers.get("Content-Type")).toBe(contentType);
  expect(await response.text()).toBe(text);
});

test.each(kinds)("the client iterates over items of %s", async (contentType, items) => {
  answered = { contentType, items: [...items] };
  // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
  const client = createTypedClient<any>({ baseUrl: app.url }, clientTraits(callTable(app.document)));
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const { data } = (await (client as any).GET("/log")) as { data: AsyncIterable<unknown> };
  const got: unknown[] = [];
  for await (const item of data) got.push(item);
  expect(got).toEqual(items);
});

test("500 if the first item isn't as documented", async () => {
  answered = { contentType: "application/jsonl", items: [{ tons: 1 }] };
  expect((await fetch(`${app.url}/log`)).status).toBe(500);
  expect(app.logLines.join("")).toContain("readLog answered 200, but in its stream /item");
});

test("a later item that isn't as documented aborts the response", async () => {
  answered = { contentType: "application/jsonl", items: [{ name: "Ada" }, { name: 1 }] };
  const response = await fetch(`${app.url}/log`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test("bytes are passed on unchanged", async () => {
  answered = { contentType: "application/jsonl", items: [Buffer.from("{}\n")] };
  expect(await (await fetch(`${app.url}/log`)).text()).toBe("{}\n");
});

test("a handler gets the items of a request", async () => {
  const headers = { "Content-Type": "application/jsonl" };
  const response = await fetch(`${app.url}/log`, { method: "POST", headers, body: '{"name":"Ada"}\n' });
  expect([response.status, added]).toEqual([204, [{ name: "Ada" }]]);
});
