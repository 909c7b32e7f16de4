import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Store } from "../../server/database/queries/stores.ts";
import { createFindTokenHolder } from "../../server/members/agent-tokens.ts";
import { startTokenIssuer } from "../helpers/token-issuer.ts";

const audience = "https://shop.example/mcp";
const discovery = "/.well-known/openid-configuration";
const store = { id: "store_1", slug: "harbour", plan: "pro" } as Store;
const holder = { keyId: expect.stringMatching(/^token_[\w-]{22}$/), storeId: "store_1", scopes: ["agent"] };

let issuer: Awaited<ReturnType<typeof startTokenIssuer>>;
beforeEach(async () => {
  // The library that keeps the keys reads the system's clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  issuer = await startTokenIssuer({ audience, now: Date.now });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await issuer.close();
});

const open = ({ address = issuer.issuer, production = false } = {}) =>
  createFindTokenHolder({
    settings: { issuer: address, store: "harbour" },
    database: { stores: { find: async () => store, findBySlug: async () => store } as never },
    audience,
    production,
    clock: Date.now,
  });
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const calls = (path: string) => issuer.requests.filter((one) => one === path).length;
/** A temporary error, which asks the client to come back. */
const temporary = { code: "INTERNAL_ERROR", status: 500, headers: { "Retry-After": "5" } };

test("metadata and keys are read once", async () => {
  const find = open();
  const token = await issuer.token();
  await Promise.all([find(token), find(token)]);
  expect(await find(token)).toMatchObject(holder);
  expect(issuer.requests).toEqual([discovery, "/jwks"]);
});

test("the same person has the same name, whatever the client and the token", async () => {
  const find = open();
  const nameOf = async (claims: Record<string, unknown>) =>
    (await find(await issuer.token({ claims })))?.keyId;
  expect(await nameOf({ client_id: "another", jti: "2" })).toBe(await nameOf({}));
  expect(await nameOf({ sub: "ahab" })).not.toBe(await nameOf({}));
});

test.each<[string, string, (res: ServerResponse) => void]>([
  ["the metadata is an error", discovery, (res) => res.writeHead(503).end()],
  ["the metadata isn't JSON", discovery, (res) => res.end("<html>")],
  ["the metadata is another issuer's", discovery, (res) => res.end('{"issuer":"https://other.example"}')],
  ["the metadata leads elsewhere", discovery, (res) => res.writeHead(302, { location: "/other" }).end()],
  ["the connection ends", discovery, (res) => res.destroy()],
  ["the keys are an error", "/jwks", (res) => res.writeHead(500).end('{"keys":[]}')],
  ["the keys aren't JSON", "/jwks", (res) => res.end("<html>")],
  ["the keys are another JSON", "/jwks", (res) => res.end('{"keys":1}')],
  ["the keys lead elsewhere", "/jwks", (res) => res.writeHead(302, { location: "/other" }).end()],
  ["the keys are 65 KiB", "/jwks", (res) => res.end(`{"keys":[],"x":"${"x".repeat(65 * 1024)}"}`)],
])("a temporary error while %s; then tokens are accepted", async (_, path, instead) => {
  const find = open();
  const token = await issuer.token();
  const restore = issuer.breakPath(path, instead);
  await expect(find(token)).rejects.toMatchObject(temporary);
  expect(issuer.requests).not.toContain("/other");
  restore();
  pass(5);
  expect(await find(token)).toMatchObject(holder);
});

test.each<[string, (res: ServerResponse) => void]>([
  ["fails", (res) => res.writeHead(500).end()],
  ["is another one", (res) => res.end('{"issuer":"https://other.example"}')],
])("an issuer that %s is called once in five seconds", async (_, instead) => {
  const find = open();
  const token = await issuer.token();
  const restore = issuer.breakPath(discovery, instead);
  for (let n = 0; n < 5; n++) await expect(find(token)).rejects.toMatchObject(temporary);
  expect(issuer.requests).toEqual([discovery]);
  restore();
  issuer.breakPath("/jwks", (res) => res.writeHead(500).end());
  pass(5);
  for (let n = 0; n < 5; n++) await expect(find(token)).rejects.toMatchObject(temporary);
  expect(issuer.requests).toEqual([discovery, discovery, "/jwks"]);
});

test("known keys are used for ten minutes while the issuer is unreachable, and then no longer", async () => {
  const find = open();
  const token = await issuer.token({ claims: { exp: Math.floor(Date.now() / 1000) + 3600 } });
  await find(token);
  const restore = issuer.breakPath("/jwks", (res) => res.destroy());
  pass(9 * 60);
  expect(await find(token)).toMatchObject(holder);
  pass(2 * 60);
  await expect(find(token)).rejects.toMatchObject(temporary);
  restore();
  pass(5);
  expect(await find(token)).toMatchObject(holder);
});

test("a new key is found after 30 seconds, and a withdrawn one no longer", async () => {
  const find = open();
  const old = await issuer.token();
  await find(old);
  await issuer.rotate("key-2");
  expect(await find(await issuer.token())).toBeUndefined();
  pass(31);
  expect(await find(await issuer.token())).toMatchObject(holder);
  expect(await find(await issuer.token({ header: { kid: "key-1" } }))).toBeUndefined();
  expect(await find(old)).toBeUndefined();
});

test("keys that moved are found, once those that are known are old", async () => {
  const find = open();
  const token = await issuer.token({ claims: { exp: Math.floor(Date.now() / 1000) + 3600 } });
  await find(token);
  issuer.move("/moved");
  issuer.breakPath("/jwks", (res) => res.writeHead(404).end());
  pass(60);
  // A made-up key makes the keys be read, and the known ones stay.
  await expect(find(await issuer.token({ header: { kid: "made-up" } }))).rejects.toMatchObject(temporary);
  pass(5);
  expect(await find(token)).toMatchObject(holder);
  expect(calls(discovery)).toBe(1);
  pass(11 * 60);
  await expect(find(token)).rejects.toMatchObject(temporary);
  pass(5);
  expect(await find(token)).toMatchObject(holder);
  expect(calls("/moved")).toBe(1);
});

test("a token with a refused algorithm doesn't make the issuer's keys be read", async () => {
  const find = open();
  const secret = new TextEncoder().encode("a secret of at least thirty-two bytes");
  expect(await find(await issuer.token({ header: { alg: "HS256" }, signingKey: secret }))).toBeUndefined();
  expect(calls("/jwks")).toBe(0);
});

test("tokens with invented keys make the issuer be called at most every 30 seconds", async () => {
  const find = open();
  await find(await issuer.token());
  for (let n = 0; n < 5; n++) await find(await issuer.token({ header: { kid: `made-up-${n}` } }));
  expect(calls("/jwks")).toBe(1);
  pass(31);
  for (let n = 0; n < 5; n++) await find(await issuer.token({ header: { kid: `made-up-${n}` } }));
  expect(calls("/jwks")).toBe(2);
});

test.each([discovery, "/jwks"])(
  "a temporary error if there is no response from %s for three seconds",
  async (path) => {
    const find = open();
    const token = await issuer.token();
    issuer.breakPath(path, () => {});
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(3000);
      const over = new AbortController();
      void vi.waitUntil(() => calls(path) > 0).then(() => over.abort(new DOMException("", "TimeoutError")));
      return over.signal;
    });
    await expect(find(token)).rejects.toMatchObject(temporary);
    timeout.mockRestore();
  },
);

test("in production, metadata and keys are read over https only", async () => {
  await expect(open({ production: true })(await issuer.token())).rejects.toMatchObject(temporary);
  expect(issuer.requests).toEqual([]);
  const metadata = { issuer: "https://id.example", jwks_uri: `${issuer.issuer}/jwks` };
  const called = vi.fn(async () => Response.json(metadata));
  vi.stubGlobal("fetch", called);
  const find = open({ address: "https://id.example", production: true });
  await expect(find(await issuer.token())).rejects.toMatchObject(temporary);
  expect(called).toHaveBeenCalledTimes(1);
});
