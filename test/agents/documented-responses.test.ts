import type { ApiDocument } from "@counterpart/server";
import { exampleRequestOf } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { Services } from "../../server/operation.ts";
import { grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { agentDocument, ucpDocument } from "../helpers/document.ts";
import { productId } from "../helpers/shopping.ts";
import { startUcpShop } from "../helpers/ucp-shop.ts";
import { startWorld } from "../helpers/world.ts";

/** What each call of a service waits for before it begins. */
let calls = Promise.resolve();
/** Resolves when the next call begins. */
let begun = Promise.withResolvers<void>();

const world = await startWorld();
const services: Services = {
  ...world.services,
  agentPurchases: delayed(world.services.agentPurchases),
  readPlatformProfile: waiting(world.services.readPlatformProfile),
};
const [acp, ucp] = [await startAgentShop(world, services), await startUcpShop(world, services)];
afterAll(async () => {
  await acp.close();
  await ucp.close();
  await world.close();
});

function delayed(all: Services["agentPurchases"]): Services["agentPurchases"] {
  const { create, read, paid, change, complete, cancel } = all;
  return {
    ...{ create: waiting(create), read: waiting(read), paid: waiting(paid) },
    ...{ change: waiting(change), complete: waiting(complete), cancel: waiting(cancel) },
  };
}

function waiting<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  return async (...args: Args) => {
    begun.resolve();
    await calls;
    return call(...args);
  };
}

const merchant = await world.merchant({ sellsThrough: ["acp", "ucp"] });
const font = productId(merchant, "font");

const protocols = [
  {
    name: "ACP",
    document: agentDocument,
    shop: acp,
    headers: { "API-Version": "2026-04-17" },
    begin: () =>
      acp
        .agent(merchant)
        .create({ currency: "eur", capabilities: {}, line_items: [{ id: font }], buyer: ines }),
    /** For a key that was sent with another request. */
    conflict: 422,
  },
  {
    name: "UCP",
    document: ucpDocument,
    shop: ucp,
    headers: { "UCP-Agent": `profile="${ucp.platform.url}/.well-known/ucp"` },
    begin: () =>
      ucp.agent(merchant).create({ line_items: [{ item: { id: font }, quantity: 1 }], buyer: ines }),
    conflict: 409,
  },
];

/** The example, for a session that exists. */
async function requestOf(document: ApiDocument, operationId: string, sessionId: string) {
  const { method, path, headers, json } = exampleRequestOf(document, operationId);
  const token = await grantToken(world);
  const body = json === undefined ? undefined : JSON.stringify(json).replace(/spt_\w+/, token);
  return { method, path: path.replace(/(checkout[_-]sessions\/)[^/?]+/, `$1${sessionId}`), headers, body };
}

describe.each(protocols)("$name:", ({ document, shop, headers: own, begin, conflict }) => {
  const { operations } = document;

  async function sender(operationId: string) {
    const { method, path, headers, body } = await requestOf(
      document,
      operationId,
      (await begin()).body.id ?? "",
    );
    const key = { Authorization: `Bearer ${merchant.key}` };
    const content = { "Content-Type": "application/json" };
    const hasBody = body !== undefined;
    const send = ({ as = method, more = "", credentials = key as object } = {}) =>
      shop.fetch(shop.url + path, {
        method: as,
        headers: { ...headers, ...own, ...(hasBody && content), ...credentials },
        ...(hasBody && { body: body + more }),
      });
    return { send, hasBody };
  }

  test.each(operations.map(({ operationId, method }) => ({ operationId, method })))(
    "401 without a key, 200 to HEAD, and 500 after an unforeseen error: $operationId",
    async (one) => {
      const { send } = await sender(one.operationId);
      expect((await send({ credentials: {} })).status).toBe(401);
      if (one.method === "get") expect((await send({ as: "HEAD" })).status).toBe(200);
      calls = Promise.reject(new Error("Unforeseen."));
      calls.catch(() => {});
      expect((await send()).status).toBe(500);
      calls = Promise.resolve();
    },
  );

  const changing = operations
    .filter(({ method, path }) => method !== "get" && path.includes("checkout"))
    .map(({ operationId }) => ({ operationId }));

  test.each(changing)(
    "409 while a request with the same key runs, then the same response, and none for another request: $operationId",
    async ({ operationId }) => {
      const { send, hasBody } = await sender(operationId);
      const gate = Promise.withResolvers<void>();
      [calls, begun] = [gate.promise, Promise.withResolvers()];
      const first = send();
      await begun.promise;
      const second = await send();
      expect([second.status, second.headers.get("Retry-After")]).toEqual([409, expect.any(String)]);
      gate.resolve();
      const { status } = await first;
      expect(status).toBeLessThan(300);
      const again = await send();
      expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([status, "true"]);
      if (hasBody) expect((await send({ more: " " })).status).toBe(conflict);
    },
  );
});
