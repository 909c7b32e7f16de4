import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("buys", async () => {
  const { client, products } = await world.merchant();
  const catalog = await client.GET("/v1/catalog");
  expect(catalog.response.status).toBe(200);
  expect((await client.GET("/v1/products")).data?.data.length).toBe(6);
  const created = await client.POST("/v1/cart");
  const cartId = created.data?.data.id ?? "";
  const added = await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: products.poster ?? "", quantity: 2 },
  });
  expect(added.data?.data.totals).toEqual({ subtotal: 4800, total: 4800, currency: "eur" });
  const checkout = await client.POST("/v1/checkout/session", { body: { cartId } });
  expect(checkout.error).toBeUndefined();
  const url = checkout.data?.data.url ?? "";
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const paid = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: "a@example.com", outcome: "pay" }),
  });
  expect(paid.status).toBe(303);
  const sessionId = new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "";
  const session = await client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } });
  console.log(
    session.error,
    world.logLines.filter((l) => l.includes("unexpected")),
  );
  expect(session.data?.data).toMatchObject({
    status: "complete",
    paymentStatus: "paid",
    customerEmail: "a@example.com",
  });
  const after = await client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
  expect(after.data?.data.lines).toEqual([]);
});
