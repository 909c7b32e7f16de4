import { unavailable } from "@counterpart/server/errors";
import { type RawDocument, send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import { shippingCountries } from "../../server/payments/checkout/shipping-countries.ts";
import { checkoutOf, providerOf } from "../helpers/checkout-of.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { document } from "../helpers/document.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import {
  addLine,
  answerOf,
  cartWith,
  clear,
  contentsOf,
  dataOf,
  isPayable,
  newCart,
  openCheckout,
  pay,
  paymentPage,
  productId,
  readSession,
  removeLine,
} from "../helpers/shopping.ts";
import { blankProduct, type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { checkout: 30 } });
afterAll(() => world.close());

test("200 with each language of the payment page", async () => {
  const { Locale } = (document.source as RawDocument).components.schemas;
  for (const locale of Locale.enum) {
    const merchant = await world.merchant();
    const json = { cartId: await cartWith(merchant, { poster: 1 }), locale };
    const { status } = await send(world, "POST", "/v1/checkout/session", { key: merchant.key, json });
    expect(status, locale).toBe(200);
  }
});

/** The sample product of this reference, with changes. */
function sample(reference: string, changes: Partial<ProductInput> = {}): ProductInput {
  const found = sampleProducts.find((product) => product.reference === reference);
  if (!found) throw new Error(`There is no sample ${reference}.`);
  return { ...found, ...changes };
}

function change({ store }: Merchant, reference: string, changes: Partial<ProductInput>) {
  return world.services.database.products.import(store.id, [sample(reference, changes)]);
}

test("200 the URL of a page where the cart can be paid", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1 });
  const data = dataOf(await openCheckout(merchant, cartId));
  expect(Object.keys(data)).toEqual(["url"]);
  const page = await (await fetch(data.url)).text();
  expect(page).toContain("Harbour Press");
  expect(page).toContain("Tide Poster");
  expect(page).toContain("€97.00");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2, font: 1 });
});

test.each([
  ["products to ship and to download", { poster: 1, font: 1 }, "payment"],
  ["a subscription", { monthly: 1 }, "subscription"],
  ["subscriptions of one interval", { monthly: 2, monthlyToo: 1 }, "subscription"],
])("200 for %s", async (_, quantities, mode) => {
  const inputs = [...sampleProducts, sample("monthly", { reference: "monthlyToo" })];
  const merchant = await world.merchant({}, inputs);
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, quantities)));
  expect(await readSession(merchant, sessionId)).toMatchObject({ mode, paymentStatus: "paid" });
});

test("200 for a free cart, and there is nothing to pay", async () => {
  const merchant = await world.merchant({}, [sample("font", { priceInCents: 0 })]);
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { font: 3 })));
  expect(await readSession(merchant, sessionId)).toMatchObject({
    status: "complete",
    paymentStatus: "no_payment_required",
    totals: { total: 0 },
  });
});

test("200 for 100 different products", async () => {
  const inputs = Array.from({ length: 100 }, (_, n) => sample("poster", { reference: `print-${n}` }));
  const merchant = await world.merchant({}, inputs);
  const cartId = await cartWith(merchant, Object.fromEntries(inputs.map(({ reference }) => [reference, 1])));
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
});

describe("the payment page asks for an address", () => {
  /** The parameters of the last session opened at the provider. */
  function lastOpened() {
    const asked = world.stripe
      .requests()
      .findLast(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions");
    const { shipping_address_collection: shipping, phone_number_collection: phone } = (asked?.form ??
      {}) as Record<string, { allowed_countries?: string[]; enabled?: string } | undefined>;
    return { countries: shipping?.allowed_countries, phone: phone?.enabled };
  }

  test("when something is shipped, in the countries that the store ships to; session and order have it", async () => {
    const merchant = await world.merchant({ shipsTo: ["ie", "gb"] });
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1, font: 1 }));
    expect(lastOpened()).toEqual({ countries: ["IE", "GB"], phone: "true" });
    const page = await (await fetch(url)).text();
    expect(page).toContain('value="GB"');
    expect(page).not.toContain('value="PT"');
    const session = await readSession(merchant, await pay(url));
    const given = {
      customerName: "Ines Duarte",
      customerPhone: "+353861234567",
      shippingAddress: {
        name: "Ines Duarte",
        line1: "7 Quay Street",
        line2: null,
        city: "Galway",
        state: null,
        postalCode: "H91 Y6P0",
        country: "IE",
      },
    };
    expect(session).toMatchObject(given);
    expect(await world.services.database.orders.listAll(merchant.store.id)).toMatchObject([given]);
  });

  test("in every country that the provider supports unless the store has a list", async () => {
    const merchant = await world.merchant();
    await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const { countries } = lastOpened();
    expect(countries).toEqual([...shippingCountries]);
    expect(countries?.length).toBeGreaterThan(200);
  });

  test.each([
    ["a download", { font: 1 }],
    ["a subscription", { monthly: 1 }],
  ])("not for %s", async (_, quantities) => {
    const merchant = await world.merchant();
    const url = await paymentPage(merchant, await cartWith(merchant, quantities));
    expect(lastOpened()).toEqual({ countries: undefined, phone: "false" });
    expect(await readSession(merchant, await pay(url))).toMatchObject({ shippingAddress: null });
  });
});

describe("what the caller already knows", () => {
  /** The parameters of the last request to create this at the provider. */
  function lastCreated(path: string) {
    const asked = world.stripe.requests().findLast((one) => one.method === "POST" && one.path === path);
    return (asked?.form ?? {}) as Record<string, unknown>;
  }
  const sessions = "/v1/checkout/sessions";
  const idIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

  test.each([
    ["a payment", { poster: 1 }],
    ["a subscription", { monthly: 1 }],
  ])("200 %s doesn't depend on the account's settings at the provider", async (_, quantities) => {
    const merchant = await world.merchant();
    const { url } = dataOf(await openCheckout(merchant, await cartWith(merchant, quantities)));
    expect(lastCreated(sessions)).toMatchObject({
      adaptive_pricing: { enabled: "false" },
      automatic_tax: { enabled: "false" },
      tax_id_collection: { enabled: "false" },
      phone_number_collection: { enabled: "poster" in quantities ? "true" : "false" },
      allow_promotion_codes: "false",
      billing_address_collection: "auto",
    });
    expect(await (await fetch(url)).text()).toContain(merchant.store.name);
  });

  test("200 email address and language reach the payment page", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { font: 1 });
    const given = { customerEmail: "nora@reader.example", locale: "pt-BR" } as const;
    const { url } = dataOf(await openCheckout(merchant, cartId, given));
    expect(lastCreated(sessions)).toMatchObject({ customer_email: "nora@reader.example", locale: "pt-BR" });
    expect(await (await fetch(url)).text()).toContain("nora@reader.example");
    const { customerEmail } = await readSession(merchant, await pay(url, "other@reader.example"));
    expect(customerEmail).toBe("nora@reader.example");
  });

  test("200 and the provider gets nothing that the caller didn't send", async () => {
    const merchant = await world.merchant();
    dataOf(await openCheckout(merchant, await cartWith(merchant, { font: 1 })));
    expect(Object.keys(lastCreated(sessions))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/customer_email|locale/)]),
    );
  });

  test("200 for a member: a new customer gets the address, and an existing one keeps theirs", async () => {
    const merchant = await world.merchant();
    const memberSessionId = "session-of-nora";
    const member = { storeId: merchant.store.id, memberId: "nora", memberSessionId, expiresInSeconds: 3600 };
    await world.services.database.memberSessions.register(member);
    for (const customerEmail of ["nora@reader.example", "elsewhere@reader.example"]) {
      const cartId = await cartWith(merchant, { font: 1 });
      const { url } = dataOf(await openCheckout(merchant, cartId, { memberSessionId, customerEmail }));
      expect(lastCreated("/v1/customers")).toMatchObject({ email: "nora@reader.example" });
      expect(lastCreated(sessions)).not.toHaveProperty("customer_email");
      expect(await (await fetch(url)).text()).toContain("nora@reader.example");
    }
  });

  test("400 VALIDATION_ERROR for an address that the provider refuses", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { font: 1 });
    const answer = await openCheckout(merchant, cartId, { customerEmail: "nora@reader.123" });
    expect(answerOf(answer)).toBe("400 VALIDATION_ERROR");
    expect(answer.error?.error).toContain("the payment provider doesn't accept body.customerEmail");
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
  });

  test("200 metadata are returned with the session and the order, and are empty by default", async () => {
    const merchant = await world.merchant();
    const metadata = { campaign: "autumn", note: "" };
    const { url } = dataOf(await openCheckout(merchant, await cartWith(merchant, { font: 1 }), { metadata }));
    const sessionId = idIn(url);
    expect(await readSession(merchant, sessionId)).toMatchObject({ status: "open", metadata });
    expect(await readSession(merchant, await pay(url))).toMatchObject({ metadata });
    const bare = await pay(await paymentPage(merchant, await cartWith(merchant, { font: 1 })));
    expect((await readSession(merchant, bare)).metadata).toEqual({});
    const orders = await world.services.database.orders.listAll(merchant.store.id);
    expect(orders.map((order) => order.metadata)).toEqual(expect.arrayContaining([metadata, {}]));
  });

  test("200 pictures reach the provider, unless their URLs are longer than it accepts", async () => {
    const imageUrl = "https://harbour.example/poster.jpg";
    const long = `https://harbour.example/${"x".repeat(2048)}`;
    const picturesOf: Record<string, string> = { poster: imageUrl, font: long };
    const merchant = await world.merchant(
      {},
      sampleProducts.map((product) => ({ ...product, imageUrl: picturesOf[product.reference] ?? null })),
    );
    const cartId = await cartWith(merchant, { poster: 1, font: 1, notebook: 1 });
    const page = await paymentPage(merchant, cartId);
    const created = lastCreated(sessions) as { line_items: { price_data: { product_data: object } }[] };
    expect(created.line_items.map(({ price_data }) => price_data.product_data)).toEqual([
      { name: "Tide Poster", images: [imageUrl], metadata: expect.any(Object) },
      { name: "Typeface", metadata: expect.any(Object) },
      { name: "Notebook", metadata: expect.any(Object) },
    ]);
    expect(await (await fetch(page)).text()).toContain(`<img src="${imageUrl}"`);
    const session = await readSession(merchant, idIn(page));
    expect(session.lines[0]).toEqual({
      productId: productId(merchant, "poster"),
      name: "Tide Poster",
      options: [],
      quantity: 1,
      unitPriceInCents: 2400,
      sku: null,
      requiresShipping: true,
    });
  });

  test("200 metadata reach the provider, but never replace the service's own", async () => {
    const merchant = await world.merchant();
    const metadata = { campaign: "autumn", checkoutSessionId: "chk_other", storeId: "store_other" };
    const cartId = await cartWith(merchant, { monthly: 1 });
    const { url } = dataOf(await openCheckout(merchant, cartId, { metadata }));
    const session = await readSession(merchant, idIn(url));
    const atProvider = { campaign: "autumn", checkoutSessionId: session.id, storeId: merchant.store.id };
    expect(lastCreated(sessions)).toMatchObject({
      metadata: atProvider,
      subscription_data: { metadata: atProvider },
    });
    expect(session.metadata).toEqual(metadata);
  });

  test("200 with 50 metadata of the longest names and texts, 48 of which fit at the provider", async () => {
    const merchant = await world.merchant();
    const longest = (n: number): [string, string] => [`${n}`.padStart(40, "k"), "😀".repeat(500)];
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => longest(n)));
    const { url } = dataOf(await openCheckout(merchant, await cartWith(merchant, { font: 1 }), { metadata }));
    expect(Object.keys(lastCreated(sessions).metadata as object)).toHaveLength(50);
    expect((await readSession(merchant, idIn(url))).metadata).toEqual(metadata);
  });

  test("200 with text that can't be stored or sent unchanged", async () => {
    const merchant = await world.merchant();
    const { key } = merchant;
    const json = {
      cartId: await cartWith(merchant, { font: 1 }),
      metadata: { half: "a\ud83d", zero: "b\0", "k\0": "" },
    };
    const { status, body } = await send(world, "POST", "/v1/checkout/session", { key, json });
    expect(status).toBe(200);
    const { url } = (body as { data: { url: string } }).data;
    expect((await readSession(merchant, idIn(url))).metadata).toEqual({
      half: "a\ufffd",
      zero: "b\ufffd",
      "k\ufffd": "",
    });
  });
});

describe("where the buyer is sent", () => {
  test.each([
    ["https://shop.example/thanks", "https://shop.example/thanks?session_id=SESSION"],
    ["https://shop.example/thanks?lang=de", "https://shop.example/thanks?lang=de&session_id=SESSION"],
    ["https://shop.example/#/thanks", "https://shop.example/?session_id=SESSION#/thanks"],
    ["https://shop.example/t?a=1#paid", "https://shop.example/t?a=1&session_id=SESSION#paid"],
  ])("200 to %s with the session's id", async (successUrl, expected) => {
    const merchant = await world.merchant({ successUrl });
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const location = (await onPaymentPage(url)).headers.get("location") ?? "";
    const sessionId = /session_id=([^&#]+)/.exec(location)?.[1] ?? "";
    expect(location).toBe(expected.replace("SESSION", sessionId));
    expect(await readSession(merchant, sessionId)).toMatchObject({ status: "complete" });
  });

  test("200 to the service's own page when the store has set no URL", async () => {
    const merchant = await world.merchant();
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    expect((await onPaymentPage(url, "cancel")).headers.get("location")).toMatch(
      /^http:\/\/counterpart\.test\/checkout\/cancelled\?session_id=chk_/,
    );
    expect((await onPaymentPage(url)).headers.get("location")).toMatch(
      /^http:\/\/counterpart\.test\/checkout\/success\?session_id=cs_/,
    );
  });

  test("200 to the store's cancel URL after giving up, and the page can still be paid", async () => {
    const merchant = await world.merchant({ cancelUrl: "https://shop.example/cart" });
    const cartId = await cartWith(merchant, { poster: 1 });
    const url = await paymentPage(merchant, cartId);
    expect((await onPaymentPage(url, "cancel")).headers.get("location")).toBe("https://shop.example/cart");
    expect(await isPayable(url)).toBe(true);
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
  });
});

describe("an earlier session", () => {
  test("200 and the older page can no longer be paid", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 1 });
    const older = await paymentPage(merchant, cartId);
    const newer = await paymentPage(merchant, cartId);
    expect(newer).not.toBe(older);
    expect(await isPayable(older)).toBe(false);
    expect((await onPaymentPage(older)).status).toBe(200);
    expect(await isPayable(newer)).toBe(true);
  });

  test("200 and another cart's session stays open", async () => {
    const merchant = await world.merchant();
    const other = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    expect(await isPayable(other)).toBe(true);
  });

  test("200 for the rest when it has just been paid and more was added in the meantime", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 1 });
    const older = await paymentPage(merchant, cartId);
    dataOf(await addLine(merchant, cartId, "font"));
    await pay(older);
    const url = await paymentPage(merchant, cartId);
    const { lines } = await readSession(merchant, await pay(url));
    expect(lines).toMatchObject([{ name: "Typeface", quantity: 1 }]);
    expect(await contentsOf(merchant, cartId)).toEqual({});
  });
});

test("200 the prices are those at creation, whatever happens to cart and catalog", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2 });
  const url = await paymentPage(merchant, cartId);
  await change(merchant, "poster", { priceInCents: 9999, name: "Dearer Poster" });
  dataOf(await addLine(merchant, cartId, "font"));
  expect(await readSession(merchant, await pay(url))).toMatchObject({
    lines: [{ name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 }],
    totals: { total: 4800 },
  });
});

test("404 NOT_FOUND for a cart that doesn't exist, has expired or is another store's, in the same words", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await cartWith(merchant, { poster: 1 });
  const foreign = await openCheckout(stranger, cartId);
  const unknown = await openCheckout(stranger, "cart_unknown");
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  world.clock.now += 30 * 24 * 60 * 60 * 1000;
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for a member session that doesn't exist, has expired or is another store's", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await cartWith(merchant, { poster: 1 });
  const { memberSessions } = world.services.database;
  const member = { memberId: "ines", expiresInSeconds: 60 };
  await memberSessions.register({ ...member, storeId: merchant.store.id, memberSessionId: "ours" });
  await memberSessions.register({ ...member, storeId: stranger.store.id, memberSessionId: "theirs" });
  expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId: "unknown" }))).toBe(
    "404 NOT_FOUND",
  );
  expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId: "theirs" }))).toBe("404 NOT_FOUND");
  expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId: "ours" }))).toBe("200");
  world.clock.now += 60_000;
  expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId: "ours" }))).toBe("404 NOT_FOUND");
});

test("404 and 409 in the contract's order when everything is wrong at once", async () => {
  const merchant = await world.merchant({ isPublished: false, paymentsConfigured: false });
  const { stores } = world.services.database;
  const { slug } = merchant.store;
  const cartId = await newCart(merchant);
  const answer = async (details: { memberSessionId?: string } = {}) =>
    answerOf(await openCheckout(merchant, cartId, details));

  expect(answerOf(await openCheckout(merchant, "cart_unknown"))).toBe("404 NOT_FOUND");
  expect(await answer({ memberSessionId: "unknown" })).toBe("404 NOT_FOUND");
  expect(await answer()).toBe("409 STORE_UNPUBLISHED");
  await stores.update(slug, { isPublished: true });
  expect(await answer()).toBe("409 PAYMENTS_NOT_CONFIGURED");
  await stores.update(slug, { paymentsConfigured: true });
  expect(await answer()).toBe("409 CART_EMPTY");
  dataOf(await addLine(merchant, cartId, "poster"));
  dataOf(await addLine(merchant, cartId, "monthly"));
  await change(merchant, "poster", { isActive: false });
  await change(merchant, "monthly", { isActive: false });
  expect(await answer()).toBe("409 CART_MIXED_TYPES");
  dataOf(await removeLine(merchant, cartId, "monthly"));
  expect(await answer()).toBe("409 CONFLICT");
  await change(merchant, "poster", { isActive: true });
  expect(await answer()).toBe("200");
});

test("409 STORE_UNPUBLISHED before the store is live, although it can be read and carts can be filled", async () => {
  const merchant = await world.merchant({ isPublished: false });
  const cartId = await cartWith(merchant, { poster: 1 });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 STORE_UNPUBLISHED");
});

test("409 PAYMENTS_NOT_CONFIGURED before the payment provider is connected", async () => {
  const merchant = await world.merchant({ paymentsConfigured: false });
  const cartId = await cartWith(merchant, { poster: 1 });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
});

test("409 CART_EMPTY for a cart without lines, new or cleared", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CART_EMPTY");
  dataOf(await addLine(merchant, cartId, "poster"));
  dataOf(await clear(merchant, cartId));
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CART_EMPTY");
});

test("409 CART_EMPTY right after the cart was paid, before the session is read", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  await pay(await paymentPage(merchant, cartId));
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CART_EMPTY");
});

test.each([
  ["a subscription beside something to ship", { monthly: 1, poster: 1 }],
  ["a subscription beside a download", { font: 1, monthly: 1 }],
  ["two billing intervals", { monthly: 1, yearly: 1 }],
])("409 CART_MIXED_TYPES for %s", async (_, quantities: Record<string, number>) => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, quantities);
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CART_MIXED_TYPES");
  expect(await contentsOf(merchant, cartId)).toEqual(quantities);
});

test.each<[string, Partial<ProductInput>]>([
  ["has been taken off sale", { isActive: false }],
  ["has another currency now", { currency: "usd" }],
])("409 CONFLICT when a product in the cart %s", async (_, changes) => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, font: 1 });
  await change(merchant, "poster", changes);
  const answer = await openCheckout(merchant, cartId);
  expect(answerOf(answer)).toBe("409 CONFLICT");
  expect(answer.error?.error).toContain("Tide Poster");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1, font: 1 });
});

test.each([
  ["less than the provider accepts", { priceInCents: 49 }, 1],
  ["more than the provider accepts", { priceInCents: 99_999_999 }, 2],
])("409 CONFLICT for a total that is %s, and nothing can be paid", async (_, changes, quantity) => {
  const merchant = await world.merchant({}, [sample("poster", changes)]);
  const cartId = await cartWith(merchant, { poster: quantity });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CONFLICT");
  await change(merchant, "poster", { priceInCents: 2400 });
  expect(await isPayable(await paymentPage(merchant, cartId))).toBe(true);
});

test("409 CONFLICT for more than 20 subscriptions, which the provider's page can't hold", async () => {
  const inputs = Array.from({ length: 21 }, (_, n) => sample("monthly", { reference: `club-${n}` }));
  const merchant = await world.merchant({}, inputs);
  const quantities = Object.fromEntries(inputs.map(({ reference }) => [reference, 1]));
  const cartId = await cartWith(merchant, quantities);
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CONFLICT");
  dataOf(await removeLine(merchant, cartId, "club-20"));
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
});

test("409 CONFLICT or 200 for concurrent checkouts of one cart, and exactly one page can be paid", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => openCheckout(merchant, cartId)));
  for (const answer of answers) expect(["200", "409 CONFLICT"]).toContain(answerOf(answer));
  const urls = answers.flatMap(({ data }) => data?.data.url ?? []);
  const payable = await Promise.all(urls.map(isPayable));
  expect(payable.filter(Boolean)).toHaveLength(1);
});

test("only one page can be paid when another checkout overtakes one that waits for the provider", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const { checkoutSessions } = world.services.database;
  const provider = providerOf(world);
  const [begun, looked, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  let [begins, opens] = [0, 0];
  // The first waits for its page until the second has looked for other sessions; the second continues after that.
  const checkout = checkoutOf(world, {
    database: {
      ...world.services.database,
      checkoutSessions: {
        ...checkoutSessions,
        begin: async (session) => {
          const isFirst = begins++ === 0;
          const older = await checkoutSessions.begin(session);
          (isFirst ? begun : looked)?.resolve();
          if (!isFirst) await answered?.promise;
          return older;
        },
      },
    },
    provider: {
      ...provider,
      openSession: async (session) => {
        if (opens++ === 0) await looked?.promise;
        return provider.openSession(session);
      },
    },
  });
  const answers = await world.withServices(
    (services) => ({ ...services, checkout }),
    async () => {
      const first = openCheckout(merchant, cartId).finally(answered?.resolve);
      await begun?.promise;
      return Promise.all([first, openCheckout(merchant, cartId)]);
    },
  );
  const payable = await Promise.all(answers.flatMap(({ data }) => data?.data.url ?? []).map(isPayable));
  expect(payable.filter(Boolean)).toHaveLength(1);
});

test("an older page that was just created and that the provider doesn't close in time isn't forgotten", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const first = await paymentPage(merchant, cartId);
  const { checkoutSessions } = world.services.database;
  const provider = providerOf(world);
  const checkout = checkoutOf(world, {
    database: {
      ...world.services.database,
      checkoutSessions: {
        ...checkoutSessions,
        begin: async (session) =>
          (await checkoutSessions.begin(session)).map((older) => ({ ...older, providerId: null, url: null })),
      },
    },
    provider: { ...provider, expireSession: () => Promise.reject(unavailable("Too slow.")) },
  });
  const second = await world.withServices(
    (services) => ({ ...services, checkout }),
    () => openCheckout(merchant, cartId),
  );
  expect(answerOf(second)).toBe("500 INTERNAL_ERROR");
  const third = await paymentPage(merchant, cartId);
  expect([await isPayable(first), await isPayable(third)]).toEqual([false, true]);
});

test("500 INTERNAL_ERROR when the provider is unreachable, and the cart can be paid once it is back", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  world.stripe.fail({ how: "drop", requests: 10 });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("500 INTERNAL_ERROR");
  world.stripe.clearFailures();
  expect(await isPayable(await paymentPage(merchant, cartId))).toBe(true);
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    ["no cart", {}],
    ["a cart that is a number", { cartId: 1 }],
    ["a cart that is empty", { cartId: "" }],
    ["a member session that is null", { cartId: "cart_1", memberSessionId: null }],
    ["a member session that is empty", { cartId: "cart_1", memberSessionId: "" }],
    ["a member session of more than 8 KiB", { cartId: "cart_1", memberSessionId: "m".repeat(8193) }],
    ["an invalid address", { cartId: "cart_1", customerEmail: "nora at reader" }],
    ["a language that the page doesn't have", { cartId: "cart_1", locale: "tlh" }],
    [
      "51 metadata",
      { cartId: "cart_1", metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, ""])) },
    ],
    ["metadata with a name that is empty", { cartId: "cart_1", metadata: { "": "x" } }],
    ["metadata with a name in brackets", { cartId: "cart_1", metadata: { "a[b]": "x" } }],
    ["metadata with a name of 41 characters", { cartId: "cart_1", metadata: { ["k".repeat(41)]: "x" } }],
    ["metadata with a text of 501 characters", { cartId: "cart_1", metadata: { k: "x".repeat(501) } }],
    ["metadata with a number", { cartId: "cart_1", metadata: { k: 1 } }],
    ["a return URL", { cartId: "cart_1", successUrl: "https://evil.example" }],
  ])("for %s", async (_, json) => {
    const { key } = await world.merchant();
    const { status, code } = await send(world, "POST", "/v1/checkout/session", { key, json });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test("the log contains no key and no payment URL", async () => {
  const log = world.logLines.join("");
  expect(log).not.toMatch(/\bcp_[A-Za-z0-9_-]{8}/);
  expect(log).not.toContain("sk_test_world");
  expect(log).not.toContain("/pay/cs_");
});

testCommonRefusals(world, "createCheckoutSession");
testEveryResponse(world, "createCheckoutSession");

test.each([
  ["of 250 characters as it is", "x".repeat(250), [], "x".repeat(250)],
  ["of 512 characters shortened", "x".repeat(512), [], `${"x".repeat(249)}…`],
  ["without half of a character", "👩‍👩‍👧‍👦".repeat(46), [], `${"👩‍👩‍👧‍👦".repeat(22)}…`],
  ["with its options", "Lambswool scarf", ["Red", "Long"], "Lambswool scarf – Red / Long"],
  ["with all of its options when shortened", "x".repeat(250), ["Red"], `${"x".repeat(243)}… – Red`],
  [
    "that ends with its options, shortened before them",
    `${"x".repeat(506)} – Red`,
    ["Red"],
    `${"x".repeat(243)}… – Red`,
  ],
  [
    "with long options, both shortened",
    "x".repeat(512),
    ["y".repeat(512)],
    `${"x".repeat(124)}… – ${"y".repeat(121)}…`,
  ],
])("200 names a product at the provider %s", async (_, name, values, sent) => {
  const options = values.map((value) => ({ name: `Option ${value.length}`, value }));
  const group = options.length > 0 ? { slug: "long", name: "Long" } : null;
  const named = await world.merchant({}, [
    { ...blankProduct, reference: "long", name, group, options, priceInCents: 900, type: "digital" },
  ]);
  expect((await openCheckout(named, await cartWith(named, { long: 1 }))).response.status).toBe(200);
  const { form } = world.stripe.requests().findLast(({ path }) => path === "/v1/checkout/sessions") ?? {};
  expect(form).toMatchObject({ line_items: [{ price_data: { product_data: { name: sent } } }] });
});
