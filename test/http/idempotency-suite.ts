import { send } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/database/database.ts";
import type { Services } from "../../server/operation.ts";
import type { TestDatabase } from "../helpers/data/test-database.ts";
import {
  cartWith,
  contentsOf,
  isPayable,
  newCart,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What `Idempotency-Key` promises, on any engine. */
export function idempotencySuite(newDatabase: () => Promise<TestDatabase>): void {
  let testDatabase: TestDatabase;
  let world: World;
  let merchant: Merchant;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    world = await startWorld({ databaseUrl: testDatabase.url });
    merchant = await world.merchant();
  });
  afterAll(async () => {
    await world.close();
    await testDatabase.drop();
  });

  let keys = 0;
  const newKey = () => `request-${++keys}`;
  const post = async (path: string, key: string, json?: unknown, caller = merchant) => {
    const { status, text, headers } = await send(world, "POST", path, {
      key: caller.key,
      headers: { "Idempotency-Key": key },
      ...(json !== undefined && { json }),
    });
    return { status, text, replayed: headers.get("Idempotent-Replayed"), headers };
  };
  const add = (
    cartId: string,
    key: string,
    json: unknown = { productId: productId(merchant, "poster"), quantity: 2 },
  ) => post(`/v1/cart/${cartId}/lines`, key, json);
  const dataIn = (text: string) => JSON.parse(text).data;

  async function register(memberId: string): Promise<string> {
    const memberSessionId = `session of ${memberId}`;
    const session = { storeId: merchant.store.id, memberId, memberSessionId, expiresInSeconds: 3600 };
    await world.services.database.memberSessions.register(session);
    return memberSessionId;
  }

  async function subscribe(memberId: string): Promise<string> {
    const memberSessionId = await register(memberId);
    const url = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId);
    await readSession(merchant, await pay(url));
    return memberSessionId;
  }

  /** Like a process that dies after the effect is stored and before the response is. */
  const failingAfter = (name: "create" | "change") => {
    let failures = 1;
    return (services: Services): Services => ({
      ...services,
      database: {
        ...services.database,
        carts: {
          ...services.database.carts,
          [name]: async (...args: unknown[]) => {
            const query = services.database.carts[name] as (...args: unknown[]) => Promise<unknown>;
            const result = await query(...args);
            if (failures-- > 0) throw new Error("The connection broke after the commit.");
            return result;
          },
        },
      },
    });
  };

  /** Notes the results of the catalog's changes. Every other one fails after its effect. */
  const noting = (seen: unknown[]) => {
    const failing = <Args extends unknown[], Result>(query: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        const result = await query(...args);
        if (seen.push(result) % 2 === 1) throw new Error("The connection broke after the commit.");
        return result;
      };
    };
    return (services: Services): Services => {
      const { managedProducts, stockLevels } = services.database;
      const { create, changeMany } = managedProducts;
      return {
        ...services,
        database: {
          ...services.database,
          managedProducts: {
            ...managedProducts,
            create: failing(create),
            changeMany: failing(changeMany),
          },
          stockLevels: { ...stockLevels, change: failing(stockLevels.change) },
        },
      };
    };
  };

  describe("200 the first response again, and one effect", () => {
    test("of createCart", async () => {
      const key = newKey();
      const first = await post("/v1/cart", key);
      const second = await post("/v1/cart", key);
      expect([first.status, first.replayed]).toEqual([200, null]);
      expect([second.status, second.text, second.replayed]).toEqual([200, first.text, "true"]);
    });

    test("of addCartLine, although the cart has changed since", async () => {
      const cartId = await newCart(merchant);
      const key = newKey();
      const first = await add(cartId, key);
      await add(cartId, newKey());
      const again = await add(cartId, key);
      expect([again.status, again.text, again.replayed]).toEqual([200, first.text, "true"]);
      expect(await contentsOf(merchant, cartId)).toEqual({ poster: 4 });
    });

    test("of createCheckoutSession: the same page, which is still open", async () => {
      const cartId = await cartWith(merchant, { poster: 1 });
      const key = newKey();
      const first = await post("/v1/checkout/session", key, { cartId });
      const second = await post("/v1/checkout/session", key, { cartId });
      expect([second.status, second.text, second.replayed]).toEqual([200, first.text, "true"]);
      expect(await isPayable(dataIn(second.text).url)).toBe(true);
    });

    test("of createPortalSession", async () => {
      const memberSessionId = await subscribe("ines");
      const key = newKey();
      const first = await post("/v1/subscription/portal", key, { memberSessionId });
      const second = await post("/v1/subscription/portal", key, { memberSessionId });
      expect([second.status, second.text, second.replayed]).toEqual([200, first.text, "true"]);
    });

    test("for 24 hours", async () => {
      const cartId = await newCart(merchant);
      const key = newKey();
      await add(cartId, key);
      world.clock.now += dayMs - 1;
      expect((await add(cartId, key)).replayed).toBe("true");
      world.clock.now++;
      const { status, replayed } = await add(cartId, key);
      expect([status, replayed]).toEqual([200, null]);
      expect(await contentsOf(merchant, cartId)).toEqual({ poster: 4 });
    });

    test("only for the same API key", async () => {
      const stranger = await world.merchant();
      const key = newKey();
      const first = await post("/v1/cart", key);
      const other = await post("/v1/cart", key, undefined, stranger);
      expect([other.status, other.replayed]).toEqual([200, null]);
      expect(dataIn(other.text).id).not.toBe(dataIn(first.text).id);
    });
  });

  describe("the same error again", () => {
    test.each<[string, string, (merchant: Merchant) => unknown, number]>([
      [
        "addCartLine",
        "/v1/cart/cart_unknown/lines",
        (one) => ({ productId: productId(one, "poster"), quantity: 1 }),
        404,
      ],
      ["createCheckoutSession", "/v1/checkout/session", () => ({ cartId: "cart_unknown" }), 404],
      ["createPortalSession", "/v1/subscription/portal", () => ({ memberSessionId: "unknown" }), 404],
    ])("404 of %s", async (_, path, bodyOf, expected) => {
      const key = newKey();
      const first = await post(path, key, bodyOf(merchant));
      const second = await post(path, key, bodyOf(merchant));
      expect([first.status, first.replayed]).toEqual([expected, null]);
      expect([second.status, second.text, second.replayed]).toEqual([expected, first.text, "true"]);
    });

    test("409 of addCartLine", async () => {
      const cartId = await newCart(merchant);
      const retired = { productId: productId(merchant, "retired"), quantity: 1 };
      const key = newKey();
      const first = await add(cartId, key, retired);
      const second = await add(cartId, key, retired);
      expect([second.status, second.text, second.replayed]).toEqual([409, first.text, "true"]);
    });

    test("409 of createCheckoutSession, although the cart has been filled since", async () => {
      const cartId = await newCart(merchant);
      const key = newKey();
      const first = await post("/v1/checkout/session", key, { cartId });
      await add(cartId, newKey());
      const second = await post("/v1/checkout/session", key, { cartId });
      expect([second.status, second.text, second.replayed]).toEqual([409, first.text, "true"]);
    });

    test("400 of createCheckoutSession for an address that the provider refuses", async () => {
      const cartId = await cartWith(merchant, { poster: 1 });
      const key = newKey();
      const body = { cartId, customerEmail: "ines@reader.123" };
      const first = await post("/v1/checkout/session", key, body);
      const second = await post("/v1/checkout/session", key, body);
      expect([second.status, second.text, second.replayed]).toEqual([400, first.text, "true"]);
    });

    test("403 and 409 of createPortalSession", async () => {
      const visitor = await register("visitor");
      const key = newKey();
      await post("/v1/subscription/portal", key, { memberSessionId: visitor });
      const again = await post("/v1/subscription/portal", key, { memberSessionId: visitor });
      expect([again.status, again.replayed]).toEqual([403, "true"]);

      const memberSessionId = await subscribe("joana");
      const { slug } = merchant.store;
      await world.services.database.stores.update(slug, { paymentsConfigured: false });
      const other = newKey();
      await post("/v1/subscription/portal", other, { memberSessionId });
      const conflict = await post("/v1/subscription/portal", other, { memberSessionId });
      await world.services.database.stores.update(slug, { paymentsConfigured: true });
      expect([conflict.status, conflict.replayed]).toEqual([409, "true"]);
    });
  });

  describe("an attempt that fails after its effect and its retry with the same key", () => {
    test("add a quantity once", async () => {
      const cartId = await newCart(merchant);
      const key = newKey();
      await world.withServices(failingAfter("change"), async () => {
        expect((await add(cartId, key)).status).toBe(500);
        expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
        const second = await add(cartId, key);
        expect([second.status, second.replayed]).toEqual([200, null]);
        expect(dataIn(second.text).lines).toMatchObject([{ quantity: 2 }]);
      });
      expect((await add(cartId, key)).replayed).toBe("true");
      expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
    });

    test("add it once, even if the product has been withdrawn since", async () => {
      const own = await world.merchant();
      const cartId = await newCart(own);
      const key = newKey();
      const body = { productId: productId(own, "poster"), quantity: 2 };
      await world.withServices(failingAfter("change"), async () => {
        expect((await post(`/v1/cart/${cartId}/lines`, key, body, own)).status).toBe(500);
        await world.services.database.products.import(own.store.id, []);
        expect((await post(`/v1/cart/${cartId}/lines`, key, body, own)).status).toBe(200);
      });
    });

    test("change the catalog once, with the same results", async () => {
      const { id: storeId } = merchant.store;
      const { database } = world.services;
      await database.stockLevels.change({ storeId, productId: productId(merchant, "poster") }, { to: 5 });
      const product = { name: "Tide", priceInCents: 900, type: "digital" };
      const changes = [
        { action: "create", product },
        { action: "delete", productId: "prod_unknown" },
        { action: "changeStock", productId: productId(merchant, "poster"), change: 3 },
      ];
      const requests: [string, unknown][] = [
        ["/v1/products", product],
        [`/v1/products/${productId(merchant, "poster")}/stock`, { change: 2 }],
        ["/v1/products/batch", { changes }],
      ];
      const before = (await database.products.listAll(storeId)).length;
      const seen: unknown[] = [];
      for (const [path, body] of requests) {
        const key = newKey();
        await world.withServices(noting(seen), async () => {
          expect((await post(path, key, body)).status).toBe(500);
          expect((await post(path, key, body)).status).toBe(200);
        });
      }
      const [create, createAgain, stock, stockAgain, many, manyAgain] = seen;
      expect([create, stock, many]).toEqual([createAgain, stockAgain, manyAgain]);
      expect(many).toMatchObject([{ product: { name: "Tide" } }, { refusal: { status: 404 } }, {}]);
      expect(await database.products.listAll(storeId)).toHaveLength(before + 2);
      expect(await database.stockLevels.find(productId(merchant, "poster"))).toMatchObject({ quantity: 10 });
    });

    test("create one cart", async () => {
      const key = newKey();
      const created: string[] = [];
      const fail = failingAfter("create");
      await world.withServices(
        (services) => {
          const { create } = services.database.carts;
          const noting: typeof create = async (...args) => {
            const cart = await create(...args);
            created.push(cart.id);
            return cart;
          };
          return fail({
            ...services,
            database: { ...services.database, carts: { ...services.database.carts, create: noting } },
          });
        },
        async () => {
          expect((await post("/v1/cart", key)).status).toBe(500);
          expect((await post("/v1/cart", key)).status).toBe(200);
        },
      );
      expect(created).toHaveLength(2);
      expect(new Set(created).size).toBe(1);
    });

    test("open one checkout", async () => {
      const { checkout } = world.services;
      const cartId = await cartWith(merchant, { poster: 1 });
      const key = newKey();
      const urls: string[] = [];
      const answer = await world.withServices(
        (services) => ({
          ...services,
          checkout: {
            ...checkout,
            open: async (request) => {
              const opened = await checkout.open(request);
              if (opened !== "changed") urls.push(opened.url);
              if (urls.length === 1) throw new Error("The connection broke after the commit.");
              return opened;
            },
          },
        }),
        async () => {
          expect((await post("/v1/checkout/session", key, { cartId })).status).toBe(500);
          return post("/v1/checkout/session", key, { cartId });
        },
      );
      expect(answer.status).toBe(200);
      expect(urls).toEqual([dataIn(answer.text).url, dataIn(answer.text).url]);
    });
  });

  test("one of 20 concurrent requests with one key takes effect, and the others get 409 CONFLICT or its response", async () => {
    const cartId = await newCart(merchant);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(cartId, key)));
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
    expect(answers.filter(({ status, replayed }) => status === 200 && replayed === null)).toHaveLength(1);
    for (const { status, replayed, headers } of answers) {
      if (status === 200) continue;
      expect([status, replayed, headers.get("Retry-After")]).toEqual([409, null, "1"]);
    }
  });

  test("only one of two processes gets a key whenever both claim it, and a claim ends after its lease", async () => {
    const clock = { now: world.clock.now };
    const processes = await Promise.all([1, 2].map(() => openDatabase(testDatabase.url, () => clock.now)));
    try {
      for (let round = 0; round < 10; round++) {
        const request = { caller: "key_1", key: newKey(), fingerprint: "f", keepMs: dayMs, leaseMs: 60_000 };
        const claimAll = () =>
          Promise.all(Array.from({ length: 8 }, (_, n) => processes[n % 2]?.idempotencyKeys.claim(request)));
        const claims = await claimAll();
        const [won, ...others] = claims.filter((claim) => claim?.state === "claimed");
        expect(others).toEqual([]);
        expect(claims.filter((claim) => claim?.state === "running")).toHaveLength(7);
        clock.now += 60_000;
        // The next process continues the work of the dead one.
        expect((await claimAll()).filter((claim) => claim?.state === "claimed")).toEqual([won]);
      }
    } finally {
      await Promise.all(processes.map((one) => one.close()));
    }
  });

  test("two concurrent attempts with one token, in two processes, take effect once", async () => {
    const cartId = await newCart(merchant);
    const elsewhere = await openDatabase(testDatabase.url, () => world.clock.now);
    const line = { productId: productId(merchant, "poster"), quantity: 1, name: "Tide Poster" };
    const claim = { caller: "key_2", key: newKey(), fingerprint: "f", keepMs: dayMs, leaseMs: 60_000 };
    const claimed = await elsewhere.idempotencyKeys.claim(claim);
    if (claimed.state !== "claimed") throw new Error("No other request has claimed it.");
    try {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 === 0 ? elsewhere : world.services.database).carts.change(
            { storeId: merchant.store.id, cartId },
            (lines) => [...lines, line],
            claimed.token,
          ),
        ),
      );
      expect(
        dataIn((await send(world, "GET", `/v1/cart/${cartId}`, { key: merchant.key })).text).lines,
      ).toHaveLength(1);
    } finally {
      await elsewhere.close();
    }
  });

  test("expired keys are deleted, and responses are deleted with a buyer's data", async () => {
    const { database } = world.services;
    const cartId = await newCart(merchant);
    const key = newKey();
    await add(cartId, key);
    await database.buyers.erase(merchant.store.id, { email: "ines@reader.example" }, world.clock.now);
    // It is answered from the cart, and took effect before.
    const again = await add(cartId, key);
    expect([again.status, again.replayed]).toEqual([200, null]);
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });

    world.clock.now += dayMs;
    const deleteKeys = () =>
      database.retention.deleteOld("idempotencyKeys", { now: world.clock.now, limit: 1000 });
    expect(await deleteKeys()).toBeGreaterThan(0);
    expect(await deleteKeys()).toBe(0);
  });

  test("retries count against the rate limit", async () => {
    const key = newKey();
    const remaining = async () => Number((await post("/v1/cart", key)).headers.get("RateLimit-Remaining"));
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });

  test("no payment URL is logged", async () => {
    expect(world.logLines.join("\n")).not.toMatch(/\/pay\/|cs_test/);
  });
}
