import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { deriveRequests } from "../helpers/derive-requests.ts";
import { startApp } from "../helpers/small-app.ts";

const ship = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, tons: { type: "integer", default: 1 } },
};
const data = { type: "string", contentMediaType: "application/json", contentSchema: ship };
const itemSchemas = {
  "application/jsonl": ship,
  "application/json-seq": ship,
  "text/event-stream": {
    type: "object",
    required: ["data"],
    properties: { data },
    additionalProperties: false,
  },
};
const mediaTypes = Object.keys(itemSchemas) as (keyof typeof itemSchemas)[];
const addressOf = (mediaType: string) => `/ships/${mediaType.replace("/", "-")}`;

const raw: RawDocument = {
  openapi: "3.2.0",
  info: { title: "Ships", version: "1" },
  paths: Object.fromEntries(
    mediaTypes.map((mediaType, index) => [
      addressOf(mediaType),
      {
        post: {
          operationId: `addShips${index}`,
          requestBody: { required: true, content: { [mediaType]: { itemSchema: itemSchemas[mediaType] } } },
          responses: {
            "200": {
              description: "How many.",
              content: { "application/json": { schema: { type: "integer" } } },
            },
          },
        },
      },
    ]),
  ),
};

let got: unknown[] = [];
const addShips = async ({ body }: { body: AsyncIterable<unknown> }) => {
  got = [];
  for await (const item of body) got.push(item);
  return { status: 200, body: got.length };
};
const handlers = Object.fromEntries(mediaTypes.map((_, index) => [`addShips${index}`, addShips]));
const app = await startApp({ raw, handlers, maxBodyBytes: 300, maxUploadBytes: 300 });
afterAll(() => app.close());

const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, url = app.url) =>
  fetch(url + addressOf("application/jsonl"), {
    method: "POST",
    headers: { "Content-Type": "application/jsonl", ...headers },
    body,
  });

test("200 with items, and their defaults", async () => {
  expect((await send('{"name":"Ada"}\r\n\n{"name":"Bea","tons":2}')).status).toBe(200);
  expect(got).toEqual([
    { name: "Ada", tons: 1 },
    { name: "Bea", tons: 2 },
  ]);
  expect(app.document.notes).toEqual([]);
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
] as const)("200 with items compressed by %s", async (coding, compress) => {
  const body = new Uint8Array(compress('{"name":"Ada"}\n'));
  expect((await send(body, { "Content-Encoding": coding })).status).toBe(200);
  expect(got).toHaveLength(1);
});

test.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
  ["an item that doesn't fit", '{"name":"Ada"}\n{"name":7}\n', 400, "body.1.name must be string"],
  ["an item that isn't JSON", '{"name":"Ada"}\n{"name"\n', 400, "Item 1 of the body isn't valid JSON."],
  ["a last item that isn't JSON", '{"name":"Ada"}\n{"na', 400, "Item 1 of the body isn't valid JSON."],
  ["bytes that aren't UTF-8", new Uint8Array([0x22, 0xff, 0x22, 0x0a]), 400, "isn't valid UTF-8"],
  ["more than the limit", `{"name":"${"a".repeat(400)}"}\n`, 413, "larger than 300 bytes"],
])("refused: %s", async (_, body, status, message) => {
  const response = await send(body);
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(message)]);
});

test("413 for more than the limit, compressed or in chunks", async () => {
  const text = `{"name":"${"a".repeat(200)}"}\n`.repeat(3);
  expect((await send(new Uint8Array(gzipSync(text)), { "Content-Encoding": "gzip" })).status).toBe(413);
  const pieces = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 3; n++) controller.enqueue(new TextEncoder().encode(text.slice(0, 211)));
      controller.close();
    },
  });
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/jsonl" },
    body: pieces,
    duplex: "half",
  };
  expect((await fetch(app.url + addressOf("application/jsonl"), init as RequestInit)).status).toBe(413);
});

test("the connection is reused after items that weren't read", async () => {
  for (let n = 0; n < 3; n++) expect((await send('{"name":7}\n{"name":"Ada"}\n')).status).toBe(400);
  expect((await send('{"name":"Ada"}\n')).status).toBe(200);
});

test("an item is read before the next one is sent", async () => {
  const events: string[] = [];
  const ping = await startApp({
    raw,
    handlers: {
      addShips0: async ({ body }: { body: AsyncIterable<{ name: string }> }) => {
        for await (const { name } of body) {
          events.push(`read ${name}`);
          sendNext();
        }
        return { status: 200, body: 1 };
      },
    },
  });
  let sendNext = (): void => {};
  async function* ships() {
    for (const name of ["Ada", "Bea"]) {
      const isRead = new Promise<void>((resolve) => {
        sendNext = resolve;
      });
      events.push(`sent ${name}`);
      yield { name };
      await isRead;
    }
  }
  // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
  const client = createTypedClient<any>({ baseUrl: ping.url }, clientTraits(callTable(ping.document)));
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const { status } = await (client as any).POST(addressOf("application/jsonl"), { body: ships() });
  await ping.close();
  expect([status, events]).toEqual([200, ["sent Ada", "read Ada", "sent Bea", "read Bea"]]);
});

describe.each(mediaTypes)("%s", (mediaType) => {
  const items =
    mediaType === "text/event-stream" ? [{ data: { name: "Ada\n", tons: 2 } }] : [{ name: "Ada\n", tons: 2 }];

  test("is written by the typed client", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
    const client = createTypedClient<any>({ baseUrl: app.url }, clientTraits(callTable(app.document)));
    async function* given() {
      yield* items;
    }
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    const { status } = await (client as any).POST(addressOf(mediaType), { body: given() });
    expect([status, got]).toEqual([200, items]);
  });

  test("is sent by the requests generated for coverage", async () => {
    const operation = app.document.operations.find((one) => one.path === addressOf(mediaType));
    if (!operation) throw new Error("The operation is missing.");
    const [request] = deriveRequests(app.document, operation, {}).filter(({ isValid }) => isValid);
    const { method = "POST", headers = {}, body } = request ?? {};
    const response = await fetch(app.url + addressOf(mediaType), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    expect([request?.item, response.status]).toEqual([
      `${operation.operationId} body required satisfied`,
      200,
    ]);
  });
});

test("the fuzzer sends valid and invalid items", async () => {
  const large = await startApp({ raw, handlers });
  const sender = createSender(large.url);
  const target = { document: large.document, sender, owner: { credentials: {}, known: {}, markers: [] } };
  const { failures, answers, unlisted } = await createFuzzer(target).run({ runs: 300, seed: 3 });
  sender.close();
  await large.close();
  expect(failures.map(({ oracle, message }) => [oracle, message])).toEqual([]);
  for (const index of mediaTypes.keys()) expect(Object.keys(answers)).toContain(`addShips${index} 200`);
  expect(unlisted["400"]).toEqual(["addShips0", "addShips1", "addShips2"]);
});

test("the mock refuses what the server refuses", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-items-"));
  const document = path.join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(raw));
  const mock = await startMock({ document, port: 0 });
  const statusOf = async (body: string) => (await send(body, {}, mock.url)).status;
  const statuses = [await statusOf('{"name":"Ada"}\n'), await statusOf('{"name":"Ada"}\n{"name":7}\n')];
  await mock.close();
  await rm(folder, { recursive: true });
  expect(statuses).toEqual([200, 400]);
});
