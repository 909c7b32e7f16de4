import { afterAll, describe, expect, test } from "vitest";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { addLine, cartWith, contentsOf, dataOf, getCart, productId } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

const tagOf = ({ response }: { response: Response }) => String(response.headers.get("ETag"));

/** A merchant, and the cart of one of its customers. */
async function reader() {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1, notebook: 1 });
  return { merchant, cartId };
}

/** The cart changes that accept `If-Match`. */
function changes({ client, products }: Merchant, cartId: string, tag: string) {
  const header = { "If-Match": tag };
  const line = { cartId, productId: productId({ products }, "poster") };
  return {
    addCartLine: () =>
      client.POST("/v1/cart/{cartId}/lines", {
        params: { path: { cartId }, header },
        body: { productId: line.productId, quantity: 1 },
      }),
    updateCartLine: () =>
      client.PATCH("/v1/cart/{cartId}/lines/{productId}", {
        params: { path: line, header },
        body: { quantity: 7 },
      }),
    removeCartLine: () =>
      client.DELETE("/v1/cart/{cartId}/lines/{productId}", { params: { path: line, header } }),
    clearCart: () => client.DELETE("/v1/cart/{cartId}", { params: { path: { cartId }, header } }),
  };
}

type Change = keyof ReturnType<typeof changes>;
const everyChange: Change[] = ["addCartLine", "updateCartLine", "removeCartLine", "clearCart"];

describe("If-None-Match", () => {
  test("304 on an unchanged catalog, store, list, product and cart, which may be cached", async () => {
    const { merchant, cartId } = await reader();
    const { client } = merchant;
    const reads = [
      (header: object) => client.GET("/v1/catalog", { params: { header } }),
      (header: object) => client.GET("/v1/products/store", { params: { header } }),
      (header: object) => client.GET("/v1/products", { params: { header } }),
      (header: object) =>
        client.GET("/v1/products/{productId}", {
          params: { path: { productId: productId(merchant, "poster") }, header },
        }),
      (header: object) => client.GET("/v1/cart/{cartId}", { params: { path: { cartId }, header } }),
    ];
    for (const read of reads) {
      const { response } = await read({});
      const again = await read({ "If-None-Match": tagOf({ response }) });
      expect([response.status, again.response.status]).toEqual([200, 304]);
      expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(again.response.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(again.response.headers.has("RateLimit-Remaining")).toBe(true);
    }
  });

  test("200 when the catalog has changed, 304 when it has changed back", async () => {
    const { client, store } = await world.merchant();
    const read = async (tag?: string) => {
      const header = tag === undefined ? {} : { "If-None-Match": tag };
      return (await client.GET("/v1/catalog", { params: { header } })).response;
    };
    const tag = tagOf({ response: await read() });
    const cheaper = sampleProducts.map((one) => ({ ...one, priceInCents: one.priceInCents - 1 }));
    await world.services.database.products.import(store.id, cheaper);
    expect((await read(tag)).status).toBe(200);
    await world.services.database.products.import(store.id, sampleProducts);
    expect((await read(tag)).status).toBe(304);
  });

  test("200 for another store's reader with the same ETag", async () => {
    const [one, other] = [await world.merchant(), await world.merchant()];
    const tag = tagOf(await one.client.GET("/v1/products"));
    const header = { "If-None-Match": tag };
    expect((await other.client.GET("/v1/products", { params: { header } })).status).toBe(200);
  });
});

describe("If-Match", () => {
  test.each(everyChange)(
    "200 to %s with the ETag of the read cart, with the ETag of the changed cart",
    async (change) => {
      const { merchant, cartId } = await reader();
      const changed = await changes(merchant, cartId, tagOf(await getCart(merchant, cartId)))[change]();
      expect(changed.response.status).toBe(200);
      expect(tagOf(changed)).toBe(tagOf(await getCart(merchant, cartId)));
    },
  );

  test.each(everyChange)(
    "412 CONFLICT to %s of a changed cart, which isn't changed again",
    async (change) => {
      const { merchant, cartId } = await reader();
      const tag = tagOf(await getCart(merchant, cartId));
      await addLine(merchant, cartId, "poster", 1);
      const { response, error } = await changes(merchant, cartId, tag)[change]();
      expect([response.status, error]).toEqual([412, expect.objectContaining({ code: "CONFLICT" })]);
      expect(await contentsOf(merchant, cartId)).toEqual({ poster: 3, font: 1, notebook: 1 });
    },
  );

  test("412 CONFLICT when a price has changed", async () => {
    const { merchant, cartId } = await reader();
    const tag = tagOf(await getCart(merchant, cartId));
    const dearer = sampleProducts.map((one) => ({ ...one, priceInCents: one.priceInCents + 1 }));
    await world.services.database.products.import(merchant.store.id, dearer);
    expect((await changes(merchant, cartId, tag).clearCart()).response.status).toBe(412);
  });

  test("200 with `*`, and with the ETag of any content encoding", async () => {
    const { merchant, cartId } = await reader();
    const plain = tagOf(await getCart(merchant, cartId)).replace(/-(?:gzip|br)"$/, '"');
    for (const coding of ["gzip", "br"]) {
      const coded = `${plain.slice(0, -1)}-${coding}"`;
      expect((await changes(merchant, cartId, coded).updateCartLine()).response.status).toBe(200);
      expect((await changes(merchant, cartId, "*").clearCart()).response.status).toBe(200);
      await addLine(merchant, cartId, "poster", 2);
      await addLine(merchant, cartId, "font", 1);
      await addLine(merchant, cartId, "notebook", 1);
    }
  });

  test("404 NOT_FOUND for an unknown cart, whatever the ETag", async () => {
    const merchant = await world.merchant();
    expect((await changes(merchant, "cart_unknown", '"x"').clearCart()).response.status).toBe(404);
  });

  test("200 for one of several concurrent changes with the same ETag, and 412 for the others", async () => {
    const { merchant, cartId } = await reader();
    const tag = tagOf(await getCart(merchant, cartId));
    const { addCartLine } = changes(merchant, cartId, tag);
    const answers = await Promise.all(Array.from({ length: 8 }, addCartLine));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await contentsOf(merchant, cartId)).poster).toBe(3);
  });

  test("only one of two processes makes its concurrent change with the same ETag", async () => {
    const database = await migratedDatabase();
    const [one, other] = [
      await startWorld({ databaseUrl: database.url }),
      await startWorld({ databaseUrl: database.url }),
    ];
    try {
      const merchant = await one.merchant();
      const cartId = await cartWith(merchant, { poster: 2 });
      const twin = { ...merchant, client: other.client(merchant.key) };
      // Both know the cart before it changes.
      dataOf(await changes(merchant, cartId, "*").updateCartLine());
      dataOf(await changes(twin, cartId, "*").updateCartLine());
      const tag = tagOf(await getCart(merchant, cartId));
      const both = [changes(merchant, cartId, tag), changes(twin, cartId, tag)];
      const answers = await Promise.all([...both, ...both].map(({ addCartLine }) => addCartLine()));
      expect(answers.map(({ response }) => response.status).sort()).toEqual([200, 412, 412, 412]);
      expect((await contentsOf(merchant, cartId)).poster).toBe(8);
    } finally {
      await one.close();
      await other.close();
      await database.drop();
    }
  });
});

describe("compression", () => {
  test("the catalog is compressed for clients that accept it, and a payment URL isn't", async () => {
    const { merchant, cartId } = await reader();
    const headers = { "Accept-Encoding": "gzip" };
    const catalog = await merchant.client.GET("/v1/catalog", { headers });
    expect(catalog.response.headers.get("Content-Encoding")).toBe("gzip");
    const checkout = await merchant.client.POST("/v1/checkout/session", { body: { cartId }, headers });
    expect(checkout.response.headers.get("Cache-Control")).toBe("no-store");
    expect(checkout.response.headers.has("Content-Encoding")).toBe(false);
    expect(dataOf(checkout).url).toContain("http");
  });
});
