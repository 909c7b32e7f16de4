import { request } from "node:http";
import type { Authenticators, Presented } from "@counterpart/server";
import { type RawDocument, send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { startApp } from "../../../toolkit/test/helpers/small-app.ts";
import { startWorld } from "../../helpers/world.ts";

const world = await startWorld();
const { key } = await world.merchant();
afterAll(() => world.close());

/** The status of the shop's server for an Authorization header, sent byte by byte. */
function statusWith(authorization: string | string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const path = world.document.operations.find(
      ({ method, path }) => method === "get" && !path.includes("{"),
    )?.path;
    const headers = { Authorization: authorization };
    request({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

describe("401 UNAUTHORIZED with an invalid key", () => {
  const forged = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
  test.each([
    ["nothing", ""],
    ["only a scheme", "Bearer"],
    ["a scheme and a space", "Bearer "],
    ["no scheme", key],
    ["another scheme", `Basic ${key}`],
    ["the key in Basic", `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["a key that was never issued", `Bearer ${newApiKey()}`],
    ["a key with a wrong checksum", `Bearer ${forged}`],
    ["half of a key", `Bearer ${key.slice(0, 20)}`],
    ["a key and extra text", `Bearer ${key}x`],
    ["two keys", `Bearer ${key} ${key}`],
    ["two keys with a comma", `Bearer ${key}, Bearer ${key}`],
    ["the key in another case", `Bearer ${key.toUpperCase()}`],
    ["the key in quotes", `Bearer "${key}"`],
    ["an umlaut", "Bearer ä"],
    ["UTF-8", `Bearer ${Buffer.from("🔑🔑🔑").toString("latin1")}`],
    ["SQL", "Bearer ' OR 1=1 --"],
    ["__proto__", "Bearer __proto__"],
    ["8,000 letters", `Bearer ${"k".repeat(8000)}`],
    ["the well-known key of the demo", "Bearer cp_demo_key_for_development_only"],
  ])("%s", async (_, authorization) => {
    expect(await statusWith(authorization)).toBe(401);
  });

  test("two headers: Node uses the first", async () => {
    expect(await statusWith([`Bearer ${newApiKey()}`, `Bearer ${key}`])).toBe(401);
  });

  test("the key in the query or in a cookie, where the document doesn't accept it", async () => {
    const path = "/v1/catalog";
    for (const [query, headers] of [
      [`?apiKey=${key}`, {}],
      [`?access_token=${key}`, {}],
      ["", { Cookie: `apiKey=${key}` }],
      ["", { "X-Api-Key": key }],
    ] as const) {
      expect((await send(world, "GET", `${path}${query}`, { headers })).status).toBe(401);
    }
  });

  test("the response doesn't quote it", async () => {
    const { text, headers } = await send(world, "GET", "/v1/catalog", { key: "guess-me" });
    expect(text).not.toContain("guess-me");
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
  });
});

test.each(["Bearer", "bearer", "BEARER", "bEaReR"])("200 with the scheme as %s", async (scheme) => {
  expect(await statusWith(`${scheme} ${key}`)).toBe(200);
  expect(await statusWith(`${scheme}   ${key}`)).toBe(200);
});

test("200 with each of several live keys of one store, and 401 with revoked ones", async () => {
  const { store } = await world.merchant();
  const { keys } = world.services.database;
  const [old, fresh] = [
    await keys.create({ storeId: store.id, label: "old" }),
    await keys.create({ storeId: store.id, label: "new" }),
  ];
  expect([await statusWith(`Bearer ${old.key}`), await statusWith(`Bearer ${fresh.key}`)]).toEqual([
    200, 200,
  ]);
  await keys.revoke(old.id);
  expect([await statusWith(`Bearer ${old.key}`), await statusWith(`Bearer ${fresh.key}`)]).toEqual([
    401, 200,
  ]);
});

test("200 with a key until it expires, and then 401", async () => {
  const { store } = await world.merchant();
  const expiresAt = world.clock.now + 1000;
  const { key } = await world.services.database.keys.create({ storeId: store.id, label: null, expiresAt });
  expect(await statusWith(`Bearer ${key}`)).toBe(200);
  world.clock.now = expiresAt;
  expect(await statusWith(`Bearer ${key}`)).toBe(401);
});

test("403 and then 200 with the same key once the store has the plan, and back", async () => {
  const { store, key } = await world.merchant({ plan: "free" });
  const { stores } = world.services.database;
  expect(await statusWith(`Bearer ${key}`)).toBe(403);
  await stores.update(store.slug, { plan: "pro" });
  expect(await statusWith(`Bearer ${key}`)).toBe(200);
  await stores.update(store.slug, { plan: "free" });
  expect(await statusWith(`Bearer ${key}`)).toBe(403);
});

describe("the kinds of security schemes", async () => {
  const schemes = {
    head: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "key" },
    cookie: { type: "apiKey", in: "cookie", name: "session" },
    basic: { type: "http", scheme: "Basic" },
    bearer: { type: "oauth2", flows: {} },
  };
  const asked: Record<string, Record<string, string[]>[]> = {
    head: [{ head: [] }],
    query: [{ query: [] }],
    cookie: [{ cookie: [] }],
    basic: [{ basic: [] }],
    bearer: [{ bearer: ["read"] }],
    both: [{ head: [], cookie: [] }],
    either: [{ head: [] }, { cookie: [] }],
    perhaps: [{ head: [] }, {}],
    open: [],
    inherited: [{ head: [] }],
  };
  const error = { description: "No.", content: { "application/json": { schema: { type: "object" } } } };
  const get = (name: string) => ({
    operationId: name,
    ...(name !== "inherited" && { security: asked[name] }),
    responses: {
      "200": { description: "Who.", content: { "application/json": { schema: {} } } },
      "400": error,
      "401": error,
    },
  });
  const raw: RawDocument = {
    openapi: "3.1.0",
    info: { title: "Doors", version: "1" },
    security: [{ head: [] }],
    paths: Object.fromEntries(Object.keys(asked).map((name) => [`/${name}`, { get: get(name) }])),
    components: { securitySchemes: schemes },
  };
  const authenticators: Authenticators = Object.fromEntries(
    Object.keys(schemes).map((name) => [
      name,
      async ({ credential }: Presented) => {
        const right = credential === (name === "basic" ? "ines:secret" : "secret");
        return right ? { caller: name, bucket: name } : undefined;
      },
    ]),
  );
  const app = await startApp({
    raw,
    authenticators,
    handlers: Object.fromEntries(
      Object.keys(asked).map((name) => [
        name,
        async ({ caller }: { caller?: string }) => ({ status: 200, body: { caller: caller ?? "anonymous" } }),
      ]),
    ),
  });
  afterAll(() => app.close());

  const [head, cookie] = [{ "X-Key": "secret" }, { Cookie: "a=b; session=secret; session=other" }];
  test.each<[string, string, Record<string, string>, string | number]>([
    ["a header", "/head", head, "head"],
    ["a wrong header", "/head", { "X-Key": "guess" }, 401],
    ["an empty header", "/head", { "X-Key": "" }, 401],
    ["a parameter of the query", "/query?key=secret", {}, "query"],
    ["the parameter twice", "/query?key=secret&key=secret", {}, 401],
    ["a cookie", "/cookie", cookie, "cookie"],
    ["a cookie whose name is longer", "/cookie", { Cookie: "xsession=secret" }, 401],
    ["HTTP Basic", "/basic", { Authorization: `basic ${btoa("ines:secret")}` }, "basic"],
    ["an OAuth token", "/bearer", { Authorization: "Bearer secret" }, "bearer"],
    ["both of two", "/both", { ...head, ...cookie }, "head"],
    ["the first of two that are both required", "/both", head, 401],
    ["the second of two that are both required", "/both", cookie, 401],
    ["the first of two alternatives", "/either", head, "head"],
    ["the second of two alternatives", "/either", cookie, "cookie"],
    ["none of two", "/either", {}, 401],
    ["an optional one", "/perhaps", head, "head"],
    ["none where it is optional", "/perhaps", {}, "anonymous"],
    ["none where none is required", "/open", {}, "anonymous"],
    ["the document's default", "/inherited", head, "head"],
    ["none, where the document's default applies", "/inherited", {}, 401],
  ])("%s", async (_, path, headers, expected) => {
    const { status, body } = await send(app, "GET", path, { headers });
    expect(status === 200 ? (body as { caller: string }).caller : status).toBe(expected);
  });

  test("the start fails if a kind has no authenticator", async () => {
    const components = { securitySchemes: { ...schemes, head: { type: "mutualTLS" } } };
    const { head: _, ...others } = authenticators;
    await expect(startApp({ raw: { ...raw, components }, authenticators: others })).rejects.toThrow(
      /in use and have no authenticator: head/,
    );
  });
});
