import {
  type Content,
  type DocumentOperation,
  exampleRequestOf,
  operationOf,
  resolve,
  type ServiceResponse,
  send,
} from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import type { KeyScope } from "../../server/domain/key-scopes.ts";
import type { CodeTerms } from "../../server/domain/promotion-code.ts";
import { brokenServices } from "../helpers/broken-services.ts";
import { checkoutOf, providerOf } from "../helpers/checkout-of.ts";
import { cartWith, newCart, orderOf, pay, paymentPage, productId, readSession } from "../helpers/shopping.ts";
import { blankProduct, type Merchant, manyProducts, sampleProducts, startWorld } from "../helpers/world.ts";

/**
 * Every error example of the document is the server's real response, word for word. An example without a request that
 * triggers it fails, so a newly documented error needs one here.
 */
const [world, busyWorld] = await Promise.all([
  startWorld({ catalogLimits: { maxProducts: sampleProducts.length } }),
  startWorld({ rateLimits: Object.fromEntries(scopes().map((scope) => [scope, 1])) }),
]);
afterAll(() => Promise.all([world.close(), busyWorld.close()]));
const { document } = world;

function scopes(): string[] {
  return ["global", "product-reads", "cart-writes", "checkout", "portal"];
}

interface ErrorExample {
  status: string;
  name: string;
  value: { error: string; code: string };
}

function errorExamples(responses: DocumentOperation["responses"]): ErrorExample[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith("2"))
    .flatMap(([status, { content }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.entries(examples).map(([name, example]) => ({
          status,
          name,
          value: resolve(document, example).value,
        })),
      ),
    );
}

/** Numbers in a message, which differ from request to request. */
const variables: Record<string, RegExp> = {
  "429 RATE_LIMITED": /\d+/g,
  "409 tooFewLeft": /prod_\w+/g,
  "409 CONFLICT": /prod_\w+/g,
  "409 notCounted": /prod_\w+/g,
};

type Provoke = (operation: DocumentOperation, example: ErrorExample) => Promise<ServiceResponse>;

/** The request from the document's own examples. Its ids don't exist here. */
async function ask(operation: DocumentOperation, content: Content & { query?: string } = {}) {
  const { key } = await world.merchant();
  return askAs({ key }, operation, content);
}

function askAs(
  { key }: Pick<Merchant, "key">,
  operation: DocumentOperation,
  { query = "", ...content }: Content & { query?: string } = {},
): Promise<ServiceResponse> {
  const { method, path, json: body } = exampleRequestOf(document, operation.operationId);
  const own = "body" in content || "json" in content || body === undefined ? {} : { json: body };
  return send(world, method, path + query, { key, ...own, ...content });
}

async function cancelUnknownAtProvider(id: string, account: string | null): Promise<ServiceResponse> {
  const { key, store } = await world.merchant();
  const subscription = { id, account, storeId: store.id, customerId: "cus_1", memberId: null };
  await world.services.database.subscriptions.save({ ...subscription, status: "active", fetchedAt: 1 });
  return send(world, "DELETE", `/v1/subscriptions/${id}`, { key });
}

/** A key with only this scope. */
async function keyFor(scope: KeyScope): Promise<{ key: string }> {
  const { store } = await world.merchant();
  return world.services.database.keys.create({ storeId: store.id, label: null, scopes: [scope] });
}

const json = { "Content-Type": "application/json" };

function failsWith(error: Error): Provoke {
  return async (operation, { value }) => {
    const merchant = await world.merchant();
    const [requestId = ""] = /req_\w+/.exec(value.error) ?? [];
    return world.withServices(
      () => brokenServices(error),
      () => askAs(merchant, operation, { headers: { "X-Request-Id": requestId } }),
    );
  };
}

const keyReused: Provoke = async (operation) => {
  const { key } = await world.merchant();
  const headers = { "Idempotency-Key": "order-17" };
  await askAs({ key }, operation, { headers });
  return askAs({ key }, operation, { headers, query: "?" });
};

/** For any operation, by status and name. */
const common: Record<string, Provoke> = {
  "400 VALIDATION_ERROR": (operation) => {
    const { json: body } = exampleRequestOf(document, operation.operationId);
    if (body === undefined) return ask(operation, { query: "?page=2" });
    return ask(operation, { json: { ...(body as object), note: "gift" } });
  },
  "400 INVALID_REQUEST": (operation) => ask(operation, { body: '{"half": ', headers: json }),
  "400 invalidUtf8": (operation) =>
    ask(operation, { body: new Uint8Array([0x22, 0xff, 0x22]), headers: json }),
  "415 unsupportedEncoding": (operation) =>
    ask(operation, { headers: { ...json, "Content-Encoding": "zstd" } }),
  "401 UNAUTHORIZED": async (operation) => {
    const { method, path } = exampleRequestOf(document, operation.operationId);
    return send(world, method, path);
  },
  "403 PRO_PLAN_REQUIRED": async (operation) => askAs(await world.merchant({ plan: "free" }), operation),
  "403 FORBIDDEN": async (operation) => {
    const isForCatalog = operation.security.some(({ apiKey }) => apiKey?.includes("catalog"));
    return askAs(await keyFor(isForCatalog ? "storefront" : "catalog"), operation);
  },
  "404 NOT_FOUND": (operation) => ask(operation),
  "413 INVALID_REQUEST": (operation) =>
    ask(operation, { body: JSON.stringify("x".repeat(1024 * 1024)), headers: json }),
  "415 INVALID_REQUEST": (operation) => ask(operation, { headers: { "Content-Type": "text/plain" } }),
  "429 RATE_LIMITED": async (operation) => {
    const { key } = await busyWorld.merchant();
    const { method, path } = exampleRequestOf(document, operation.operationId);
    await send(busyWorld, method, path, { key });
    return send(busyWorld, method, path, { key });
  },
  "409 keyReused": keyReused,
  "409 stillHandled": async (operation) => {
    const { key } = await world.merchant();
    const headers = { "Idempotency-Key": "order-17" };
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<never>();
    const services = new Proxy(brokenServices(new Error()), {
      get: () => {
        begun.resolve();
        const pending = () => end.promise;
        return new Proxy(pending, { get: () => new Proxy(pending, { get: () => pending }) });
      },
    });
    return world.withServices(
      () => services,
      async () => {
        const first = askAs({ key }, operation, { headers });
        await begun.promise;
        const second = await askAs({ key }, operation, { headers });
        end.reject(new Error("The disk is full."));
        await first;
        return second;
      },
    );
  },
  "500 INTERNAL_ERROR": failsWith(new Error("the disk is full")),
  "500 busy": failsWith(Object.assign(new Error("the database restarts"), { code: "57P01" })),
};

/** The document's own products, so that messages can name them. */
const catalogExample = resolve(
  document,
  operationOf(document, "getCatalog").responses["200"]?.content["application/json"]?.examples?.catalog ?? {},
).value.data;
const products: Record<"calendar" | "notebook" | "club", ProductInput> = pick();

function pick() {
  const [calendar, notebook, club] = catalogExample.products.map(
    ({ _id: _, storeId: __, ...product }: ProductInput & { _id: string; storeId: string }, at: number) => ({
      ...product,
      reference: ["calendar", "notebook", "club"][at],
    }),
  );
  return { calendar, notebook, club };
}

const merchantOf = (changes: Partial<Record<keyof typeof products, Partial<ProductInput>>> = {}) =>
  world.merchant(
    {},
    Object.entries(products).map(([reference, product]) => ({
      ...product,
      ...changes[reference as keyof typeof products],
    })),
  );

const lines = (cartId: string) => `/v1/cart/${cartId}/lines`;

async function addTo(merchant: Merchant, cartId: string, body: { productId: string; quantity: number }) {
  return send(world, "POST", lines(cartId), { key: merchant.key, json: body });
}

async function checkOut(
  merchant: Merchant,
  quantities: Record<string, number>,
  more: Partial<
    Record<"memberSessionId" | "customerEmail" | "shippingCountry" | "promotionCode", string>
  > = {},
) {
  const cartId = await cartWith(merchant, quantities);
  return send(world, "POST", "/v1/checkout/session", { key: merchant.key, json: { cartId, ...more } });
}

/** Creates the code SUMMER. */
async function codeOf({ store }: Merchant, limits: Partial<CodeTerms>): Promise<string> {
  const usual = {
    ...{ code: "SUMMER", percentOff: 10, amountOffInCents: null, currency: store.currency },
    ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
  };
  const by = { kind: "command_line", id: "test" } as const;
  const terms = { ...usual, ...limits } as CodeTerms;
  return (await world.services.promotionCodes.create(store, terms, { token: store.id, by })).code;
}

async function checkOutOne(product: Partial<ProductInput>, quantity = 1): Promise<ServiceResponse> {
  return checkOut(await merchantOf({ calendar: product }), { calendar: quantity });
}

async function signIn({ store }: Merchant): Promise<{ memberSessionId: string }> {
  const memberSessionId = `session at ${store.slug}`;
  const member = { storeId: store.id, memberId: "ines", memberSessionId, expiresInSeconds: 3600 };
  await world.services.database.memberSessions.register(member);
  return { memberSessionId };
}

function openPortal({ key }: Merchant, body: { memberSessionId: string }): Promise<ServiceResponse> {
  return send(world, "POST", "/v1/subscription/portal", { key, json: body });
}

/** An order whose bank debit is on its way. */
async function debited() {
  const merchant = await merchantOf();
  const url = await paymentPage(merchant, await cartWith(merchant, { calendar: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  await readSession(merchant, sessionId);
  return { merchant, sessionId, orderId: (await orderOf(merchant, sessionId)).id };
}

function fulfil(
  { key }: Merchant,
  orderId: string,
  change: object = { fulfilled: true },
): Promise<ServiceResponse> {
  return send(world, "PATCH", `/v1/orders/${orderId}`, { key, json: change });
}

function ship(
  { key }: Merchant,
  orderId: string,
  parcel: object = { tracking: { number: "RR1" } },
): Promise<ServiceResponse> {
  return send(world, "POST", `/v1/orders/${orderId}/parcels`, { key, json: parcel });
}

/** Sends parcels with these quantities of an order. Answers the last one. */
async function shipCalendar(bought: number, quantities: number[]): Promise<ServiceResponse> {
  const merchant = await merchantOf();
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { calendar: bought })));
  await readSession(merchant, sessionId);
  const { id } = await orderOf(merchant, sessionId);
  const answers: ServiceResponse[] = [];
  for (const quantity of quantities) {
    const lines = [{ productId: productId(merchant, "calendar"), quantity }];
    answers.push(await ship(merchant, id, { lines }));
  }
  return answers.at(-1) as ServiceResponse;
}

function download(
  merchant: Merchant,
  orderId: string,
  product: "calendar" | "notebook" = "calendar",
): Promise<ServiceResponse> {
  const json = { productId: productId(merchant, product) };
  return send(world, "POST", `/v1/orders/${orderId}/downloads`, { key: merchant.key, json });
}

function sendBack(merchant: Merchant, orderId: string, quantity: number): Promise<ServiceResponse> {
  const lines = [{ productId: productId(merchant, "calendar"), quantity }];
  return send(world, "POST", `/v1/orders/${orderId}/returns`, { key: merchant.key, json: { lines } });
}

/** Returns these quantities of an order. Answers the last one. */
async function returnCalendar(bought: number, quantities: number[]): Promise<ServiceResponse> {
  const merchant = await merchantOf();
  const { id } = await buyCalendar(merchant, bought);
  const answers: ServiceResponse[] = [];
  for (const quantity of quantities) answers.push(await sendBack(merchant, id, quantity));
  return answers.at(-1) as ServiceResponse;
}

function refund({ key }: Merchant, orderId: string, body: object): Promise<ServiceResponse> {
  return send(world, "POST", `/v1/orders/${orderId}/refunds`, { key, json: body });
}

/** Refunds so many of one calendar, or an amount. */
async function refundCalendar({
  quantity,
  ...body
}: {
  quantity?: number;
  amount?: number;
}): Promise<ServiceResponse> {
  const merchant = await merchantOf();
  const { id } = await buyCalendar(merchant, 1);
  const lines = quantity && [{ productId: productId(merchant, "calendar"), quantity }];
  return refund(merchant, id, { ...body, ...(lines && { lines }) });
}

async function buyCalendar(merchant: Merchant, quantity: number) {
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { calendar: quantity })));
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}

/** Changes a return of one calendar, with so many of it for the stock. */
async function receiver({ isCounted }: { isCounted: boolean }) {
  const merchant = await merchantOf();
  const [storeId, calendar] = [merchant.store.id, productId(merchant, "calendar")];
  const { stockLevels, orders } = world.services.database;
  await stockLevels.change({ storeId, productId: calendar }, isCounted ? { to: 9 } : null);
  const { id } = await buyCalendar(merchant, 1);
  await sendBack(merchant, id, 1);
  const order = await orders.find({ storeId, orderId: id });
  return (change: object, restocked?: number) => {
    const restock =
      restocked === undefined
        ? {}
        : { restock: restocked === 0 ? [] : [{ productId: calendar, quantity: restocked }] };
    return send(world, "PATCH", `/v1/orders/${id}/returns/${order?.returns[0]?.id}`, {
      key: merchant.key,
      json: { ...change, ...restock },
    });
  };
}

const ofMissingStore: Provoke = async (operation) => {
  const merchant = await world.merchant();
  return world.withServices(
    (services) => ({ ...services, catalogs: { read: async () => undefined } }),
    () => askAs(merchant, operation),
  );
};

const ofLargeCatalog: Provoke = async (operation) =>
  askAs(await world.merchant({}, manyProducts(sampleProducts.length + 1)), operation);

/** For one operation, by its id, status and name. */
/** Changes a cart that has a notebook, with an outdated ETag. */
function withStaleTag(
  method: string,
  place: (notebook: string) => string,
  body?: (notebook: string) => object,
): Provoke {
  return async () => {
    const merchant = await merchantOf();
    const cartId = await cartWith(merchant, { notebook: 1 });
    const notebook = productId(merchant, "notebook");
    const headers = { "If-Match": '"earlier"' };
    return send(world, method, `/v1/cart/${cartId}${place(notebook)}`, {
      key: merchant.key,
      headers,
      ...(body && { json: body(notebook) }),
    });
  };
}

/** Changes the document's product, which has another tag. */
const ofStaleProduct: Provoke = async (operation) => {
  const merchant = await merchantOf();
  const { method, json: body } = exampleRequestOf(document, operation.operationId);
  const headers = { "If-Match": '"earlier"' };
  return changeProduct(merchant, "calendar", method, { headers, ...(body !== undefined && { json: body }) });
};

function changeProduct(
  merchant: Merchant,
  reference: string,
  method: string,
  content: Content,
  place = "",
): Promise<ServiceResponse> {
  const path = `/v1/products/${productId(merchant, reference)}${place}`;
  return send(world, method, path, { key: merchant.key, ...content });
}

const takenSlug = "tide-calendar-2027";

const particular: Record<string, Provoke> = {
  "createProduct 409 CONFLICT": async (operation) => askAs(await merchantOf(), operation),
  "replaceProduct 409 CONFLICT": async (operation) => {
    const { json: body } = exampleRequestOf(document, operation.operationId);
    return changeProduct(await merchantOf(), "notebook", "PUT", { json: body });
  },
  "updateProduct 409 CONFLICT": async () =>
    changeProduct(await merchantOf(), "notebook", "PATCH", { json: { slug: takenSlug } }),
  "createProduct 409 withoutInterval": async (operation) => {
    const { json: body } = exampleRequestOf(document, operation.operationId);
    return ask(operation, { json: { ...(body as object), type: "subscription" } });
  },
  "replaceProduct 409 withoutInterval": async (operation) => {
    const { json: body } = exampleRequestOf(document, operation.operationId);
    const json = { ...(body as object), type: "subscription" };
    return changeProduct(await merchantOf(), "calendar", "PUT", { json });
  },
  "updateProduct 409 withoutInterval": async () =>
    changeProduct(await merchantOf(), "calendar", "PATCH", { json: { type: "subscription" } }),
  "replaceProduct 412 CONFLICT": ofStaleProduct,
  "updateProduct 412 CONFLICT": ofStaleProduct,
  "deleteProduct 412 CONFLICT": ofStaleProduct,
  "changeStock 409 CONFLICT": async () =>
    changeProduct(
      await merchantOf({ calendar: { quantity: null } }),
      "calendar",
      "POST",
      { json: { change: 1 } },
      "/stock",
    ),
  "changeStock 409 tooFewLeft": async () =>
    changeProduct(await merchantOf(), "calendar", "POST", { json: { change: -51 } }, "/stock"),
  "addCartLine 412 CONFLICT": withStaleTag(
    "POST",
    () => "/lines",
    (notebook) => ({ productId: notebook, quantity: 1 }),
  ),
  "updateCartLine 412 CONFLICT": withStaleTag(
    "PATCH",
    (notebook) => `/lines/${notebook}`,
    () => ({ quantity: 2 }),
  ),
  "removeCartLine 412 CONFLICT": withStaleTag("DELETE", (notebook) => `/lines/${notebook}`),
  "clearCart 412 CONFLICT": withStaleTag("DELETE", () => ""),
  "getCatalog 404 NOT_FOUND": ofMissingStore,
  "getCatalog 409 CONFLICT": ofLargeCatalog,
  "getOrderInvoice 400 VALIDATION_ERROR": (operation) => ask(operation, { query: "?paymentId=" }),
  "listProducts 400 VALIDATION_ERROR": (operation) => ask(operation, { query: "?limit=101" }),
  "listOrders 400 VALIDATION_ERROR": (operation) => ask(operation, { query: "?limit=101" }),
  "listSubscriptions 400 VALIDATION_ERROR": (operation) => ask(operation, { query: "?limit=101" }),
  "listProducts 409 CONFLICT": ofLargeCatalog,
  "listProducts 404 NOT_FOUND": (operation) => ask(operation, { query: "?after=prod_unknown" }),
  "createCart 409 CONFLICT": keyReused,
  "createPortalSession 409 CONFLICT": keyReused,
  "changeProducts 409 CONFLICT": keyReused,
  "createCart 400 VALIDATION_ERROR": (operation) =>
    ask(operation, { headers: { "Idempotency-Key": "k".repeat(256) } }),
  "addCartLine 404 productNotFound": async () => {
    const merchant = await merchantOf();
    return addTo(merchant, await newCart(merchant), { productId: "prod_unknown", quantity: 1 });
  },
  "addCartLine 409 CONFLICT": async () => {
    const merchant = await merchantOf({ calendar: { isActive: false } });
    const calendar = productId(merchant, "calendar");
    return addTo(merchant, await newCart(merchant), { productId: calendar, quantity: 1 });
  },
  "addCartLine 409 otherCurrency": async () => {
    const merchant = await merchantOf({ calendar: { currency: "usd" } });
    const calendar = productId(merchant, "calendar");
    return addTo(merchant, await newCart(merchant), { productId: calendar, quantity: 1 });
  },
  "addCartLine 409 tooManyPieces": async () => {
    const merchant = await merchantOf();
    const cartId = await cartWith(merchant, { calendar: 998 });
    return addTo(merchant, cartId, { productId: productId(merchant, "calendar"), quantity: 2 });
  },
  "addCartLine 409 tooManyLines": async () => {
    const references = Array.from({ length: 101 }, (_, n) => `print-${n}`);
    const inputs = references.map((reference) => ({ ...products.calendar, reference, slug: reference }));
    const merchant = await world.merchant({}, inputs);
    const [last = "", ...others] = references;
    const cartId = await cartWith(merchant, Object.fromEntries(others.map((one) => [one, 1])));
    return addTo(merchant, cartId, { productId: productId(merchant, last), quantity: 1 });
  },
  "updateCartLine 404 NOT_FOUND": async () => {
    const merchant = await merchantOf();
    const path = `${lines(await newCart(merchant))}/${productId(merchant, "calendar")}`;
    return send(world, "PATCH", path, { key: merchant.key, json: { quantity: 1 } });
  },
  "updateCartLine 404 cartNotFound": (operation) => ask(operation),
  "updateCartLine 409 CONFLICT": async () => {
    const merchant = await merchantOf();
    const path = `${lines(await cartWith(merchant, { calendar: 1 }))}/${productId(merchant, "calendar")}`;
    return send(world, "PATCH", path, { key: merchant.key, json: { quantity: 1000 } });
  },
  "removeCartLine 404 NOT_FOUND": async () => {
    const merchant = await merchantOf();
    const path = `${lines(await newCart(merchant))}/${productId(merchant, "calendar")}`;
    return send(world, "DELETE", path, { key: merchant.key });
  },
  "removeCartLine 404 cartNotFound": (operation) => ask(operation),
  "createCheckoutSession 400 emailNotAccepted": async () =>
    checkOut(await merchantOf(), { calendar: 1 }, { customerEmail: "ines@reader.123" }),
  "createCheckoutSession 409 notShippedTo": async () => {
    const merchant = await world.merchant({ shipsTo: ["ie"] });
    return checkOut(merchant, { poster: 1 }, { shippingCountry: "PT" });
  },
  "createCheckoutSession 409 codeUnknown": async () =>
    checkOut(await merchantOf(), { calendar: 1 }, { promotionCode: "SUMER" }),
  "createCheckoutSession 409 codeExpired": async () => {
    const merchant = await merchantOf();
    const promotionCode = await codeOf(merchant, { expiresAt: world.clock.now + 1000 });
    world.clock.now += 1000;
    return checkOut(merchant, { calendar: 1 }, { promotionCode });
  },
  "createCheckoutSession 409 codeNotAccepted": async () => {
    const merchant = await merchantOf();
    const promotionCode = await codeOf(merchant, { maxRedemptions: 1 });
    const { body } = await checkOut(merchant, { calendar: 1 }, { promotionCode });
    await pay((body as { data: { url: string } }).data.url);
    return checkOut(merchant, { calendar: 1 }, { promotionCode });
  },
  "createCheckoutSession 409 countryNeeded": async () => {
    const merchant = await merchantOf();
    const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: ["ie"] };
    const { id: storeId, currency } = merchant.store;
    await world.services.database.shippingRates.add({ storeId, currency }, rate);
    return checkOut(merchant, { calendar: 1 });
  },
  "createCheckoutSession 404 memberSessionNotFound": async () =>
    checkOut(await merchantOf(), { calendar: 1 }, { memberSessionId: "unknown" }),
  "createCheckoutSession 409 STORE_UNPUBLISHED": async () => {
    const merchant = await world.merchant({ isPublished: false });
    return checkOut(merchant, { poster: 1 });
  },
  "createCheckoutSession 409 PAYMENTS_NOT_CONFIGURED": async () => {
    const merchant = await world.merchant({ paymentsConfigured: false });
    return checkOut(merchant, { poster: 1 });
  },
  "createCheckoutSession 409 CART_EMPTY": async () => checkOut(await merchantOf(), {}),
  "createCheckoutSession 409 CART_MIXED_TYPES": async () =>
    checkOut(await merchantOf(), { calendar: 1, club: 1 }),
  "createCheckoutSession 409 CONFLICT": async () => {
    const merchant = await merchantOf();
    const cartId = await cartWith(merchant, { calendar: 1 });
    const withdrawn = { ...products.calendar, isActive: false };
    await world.services.database.products.import(merchant.store.id, [withdrawn]);
    return send(world, "POST", "/v1/checkout/session", { key: merchant.key, json: { cartId } });
  },
  "createCheckoutSession 409 tooFewLeft": async () => {
    const merchant = await merchantOf();
    const product = { storeId: merchant.store.id, productId: productId(merchant, "calendar") };
    await world.services.database.stockLevels.change(product, { to: 1 });
    return checkOut(merchant, { notebook: 1, calendar: 2 });
  },
  "createCheckoutSession 409 tooManyProducts": async () => {
    const references = Array.from({ length: 21 }, (_, n) => `club-${n}`);
    const inputs = references.map((reference) => ({ ...products.club, reference, slug: reference }));
    const merchant = await world.merchant({}, inputs);
    return checkOut(merchant, Object.fromEntries(references.map((reference) => [reference, 1])));
  },
  "createCheckoutSession 409 totalTooSmall": () => checkOutOne({ priceInCents: 49 }),
  "createCheckoutSession 409 totalTooLarge": () => checkOutOne({ priceInCents: 99_999_999 }, 2),
  "createCheckoutSession 409 priceNotAccepted": async () => {
    // The currency has three decimals, and the provider requires the last to be 0.
    const inputs = [{ ...products.calendar, currency: "kwd", priceInCents: 2405 }];
    return checkOut(await world.merchant({ currency: "kwd" }, inputs), { calendar: 1 });
  },
  "createCheckoutSession 409 startedTwice": async () => {
    const merchant = await merchantOf();
    const cartId = await cartWith(merchant, { calendar: 1 });
    const open = () => send(world, "POST", "/v1/checkout/session", { key: merchant.key, json: { cartId } });
    const provider = providerOf(world);
    const [opened, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    const openSession: typeof provider.openSession = async (...session) => {
      const page = await provider.openSession(...session);
      if (!isFirst) return page;
      isFirst = false;
      opened.resolve();
      await overtaken.promise;
      return page;
    };
    const checkout = checkoutOf(world, { provider: { ...provider, openSession } });
    return world.withServices(
      (services) => ({ ...services, checkout }),
      async () => {
        const first = open();
        await opened.promise;
        const second = await open();
        overtaken.resolve();
        expect(second.status).toBe(200);
        return first;
      },
    );
  },
  "createCheckoutSession 409 accountGone": async () => {
    const merchant = await world.merchant({ stripeAccount: "acct_gone" });
    world.stripe.setAccess("acct_gone", false);
    return checkOut(merchant, { poster: 1 });
  },
  "createCheckoutSession 409 accountPaused": async () => {
    const merchant = await world.merchant({ stripeAccount: "acct_paused" });
    world.stripe.setAccount("acct_paused", { chargesEnabled: false });
    return checkOut(merchant, { poster: 1 });
  },
  "createCheckoutSession 409 accountWithoutTax": async () => {
    const merchant = await world.merchant({ tax: "inclusive", stripeAccount: "acct_untaxed" });
    return checkOut(merchant, { poster: 1 });
  },
  "createCheckoutSession 409 taxCodeUnknown": async () => {
    const calendar = { name: "Tide calendar 2027", priceInCents: 2400, taxCode: "txcd_77777777" };
    const product = { ...blankProduct, reference: "calendar", type: "physical" as const, ...calendar };
    world.stripe.setTaxOrigin("acct_taxed", "DE");
    const store = { tax: "inclusive", stripeAccount: "acct_taxed" } as const;
    return checkOut(await world.merchant(store, [product]), { calendar: 1 });
  },
  "createCheckoutSession 409 stillPayable": async () => {
    const merchant = await world.merchant({ stripeAccount: "acct_former" });
    const cartId = await cartWith(merchant, { poster: 1 });
    await paymentPage(merchant, cartId);
    world.stripe.setAccess("acct_former", false);
    const changes = { stripeAccount: "acct_next", paymentsConfigured: true };
    await world.services.database.stores.update(merchant.store.slug, changes);
    return send(world, "POST", "/v1/checkout/session", { key: merchant.key, json: { cartId } });
  },
  "createCheckoutSession 409 alreadySubscribed": async () => {
    const merchant = await merchantOf();
    const member = await signIn(merchant);
    const url = await paymentPage(merchant, await cartWith(merchant, { club: 1 }), member.memberSessionId);
    await readSession(merchant, await pay(url));
    return checkOut(merchant, { club: 1 }, member);
  },
  "listOrders 404 NOT_FOUND": (operation) => ask(operation, { query: "?after=order_unknown" }),
  "cancelSubscription 400 VALIDATION_ERROR": (operation) => ask(operation, { query: "?at=soon" }),
  "cancelSubscription 409 CONFLICT": () => cancelUnknownAtProvider("sub_gone", null),
  "cancelSubscription 409 PAYMENTS_NOT_CONFIGURED": () => {
    world.stripe.setAccess("acct_gone", false);
    return cancelUnknownAtProvider("sub_left", "acct_gone");
  },
  "listSubscriptions 404 NOT_FOUND": (operation) => ask(operation, { query: "?after=sub_unknown" }),
  "updateOrder 409 CONFLICT": async () => {
    const { merchant, orderId } = await debited();
    return fulfil(merchant, orderId);
  },
  "updateOrder 409 paymentFailed": async () => {
    const { merchant, sessionId, orderId } = await debited();
    await world.stripe.settle(sessionId, "fail");
    await readSession(merchant, sessionId);
    return fulfil(merchant, orderId);
  },
  "updateOrder 409 refunded": async () => {
    const merchant = await merchantOf();
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { calendar: 1 })));
    await readSession(merchant, sessionId);
    await world.stripe.refund(sessionId);
    await world.stripe.deliver();
    return fulfil(merchant, (await orderOf(merchant, sessionId)).id);
  },
  "updateOrder 409 notFulfilled": async () => {
    const merchant = await merchantOf();
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { calendar: 1 })));
    await readSession(merchant, sessionId);
    return fulfil(merchant, (await orderOf(merchant, sessionId)).id, { tracking: { number: "RR1" } });
  },
  "updateOrder 409 nothingToSend": async () => {
    const merchant = await merchantOf();
    const { id } = await buyCalendar(merchant, 1);
    await fulfil(merchant, id);
    return fulfil(merchant, id, { shippingAddress: { line1: "Rua da Bica 41" } });
  },
  "createParcel 409 CONFLICT": () => shipCalendar(1, [2]),
  "createParcel 409 nothingLeft": () => shipCalendar(1, [1, 1]),
  "createParcel 409 notPaid": async () => {
    const { merchant, orderId } = await debited();
    return ship(merchant, orderId);
  },
  "getOrderInvoice 404 noInvoice": async () => {
    const merchant = await merchantOf();
    const { id } = await buyCalendar(merchant, 1);
    return send(world, "GET", `/v1/orders/${id}/invoice`, { key: merchant.key });
  },
  "createDownload 409 CONFLICT": async () => {
    const merchant = await merchantOf();
    return download(merchant, (await buyCalendar(merchant, 1)).id);
  },
  "createDownload 409 notPaid": async () => {
    const { merchant, orderId } = await debited();
    return download(merchant, orderId);
  },
  "createDownload 409 refunded": async () => {
    const merchant = await merchantOf();
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { calendar: 1 })));
    await readSession(merchant, sessionId);
    await world.stripe.refund(sessionId);
    await world.stripe.deliver();
    return download(merchant, (await orderOf(merchant, sessionId)).id);
  },
  "createDownload 409 notBought": async () => {
    const merchant = await merchantOf();
    return download(merchant, (await buyCalendar(merchant, 1)).id, "notebook");
  },
  "createRefund 409 CONFLICT": () => refundCalendar({ quantity: 2 }),
  "createRefund 409 tooMuch": () => refundCalendar({ amount: 2401 }),
  "createRefund 409 notPaid": async () => {
    const { merchant, orderId } = await debited();
    return refund(merchant, orderId, { amount: 100 });
  },
  "createReturn 409 CONFLICT": () => returnCalendar(1, [2]),
  "createReturn 409 notPaid": async () => {
    const { merchant, orderId } = await debited();
    return sendBack(merchant, orderId, 1);
  },
  "updateReturn 409 CONFLICT": async () => {
    const receive = await receiver({ isCounted: true });
    await receive({ received: true }, 1);
    return receive({ received: true }, 0);
  },
  "updateReturn 409 notCounted": async () => (await receiver({ isCounted: false }))({ received: true }, 1),
  "updateReturn 409 noSuchRefund": async () =>
    (await receiver({ isCounted: false }))({ refundId: "re_unknown" }),
  "createPortalSession 403 FORBIDDEN": async () => {
    const merchant = await merchantOf();
    return openPortal(merchant, await signIn(merchant));
  },
  "createPortalSession 409 PAYMENTS_NOT_CONFIGURED": async () => {
    const merchant = await merchantOf();
    const member = await signIn(merchant);
    const url = await paymentPage(merchant, await cartWith(merchant, { club: 1 }), member.memberSessionId);
    await readSession(merchant, await pay(url));
    await world.services.database.stores.update(merchant.store.slug, { paymentsConfigured: false });
    return openPortal(merchant, member);
  },
};

const used = new Set<string>();

function wayTo(place: string, { status, name }: ErrorExample): Provoke {
  const key = `${place} ${status} ${name}`;
  used.add(key);
  const provoke = particular[key] ?? common[`${status} ${name}`];
  if (!provoke) throw new Error(`No request here triggers ${key}.`);
  return provoke;
}

async function compare(answer: ServiceResponse, { status, name, value }: ErrorExample): Promise<void> {
  const variable = variables[`${status} ${name}`];
  const template = (body: unknown) => JSON.stringify(body).replaceAll(variable ?? /(?!)/g, "…");
  expect(answer.status).toBe(Number(status));
  expect(template(answer.body)).toBe(template(value));
}

describe.each(document.operations)("$operationId", (operation) => {
  test.each(errorExamples(operation.responses))(
    "$status $name in the words of the example",
    async (example) => {
      await compare(await wayTo(operation.operationId, example)(operation, example), example);
    },
  );
});

describe("where no operation matches", () => {
  const ways: Record<string, () => Promise<ServiceResponse>> = {
    "401 UNAUTHORIZED": () => send(world, "PUT", "/v1/catalog"),
    "403 PRO_PLAN_REQUIRED": async () => {
      const { key } = await world.merchant({ plan: "free" });
      return send(world, "PUT", "/v1/catalog", { key });
    },
    "403 FORBIDDEN": async () => send(world, "PUT", "/v1/catalog", await keyFor("catalog")),
    "404 NOT_FOUND": () => send(world, "GET", "/v1/nowhere"),
    "405 INVALID_REQUEST": async () => {
      const { key } = await world.merchant();
      return send(world, "PUT", "/v1/catalog", { key });
    },
    "429 RATE_LIMITED": async () => {
      const { key } = await busyWorld.merchant();
      await send(busyWorld, "PUT", "/v1/catalog", { key });
      return send(busyWorld, "PUT", "/v1/catalog", { key });
    },
  };

  test.each(errorExamples(document.unmatched))(
    "$status $name in the words of the example",
    async (example) => {
      const way = ways[`${example.status} ${example.name}`];
      if (!way) throw new Error(`No request here triggers ${example.status} ${example.name}.`);
      await compare(await way(), example);
    },
  );
});

test("no request is listed for an example that the document doesn't have", () => {
  expect(Object.keys(particular).filter((key) => !used.has(key))).toEqual([]);
});

test("the introduction shows one of the example errors", () => {
  const { description } = document.info;
  const shown = [...String(description).matchAll(/```json\n(.*?)\n```/gs)].map(([, text = ""]) =>
    JSON.parse(text),
  );
  const examples = document.operations.flatMap(({ responses }) =>
    errorExamples(responses).map(({ value }) => value),
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const one of shown) expect(examples).toContainEqual(one);
});
