import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningService, startService } from "@counterpart/testing";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buy } from "../../examples/agent/buy.ts";
import { createApiClient } from "../../generated/client.ts";
import { openDatabase } from "../../server/database/database.ts";
import { demoKey } from "../../server/development/development.ts";
import { handlers } from "../../server/handlers.ts";
import { service } from "../../server/service.ts";

let folder: string;
let shop: RunningService;

const databaseUrl = () => `file:${path.join(folder, "data.db")}`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-agent-"));
  const document = new URL("../../generated/openapi.json", import.meta.url);
  const env = { DATABASE_URL: databaseUrl() };
  shop = await startService({ document, handlers, service }, { env });
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const errand = () => ({ shopUrl: shop.url, apiKey: demoKey, words: "calendar", quantity: 2 });

test("an agent buys up to the payment page, which the person opens", async () => {
  const questions: string[] = [];
  const purchase = await buy({
    ...errand(),
    ask: async (question) => {
      questions.push(question);
      return true;
    },
  });
  expect(purchase).toMatchObject({ product: "Tide calendar 2027", totalInCents: 4800, currency: "eur" });
  expect(questions).toEqual([expect.stringMatching(/^Create a payment page for this cart\? .*cart_\w+/)]);
  const page = await fetch(purchase.paymentUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Tide calendar 2027");
  const [, cartId = ""] = /(cart_\w+)/.exec(questions[0] ?? "") ?? [];
  const api = createApiClient({ baseUrl: shop.url, fetch: shop.fetch, auth: { apiKey: demoKey } });
  const { data } = await api.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
  expect(data?.data.lines).toMatchObject([{ name: "Tide calendar 2027", quantity: 2 }]);
});

test("an agent needs only a key for agents", async () => {
  const database = await openDatabase(databaseUrl(), Date.now);
  const [store] = await database.stores.list();
  const { key } = await database.keys.create({ storeId: store?.id ?? "", label: "agent", scopes: ["agent"] });
  await database.close();
  const purchase = await buy({ ...errand(), apiKey: key, ask: async () => true });
  expect(purchase.totalInCents).toBe(4800);
});

test("no payment page if the person doesn't agree", async () => {
  await expect(buy({ ...errand(), ask: async () => false })).rejects.toThrow("The person didn't agree");
});

test("the shop's refusal is the agent's error", async () => {
  const ask = async () => true;
  await expect(buy({ ...errand(), quantity: 1000, ask })).rejects.toThrow("The argument quantity must be <=");
  await expect(buy({ ...errand(), words: "zeppelin", ask })).rejects.toThrow('matches "zeppelin"');
});

test("agents can shop and read a purchase by its id, and neither list buyers nor change orders", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", shop.url), {
      requestInit: { headers: { Authorization: `Bearer ${demoKey}` } },
    }),
  );
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "addCartLine",
    "clearCart",
    "createCart",
    "createCheckoutSession",
    "getCart",
    "getCatalog",
    "getCheckoutSession",
    "getOrder",
    "getProduct",
    "getStore",
    "getSubscription",
    "listProducts",
    "removeCartLine",
    "updateCartLine",
  ]);
});

test("the API catalog of RFC 9727 leads to the tools", async () => {
  const address = `${shop.url}/.well-known/api-catalog`;
  const response = await fetch(address);
  expect(response.headers.get("content-type")).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const { linkset } = (await response.json()) as { linkset: { anchor: string }[] };
  expect(linkset.map(({ anchor }) => anchor)).toEqual([`${shop.url}/v1`, `${shop.url}/mcp`]);
  const head = await fetch(address, { method: "HEAD" });
  expect(head.headers.get("link")).toBe(`<${address}>; rel="api-catalog"`);
});
