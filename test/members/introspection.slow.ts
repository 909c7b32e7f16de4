import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answerOf, cartWith, openCheckout } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
let authentication: Server;
let asked: { authorization: string | undefined; token: string | null }[] = [];
/** The authentication system's response. "hang" never responds, and "endless" never ends. */
let answer: object | number | "hang" | "endless" = {};
/** Called when the connection of an endless response has ended. */
let closed = () => {};

beforeAll(async () => {
  world = await startWorld();
  authentication = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += chunk));
    req.on("end", () => {
      asked.push({ authorization: req.headers.authorization, token: new URLSearchParams(body).get("token") });
      if (answer === "hang") return;
      if (answer === "endless") {
        const pour = () => {
          while (!res.destroyed && res.write(" ".repeat(16_384)));
        };
        res.writeHead(200, { "Content-Type": "application/json" }).on("drain", pour).on("close", closed);
        return pour();
      }
      res.writeHead(typeof answer === "number" ? answer : 200, { "Content-Type": "application/json" });
      res.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => authentication.listen(0, "127.0.0.1", done));
  const { port } = authentication.address() as AddressInfo;
  merchant = await world.merchant({
    introspectionUrl: `http://127.0.0.1:${port}/introspect`,
    introspectionClientId: "counterpart",
    introspectionClientSecret: "a secret",
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  authentication.closeAllConnections();
  authentication.close();
  await world.close();
});

async function checkoutAs(token: string): Promise<string> {
  return answerOf(
    await openCheckout(merchant, await cartWith(merchant, { monthly: 1 }), { memberSessionId: token }),
  );
}

test("200 for a session that the authentication system knows; it is asked once, as the store's client", async () => {
  answer = { active: true, sub: "member-1" };
  expect(await checkoutAs("token-1")).toBe("200");
  expect(await checkoutAs("token-1")).toBe("200");
  const basic = `Basic ${Buffer.from("counterpart:a+secret").toString("base64")}`;
  expect(asked).toEqual([{ authorization: basic, token: "token-1" }]);
});

/** Of the last response. */
const retryAfter = () => world.exchanges.at(-1)?.headers["retry-after"];

test("404 NOT_FOUND for a session that isn't active", async () => {
  answer = { active: false };
  expect(await checkoutAs("token-2")).toBe("404 NOT_FOUND");
});

test("500 INTERNAL_ERROR, never access, while the authentication system fails", async () => {
  answer = 503;
  expect(await checkoutAs("token-3")).toBe("500 INTERNAL_ERROR");
  expect(retryAfter()).toMatch(/^[1-9]\d*$/);
  answer = { active: "yes" };
  expect(await checkoutAs("token-3")).toBe("500 INTERNAL_ERROR");
  answer = { active: true };
  expect(await checkoutAs("token-3")).toBe("500 INTERNAL_ERROR");
});

test("500 INTERNAL_ERROR when the authentication system never answers", async () => {
  answer = "hang";
  expect(await checkoutAs("token-4")).toBe("500 INTERNAL_ERROR");
  expect(retryAfter()).toMatch(/^[1-9]\d*$/);
});

test("500 INTERNAL_ERROR when the response never ends, without reading all of it", async () => {
  answer = "endless";
  const { promise, resolve } = Promise.withResolvers<void>();
  closed = resolve;
  expect(await checkoutAs("token-5")).toBe("500 INTERNAL_ERROR");
  expect(retryAfter()).toMatch(/^[1-9]\d*$/);
  expect(world.logLines.join("")).toContain("more than 64 KiB");
  await promise;
});

test("uses the store's new secret as soon as it is changed", async () => {
  answer = { active: true, sub: "member-1" };
  const { stores } = world.services.database;
  await stores.update(merchant.store.slug, { introspectionClientSecret: "another secret" });
  const basic = `Basic ${Buffer.from("counterpart:another+secret").toString("base64")}`;
  await vi.waitFor(async () => {
    expect(await checkoutAs(`token-of-${asked.length}`)).toBe("200");
    expect(asked.at(-1)?.authorization).toBe(basic);
  });
});

test("the log contains no member session", () => {
  expect(world.logLines.join("")).not.toMatch(/token-|a secret|another secret/);
});

test("500 INTERNAL_ERROR in production for an address without TLS, without a request to it", async () => {
  const live = await startWorld({ production: true });
  onTestFinished(() => live.close());
  const { port } = authentication.address() as AddressInfo;
  const trusting = await live.merchant({ introspectionUrl: `http://127.0.0.1:${port}/introspect` });
  answer = { active: true, sub: "member-1" };
  const asking = openCheckout(trusting, await cartWith(trusting, { monthly: 1 }), {
    memberSessionId: "token-of-a-member",
  });
  expect(answerOf(await asking)).toBe("500 INTERNAL_ERROR");
  expect(asked).toEqual([]);
  expect(live.logLines.join("")).toContain("without TLS");
});
