import { createHash } from "node:crypto";
import { exampleRequestOf, send } from "@counterpart/testing";
import { exportSPKI, generateKeyPair, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgentShop } from "../helpers/agent-shop.ts";
import { startTokenIssuer, type TokenChanges } from "../helpers/token-issuer.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

const audience = "http://counterpart.test/mcp";
let issuer: Awaited<ReturnType<typeof startTokenIssuer>>;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  issuer = await startTokenIssuer({ audience, now: () => world.clock.now });
  world = await startWorld({ agentTokens: { issuer: issuer.issuer, store: "harbour" } });
  merchant = await world.merchant({ slug: "harbour" });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
});

const seconds = (after: number) => Math.floor(world.clock.now / 1000) + after;
const read = (token: string, path = "/v1/products/store") => send(world, "GET", path, { key: token });
/** Signed by a key that isn't published. */
const { privateKey: othersKey } = await generateKeyPair("ES256");

describe("200 with an access token", () => {
  test.each<[string, () => TokenChanges]>([
    ["for the tools, with the scope agent", () => ({})],
    ["for several audiences", () => ({ claims: { aud: ["https://other.example", audience] } })],
    ["with several scopes", () => ({ claims: { scope: "openid agent email" } })],
    ["of a provider that only says that it is a JWT", () => ({ header: { typ: "JWT" } })],
    ["that doesn't say what it is", () => ({ header: { typ: undefined } })],
    ["that expired a few seconds ago, since clocks differ", () => ({ claims: { exp: seconds(-3) } })],
  ])("%s", async (_, changes) => {
    expect(await read(await issuer.token(changes()))).toMatchObject({
      status: 200,
      body: { data: { slug: "harbour" } },
    });
  });
});

describe("401 for an access token", () => {
  test.each<[string, () => TokenChanges]>([
    ["that has expired", () => ({ claims: { exp: seconds(-10) } })],
    ["that isn't valid yet", () => ({ claims: { nbf: seconds(60) } })],
    ["that never expires", () => ({ claims: { exp: undefined } })],
    ["for another audience", () => ({ claims: { aud: "https://other.example/mcp" } })],
    ["for the server, not its tools", () => ({ claims: { aud: "http://counterpart.test" } })],
    ["without an audience", () => ({ claims: { aud: undefined } })],
    ["of another issuer", () => ({ claims: { iss: "https://other.example" } })],
    ["of no issuer", () => ({ claims: { iss: undefined } })],
    ["of no person", () => ({ claims: { sub: undefined } })],
    ["signed by another key", () => ({ signingKey: othersKey })],
    ["with an unknown key", () => ({ signingKey: othersKey, header: { kid: "key-2" } })],
    [
      "that names where its key is",
      () => ({ signingKey: othersKey, header: { jku: `${issuer.issuer}/evil` } }),
    ],
    ["that is bound to a key of the client", () => ({ claims: { cnf: { jkt: "x" } } })],
    ["whose kind isn't text", () => ({ header: { typ: 7 } })],
    ["that is another kind of token", () => ({ header: { typ: "logout+jwt" } })],
  ])("%s", async (_, changes) => {
    expect(await read(await issuer.token(changes()))).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
    expect(issuer.requests).not.toContain("/evil");
  });

  test("that isn't signed", async () => {
    const token = new UnsecuredJWT({ scope: "agent", client_id: "an-agent" })
      .setIssuer(issuer.issuer)
      .setAudience(audience)
      .setSubject("ishmael")
      .setExpirationTime(seconds(60))
      .encode();
    expect((await read(token)).status).toBe(401);
    expect((await read(`${token}AAAA`)).status).toBe(401);
  });

  test("signed with the published key as a shared secret", async () => {
    const secret = Buffer.from(await exportSPKI(issuer.publicKey));
    const token = await issuer.token({ signingKey: secret, header: { alg: "HS256" } });
    expect((await read(token)).status).toBe(401);
  });

  test("whose claims were changed", async () => {
    const [header, , signature] = (await issuer.token({ claims: { scope: "openid" } })).split(".");
    const [, claims] = (await issuer.token()).split(".");
    expect((await read(`${header}.${claims}.${signature}`)).status).toBe(401);
  });

  test.each([".", "a.b.c", "..", "eyJhbGciOiJFUzI1NiJ9.e30.", "a.b.c.d.e", `${"x".repeat(6000)}.y.z`])(
    "that isn't a JWT: %s",
    async (token) => {
      expect((await read(token)).status).toBe(401);
    },
  );
});

describe("403", () => {
  test.each([[""], ["openid email"], ["agents"], [["agent"]]])(
    "insufficient_scope with the scopes %j",
    async (scope) => {
      const response = await world.fetch(`${world.url}/v1/products/store`, {
        headers: { authorization: `Bearer ${await issuer.token({ claims: { scope } })}` },
      });
      expect(response.status).toBe(403);
      expect(response.headers.get("www-authenticate")).toBe(
        'Bearer error="insufficient_scope", scope="agent"',
      );
    },
  );

  test("PRO_PLAN_REQUIRED while the store isn't on the Pro plan", async () => {
    const { stores } = world.services.database;
    await stores.update("harbour", { plan: "free" });
    const token = await issuer.token();
    expect(await read(token)).toMatchObject({ status: 403, body: { code: "PRO_PLAN_REQUIRED" } });
    await stores.update("harbour", { plan: "pro" });
    expect((await read(token)).status).toBe(200);
  });

  test("for everything that a key with the scope agent can't do, and nothing else", async () => {
    const { key } = await world.services.database.keys.create({
      storeId: merchant.store.id,
      label: "agent",
      scopes: ["agent"],
    });
    const token = await issuer.token();
    const statuses = async (credential: string) => {
      const found: [string, boolean][] = [];
      for (const { operationId } of world.document.operations) {
        const { method, path, json } = exampleRequestOf(world.document, operationId);
        const { status } = await send(world, method, path, {
          key: credential,
          ...(json !== undefined && { json }),
        });
        found.push([operationId, status === 403]);
      }
      return found;
    };
    expect(await statuses(token)).toEqual(await statuses(key));
  });
});

test("a token acts for the store that the operator named, whatever the slug of another one is", async () => {
  const other = await world.merchant();
  const token = await issuer.token();
  const { stores } = world.services.database;
  const slug = async () => ((await read(token)).body as { data: { slug: string } }).data.slug;
  expect(await slug()).toBe("harbour");
  await stores.update("harbour", { slug: "old-harbour" });
  // The operator's mistake: with a 401, the agent would ask the person again and again.
  expect((await read(token)).status).toBe(500);
  expect(world.logLines.join("")).toContain("AGENT_STORE names no store: harbour.");
  await stores.update(other.store.slug, { slug: "harbour" });
  expect(await read(token)).toMatchObject({ status: 200, body: { data: { _id: other.store.id } } });
  await stores.update("harbour", { slug: "other" });
  await stores.update("old-harbour", { slug: "harbour" });
});

test("responses to a person's requests are deleted with a buyer's data of the same store, and repeats have no second effect", async () => {
  const create = async (sub: string) => {
    const key = await issuer.token({ claims: { sub } });
    const { status, body, headers } = await send(world, "POST", "/v1/cart", {
      key,
      headers: { "Idempotency-Key": "first-cart" },
    });
    const { id } = (body as { data: { id: string } }).data;
    return { status, id, isReplayed: headers.get("Idempotent-Replayed") === "true" };
  };
  const erase = (storeId: string) =>
    world.services.database.buyers.erase(storeId, { email: "ines@reader.example" }, world.clock.now);
  const first = await create("ishmael");
  expect((await create("ines")).id).not.toBe(first.id);
  await erase((await world.merchant()).store.id);
  expect(await create("ishmael")).toEqual({ ...first, isReplayed: true });
  await erase(merchant.store.id);
  expect(await create("ishmael")).toEqual(first);
});

test("401 for a token at the address for purchases, whose sessions belong to keys", async () => {
  const shop = await startAgentShop(world);
  expect((await shop.send("GET", "/checkout_sessions/cs_1", { key: await issuer.token() })).status).toBe(401);
  await shop.close();
});

test("a token and its person are never logged", async () => {
  world.logLines.length = 0;
  const token = await issuer.token();
  const wrong = await issuer.token({ claims: { exp: seconds(-10) } });
  await read(token);
  await read(wrong);
  await read(wrong, `/v1/nothing/${token}`);
  await read(wrong, `/v1/catalog?access_token=${token}`);
  await read("made.up", `/v1/catalog?access_token=${token.split(".").slice(0, 2).join(".")}`);
  const log = world.logLines.join("");
  const person = createHash("sha256").update(`${issuer.issuer} ishmael`).digest("base64url").slice(0, 22);
  expect(log).toContain(`"key":"token_${person}"`);
  expect(log).toContain('"path":"/v1/nothing/[removed]"');
  expect(log).not.toContain("ishmael");
  for (const part of [token, wrong].flatMap((one) => one.split(".").slice(1)))
    expect(log).not.toContain(part);
});
