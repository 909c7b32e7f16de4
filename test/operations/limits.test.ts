import { exampleRequestOf, send } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { startWorld } from "../helpers/world.ts";

/** The interface's table (section 8), and the scope of each operation. */
const table: Record<string, { limit: number; operations: string[] }> = {
  global: {
    limit: 120,
    operations: [
      "getCatalog",
      "getCart",
      "getCheckoutSession",
      "listOrders",
      "getOrder",
      "getOrderInvoice",
      "updateOrder",
      "listDownloads",
      "createDownload",
      "createParcel",
      "createRefund",
      "createReturn",
      "updateReturn",
      "createProduct",
      "replaceProduct",
      "updateProduct",
      "deleteProduct",
      "changeProducts",
      "changeStock",
      "listSubscriptions",
      "getSubscription",
      "cancelSubscription",
    ],
  },
  "product reads": { limit: 240, operations: ["getStore", "listProducts", "getProduct"] },
  "cart writes": {
    limit: 60,
    operations: ["createCart", "addCartLine", "updateCartLine", "removeCartLine", "clearCart"],
  },
  checkout: { limit: 30, operations: ["createCheckoutSession"] },
  "billing portal": { limit: 30, operations: ["createPortalSession"] },
};

const rateLimits = { global: 120, "product-reads": 240, "cart-writes": 60, checkout: 30, portal: 30 };
const world = await startWorld({ rateLimits });
afterAll(() => world.close());

test("the document's limits per minute are the interface's", () => {
  const { document } = world;
  expect(document.rateLimits).toEqual(
    Object.fromEntries(
      Object.entries(rateLimits).map(([scope, limit]) => [scope, { limit, windowSeconds: 60 }]),
    ),
  );
});

test("every operation counts in the bucket of its row, and no row affects another's", async () => {
  const { key } = await world.merchant();
  const counted = Object.values(table).flatMap(({ operations }) => operations);
  expect(counted.sort()).toEqual(world.document.operations.map(({ operationId }) => operationId).sort());
  for (const { limit, operations } of Object.values(table)) {
    for (const [used, operationId] of operations.entries()) {
      const { method, path, json } = exampleRequestOf(world.document, operationId);
      const { headers } = await send(world, method, path, { key, json });
      expect([operationId, headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")]).toEqual([
        operationId,
        `${limit}`,
        `${limit - used - 1}`,
      ]);
    }
  }
});
