import { afterAll, expect, test } from "vitest";
import { createApiClient } from "../../generated/client.ts";
import { cartWith, dataOf, openCheckout, orderOf, productId } from "../helpers/shopping.ts";
import { sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

/** Earlier versions accepted the character `"` in a URL, and the provider accepts such an email address. */
const picture = 'https://cdn.example.com/the "tide".jpg'.replace(" ", "%20");
const email = "ines..mar@reader.example";

test("200 with email addresses and URLs that were stored before their format was checked as it is now", async () => {
  const products = sampleProducts.map((one) => ({
    ...one,
    imageUrl: picture,
    images: [{ url: picture, alt: null }],
  }));
  const seeded = await world.merchant({ contactEmail: email, logoUrl: picture }, products);
  // Its `fetch` doesn't check, since these values are faults for tests.
  const client = createApiClient({ baseUrl: world.url, fetch, auth: { apiKey: seeded.key } });
  const merchant = { ...seeded, client };

  const { store } = dataOf(await client.GET("/v1/catalog"));
  expect([store.contactEmail, store.logoUrl]).toEqual([email, picture]);
  expect(dataOf(await client.GET("/v1/products"))[0]?.imageUrl).toBe(picture);
  const path = { productId: productId(merchant, "poster") };
  expect(dataOf(await client.GET("/v1/products/{productId}", { params: { path } })).images[0]?.url).toBe(
    picture,
  );

  const cartId = await cartWith(merchant, { poster: 1 });
  const { url } = dataOf(await openCheckout(merchant, cartId));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email });
  const session = await client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } });
  expect(dataOf(session).customerEmail).toBe(email);
  const { id } = await orderOf(merchant, sessionId);
  const order = await client.GET("/v1/orders/{orderId}", { params: { path: { orderId: id } } });
  expect(dataOf(order).customerEmail).toBe(email);
  expect(world.logLines.join("")).toContain(
    'getOrder answered 200, but /body/data/customerEmail must match format \\"email\\".',
  );
});

test("400 for the same values in a request", async () => {
  const merchant = await world.merchant();
  const { response } = await openCheckout(merchant, await cartWith(merchant, { poster: 1 }), {
    customerEmail: email,
  });
  expect(response.status).toBe(400);
});
