import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { deriveRequests } from "../../toolkit/test/helpers/derive-requests.ts";
import { grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { agentDocument, ucpDocument } from "../helpers/document.ts";
import { productId } from "../helpers/shopping.ts";
import { startUcpShop } from "../helpers/ucp-shop.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld();
const [acp, ucp] = [await startAgentShop(world), await startUcpShop(world)];
afterAll(async () => {
  await acp.close();
  await ucp.close();
  await world.close();
});

const merchant = await world.merchant({ sellsThrough: ["acp", "ucp"] });
const font = productId(merchant, "font");

/** A placeholder of the session that a request needs. */
const sessionId = "chk_needed";

const protocols = [
  {
    name: "ACP",
    document: agentDocument,
    shop: acp,
    known: { checkout_session_id: sessionId, token: await grantToken(world) },
    async begin() {
      const wanted = { currency: "eur", capabilities: {}, line_items: [{ id: font }], buyer: ines };
      return (await acp.agent(merchant).create(wanted)).body.id ?? "";
    },
    complete: (id: string, token: string) => acp.agent(merchant).complete(id, token),
  },
  {
    name: "UCP",
    document: ucpDocument,
    shop: ucp,
    known: {
      "UCP-Agent": `profile="${ucp.platform.url}/.well-known/ucp"`,
      token: await grantToken(world),
      cursor: font,
    },
    async begin() {
      const line_items = [{ item: { id: font }, quantity: 1 }];
      return (await ucp.agent(merchant).create({ line_items, buyer: ines })).body.id ?? "";
    },
    complete: (id: string, token: string) => ucp.agent(merchant).complete(id, token),
  },
];

describe.each(protocols)("$name:", ({ document, shop, known, begin, complete }) => {
  const requests = document.operations.flatMap((operation) =>
    deriveRequests(document, operation, known).map((request) => ({
      ...request,
      template: operation.path,
      isKept: operation.method === "get" || !/cancel|complete/.test(operation.path),
    })),
  );
  const kept = begin();

  /** Completing changes nothing of a paid session, and canceling ends an open one. */
  async function needed({ template, isValid, isKept }: (typeof requests)[number]): Promise<string> {
    if (isKept || !isValid) return kept;
    const id = await begin();
    if (template.endsWith("/complete")) await complete(id, await grantToken(world));
    return id;
  }

  test.each(requests)("$item", async (request) => {
    const { template, isValid, method, path, headers, body } = request;
    const id = await needed(request);
    const response = await shop.fetch(shop.url + (template.includes("{") ? withId(template, id) : path), {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${merchant.key}`,
        // The example's key belongs to one request.
        ...(isValid && headers["idempotency-key"] && { "idempotency-key": randomUUID() }),
      },
      ...(body !== undefined && { body }),
    });
    const { code } = (await response.json()) as { code?: string };
    if (isValid) {
      expect(response.status).toBeLessThan(500);
      expect(["invalid_request", "idempotency_key_required"]).not.toContain(code);
    } else expect([400, 415, 422]).toContain(response.status);
  });
});

function withId(template: string, id: string): string {
  return template.replace(/\{\w+\}/, id);
}
