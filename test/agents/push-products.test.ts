import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { loadDocument } from "@counterpart/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPush } from "../../server/merchants/feeds/push-products.ts";

const products = [{ id: "poster", variants: [{ id: "prod_1", title: "Poster" }] }];
const accepted = (res: ServerResponse) => res.end('{"id":"feed_1","accepted":true}');
const failing = (status: number, retryAfter: string) => (res: ServerResponse) =>
  res.writeHead(status, { "Retry-After": retryAfter }).end();

/** What the agent does with the next requests; the last one is repeated. */
let script: ((res: ServerResponse) => void)[];
let requests: number;
const waits: number[] = [];
const server = createServer((req, res) => {
  req.resume();
  requests++;
  (script.length > 1 ? script.shift() : script[0])?.(res);
});
let push: ReturnType<typeof createPush>;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const document = await loadDocument(new URL("../../generated/acp/openapi.json", import.meta.url));
  const { port } = server.address() as AddressInfo;
  const feed = { url: `http://127.0.0.1:${port}/feeds/feed_1`, token: "t0ken" };
  push = createPush(feed, document, async (ms) => void waits.push(ms));
});
beforeEach(() => {
  requests = 0;
  waits.length = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test("products are sent again after a temporary failure, as late as Retry-After says", async () => {
  script = [failing(429, "7"), failing(503, "2"), (res) => res.destroy(), accepted];
  await push(products);
  expect(requests).toBe(4);
  expect(waits[0]).toBeGreaterThanOrEqual(7000);
  expect(waits[1]).toBeGreaterThanOrEqual(2000);
});

test("an agent that keeps failing, or asks for more than a minute, is refused", async () => {
  script = [failing(429, "0")];
  await expect(push(products)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(requests).toBe(4);
  script = [failing(503, "61")];
  await expect(push(products)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(requests).toBe(5);
});

test("products that the agent refuses, or redirects, are sent once", async () => {
  script = [(res) => res.writeHead(422).end("No."), (res) => res.writeHead(307, { location: "/x" }).end()];
  await expect(push(products)).rejects.toThrow("422 No.");
  await expect(push(products)).rejects.toThrow("307");
  expect(requests).toBe(2);
});

test("a response that ends early is a failure of the agent", async () => {
  script = [(res) => res.writeHead(200, { "content-length": "100" }).write("{", () => res.destroy())];
  await expect(push(products)).rejects.toMatchObject({ code: "CONFLICT" });
});
