import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { grantToken } from "../../test/helpers/agent-shop.ts";
import { paidWith, platformProfile, type UcpAnswer, type UcpResponse } from "../../test/helpers/ucp-shop.ts";
import type { FlowerShop } from "./flower-shop.ts";

export interface UcpTest {
  /** The file and the name of the test in the protocol's suite. */
  name: string;
  /** What is different from that test, which is for 2026-01-11. */
  since?: string;
  check: (shop: FlowerShop) => Promise<void>;
}

const price = 3500;
const someone = { email: "new.user@example.com", first_name: "New", last_name: "User" };
const john = { email: "john.doe@example.com", first_name: "John", last_name: "Doe" };

function lines(shop: FlowerShop, quantity = 1, item = "bouquet_roses") {
  return { line_items: [{ item: { id: shop.ids[item] ?? item }, quantity }] };
}

function shipping(destination?: object, more: object = {}) {
  const destinations = destination && { destinations: [destination] };
  return { fulfillment: { methods: [{ type: "shipping", line_item_ids: [], ...destinations, ...more }] } };
}

async function created(shop: FlowerShop, json: object = {}, quantity = 1): Promise<UcpAnswer> {
  const { status, body } = await shop.agent.create({ ...lines(shop, quantity), ...json });
  assert.equal(status, 201);
  return body;
}

/** A checkout that only has to be paid. */
async function readied(shop: FlowerShop, quantity = 1): Promise<UcpAnswer & { id: string }> {
  const body = await created(shop, { buyer: someone, ...shipping(shop.addresses[0]) }, quantity);
  assert.equal(body.status, "ready_for_complete");
  return { ...body, id: idOf(body) };
}

async function paid(shop: FlowerShop): Promise<UcpAnswer & { id: string }> {
  const { id } = await readied(shop);
  const { status, body } = await shop.agent.complete(id, await token(shop));
  assert.deepEqual([status, body.status], [200, "completed"]);
  return { ...body, id };
}

async function updated(shop: FlowerShop, { id = "" }: UcpAnswer, json: object): Promise<UcpAnswer> {
  const { status, body } = await shop.agent.update(id, { ...lines(shop), ...json });
  assert.equal(status, 200);
  return body;
}

const idOf = ({ id }: UcpAnswer): string => id ?? assert.fail("no id");
const amountOf = ({ totals = [] }: Pick<UcpAnswer, "totals">, type: string) =>
  totals.find((one) => one.type === type)?.amount;
const methodOf = ({ fulfillment }: UcpAnswer) => fulfillment?.methods?.[0];
const optionsOf = (answer: UcpAnswer) => methodOf(answer)?.groups?.[0]?.options ?? [];
const errorsOf = ({ messages = [] }: UcpAnswer) => messages.filter(({ type }) => type === "error");

function token({ world }: FlowerShop, method = "pm_card_visa"): Promise<string> {
  return grantToken(world, { currency: "usd", method });
}

function assertCode(answer: UcpAnswer, code: string): void {
  assert.deepEqual(
    errorsOf(answer).map((one) => one.code),
    [code],
  );
}

/** A request beside the document. */
function other(shop: FlowerShop, method: string, place: string, body?: object): Promise<Response> {
  return fetch(`${shop.shop.url}${place}`, {
    method,
    headers: {
      Authorization: `Bearer ${shop.merchant.key}`,
      "UCP-Agent": `profile="${shop.shop.platform.url}/.well-known/ucp"`,
      ...{ "Idempotency-Key": randomUUID(), "Request-Id": randomUUID() },
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The same request twice, and then another one with the same key. */
async function assertIdempotent(
  send: (variant: 1 | 2, headers: Record<string, string>) => Promise<UcpResponse>,
): Promise<void> {
  const key = { "Idempotency-Key": randomUUID() };
  const [first, second, third] = [await send(1, key), await send(1, key), await send(2, key)];
  assert.ok(first.status < 300);
  assert.deepEqual([second.status, second.body], [first.status, first.body]);
  assert.equal(third.status, 409);
}

async function orderOf(shop: FlowerShop) {
  const { order } = await paid(shop);
  const response = await other(shop, "GET", `/orders/${order?.id}`);
  assert.equal(response.status, 200);
  return { id: order?.id, body: (await response.json()) as Record<string, unknown> };
}

async function putOrder(shop: FlowerShop, change: object, expected: number): Promise<void> {
  const { order } = await paid(shop);
  const response = await other(shop, "PUT", `/orders/${order?.id}`, { id: order?.id, ...change });
  assert.equal(response.status, expected);
}

async function shipSimulated(shop: FlowerShop, expected: number): Promise<void> {
  const { order } = await paid(shop);
  const response = await other(shop, "POST", `/testing/simulate-shipping/${order?.id}`, {});
  assert.equal(response.status, expected);
}

/** Buys for a platform whose profile has an address for events, and expects one there. */
async function assertEvent(shop: FlowerShop): Promise<void> {
  const { platform } = shop.shop;
  const config = { webhook_url: `${platform.url}/events` };
  const order = { "dev.ucp.shopping.order": [{ version: platformProfile.ucp.version, config }] };
  const capabilities = { ...platformProfile.ucp.capabilities, ...order };
  const body = JSON.stringify({ ucp: { ...platformProfile.ucp, capabilities } });
  platform.pages.set("/.well-known/ucp", { status: 200, body });
  await paid(shop);
  await shop.world.dispatch();
  assert.ok(platform.requests.includes("/events"), "no event was sent");
}

const afterwards = "Prices and names aren't sent in requests any more.";
const outcomes = "Outcomes of business are messages of a checkout, not statuses.";
const oneAddress = "The buyer's name is in two parts.";

export const ucpTests: UcpTest[] = [
  {
    name: "ap2_test.test_ap2_mandate_completion",
    since: "The store hasn't the extension, so the mandate isn't read.",
    async check(shop) {
      const { id } = await readied(shop);
      const json = {
        ...paidWith(await token(shop)),
        ap2: { checkout_mandate: "header.payload.signature~kb" },
      };
      const { key } = shop.merchant;
      const { status, body } = await shop.shop.send("POST", `/checkout-sessions/${id}/complete`, {
        key,
        json,
      });
      assert.deepEqual([status, body.status], [200, "completed"]);
    },
  },
  {
    name: "binding_test.test_token_binding_completion",
    async check(shop) {
      const { id } = await readied(shop);
      const json = paidWith(await token(shop));
      const [instrument] = json.payment.instruments;
      const binding = { checkout_id: id, identity: { access_token: "user_access_token" } };
      Object.assign(instrument?.credential ?? {}, { binding });
      const { key } = shop.merchant;
      const { status, body } = await shop.shop.send("POST", `/checkout-sessions/${id}/complete`, {
        key,
        json,
      });
      assert.deepEqual([status, body.status], [200, "completed"]);
    },
  },
  {
    name: "business_logic_test.test_totals_calculation_on_create",
    since: afterwards,
    async check(shop) {
      const item = { id: shop.ids.bouquet_roses, title: "Wrong Title", price: 1 };
      const body = await created(shop, { line_items: [{ item, quantity: 1 }] });
      const [line] = body.line_items ?? [];
      assert.deepEqual(
        [line?.item.title, line && amountOf(line, "subtotal"), line && amountOf(line, "total")],
        ["Bouquet of Red Roses", price, price],
      );
      assert.deepEqual([amountOf(body, "subtotal"), amountOf(body, "total")], [price, price]);
    },
  },
  {
    name: "business_logic_test.test_totals_recalculation_on_update",
    async check(shop) {
      const body = await updated(shop, await created(shop), lines(shop, 2));
      assert.equal(amountOf(body, "total"), 2 * price);
    },
  },
  {
    name: "business_logic_test.test_discount_flow",
    async check(shop) {
      const body = await updated(shop, await created(shop), { discounts: { codes: ["10OFF"] } });
      assert.equal(amountOf(body, "total"), 3150);
      assert.equal(body.discounts?.applied?.[0]?.code, "10OFF");
    },
  },
  {
    name: "business_logic_test.test_multiple_discounts_accepted",
    async check(shop) {
      const body = await updated(shop, await created(shop), { discounts: { codes: ["10OFF", "WELCOME20"] } });
      assert.equal(amountOf(body, "total"), 2520);
      assert.equal(body.discounts?.applied?.length, 2);
    },
  },
  {
    name: "business_logic_test.test_multiple_discounts_one_rejected",
    async check(shop) {
      const discounts = { codes: ["10OFF", "INVALID_CODE"] };
      const body = await updated(shop, await created(shop), { discounts });
      assert.equal(amountOf(body, "total"), 3150);
      assert.deepEqual(
        body.discounts?.applied?.map(({ code }) => code),
        ["10OFF"],
      );
    },
  },
  {
    name: "business_logic_test.test_fixed_amount_discount",
    async check(shop) {
      const body = await updated(shop, await created(shop), { discounts: { codes: ["FIXED500"] } });
      assert.equal(amountOf(body, "total"), price - 500);
      const [applied] = body.discounts?.applied ?? [];
      assert.deepEqual([applied?.code, applied?.amount], ["FIXED500", 500]);
    },
  },
  {
    name: "business_logic_test.test_buyer_consent",
    async check(shop) {
      const consent = { marketing: true, analytics: false, sale_of_data: false };
      const { id } = await created(shop, { buyer: { ...someone, consent } });
      const { body } = await shop.agent.read(id ?? "");
      assert.deepEqual(body.buyer?.consent, consent);
    },
  },
  {
    name: "business_logic_test.test_buyer_info_persistence",
    async check(shop) {
      const buyer = { email: "test@example.com", first_name: "Test", last_name: "User" };
      const { id } = await updated(shop, await created(shop), { buyer });
      assert.deepEqual((await shop.agent.read(id ?? "")).body.buyer, buyer);
    },
  },
  {
    name: "card_credential_test.test_card_credential_payment",
    since: "Card numbers must not be sent to checkouts, so they are refused.",
    async check(shop) {
      const { id } = await readied(shop);
      const credential = { type: "card", card_number_type: "fpan", number: "4242424242424242" };
      const instruments = [{ id: "card_1", handler_id: "stripe_payments", type: "card", credential }];
      const json = { payment: { instruments } };
      const { key } = shop.merchant;
      const { status } = await shop.shop.send("POST", `/checkout-sessions/${id}/complete`, { key, json });
      assert.equal(status, 400);
    },
  },
  {
    name: "checkout_lifecycle_test.test_create_checkout",
    check: async (shop) => assert.ok((await readied(shop)).id),
  },
  {
    name: "checkout_lifecycle_test.test_get_checkout",
    async check(shop) {
      const { id } = await readied(shop);
      const { status, body } = await shop.agent.read(id);
      assert.deepEqual([status, body.id], [200, id]);
    },
  },
  {
    name: "checkout_lifecycle_test.test_update_checkout",
    async check(shop) {
      const body = await updated(shop, await readied(shop), lines(shop, 2));
      assert.equal(body.line_items?.[0]?.quantity, 2);
    },
  },
  {
    name: "checkout_lifecycle_test.test_cancel_checkout",
    async check(shop) {
      const { status, body } = await shop.agent.cancel((await readied(shop)).id);
      assert.deepEqual([status, body.status], [200, "canceled"]);
    },
  },
  {
    name: "checkout_lifecycle_test.test_complete_checkout",
    async check(shop) {
      const { order } = await paid(shop);
      assert.ok(order?.id && order.permalink_url);
    },
  },
  ...["cancel", "update", "complete"].map(
    (again): UcpTest => ({
      name: `checkout_lifecycle_test.${again === "cancel" ? "test_cancel_is_idempotent" : `test_cannot_${again}_canceled_checkout`}`,
      async check(shop) {
        const { id } = await readied(shop);
        await shop.agent.cancel(id);
        assert.equal(await statusOfAnother(shop, id, again), 409);
      },
    }),
  ),
  ...["complete", "update", "cancel"].map(
    (again): UcpTest => ({
      name: `checkout_lifecycle_test.${again === "complete" ? "test_complete_is_idempotent" : `test_cannot_${again}_completed_checkout`}`,
      async check(shop) {
        assert.equal(await statusOfAnother(shop, (await paid(shop)).id, again), 409);
      },
    }),
  ),
  {
    name: "fulfillment_test.test_fulfillment_flow",
    async check(shop) {
      const { id } = await updated(shop, await created(shop), shipping(shop.addresses[0]));
      const options = optionsOf((await shop.agent.read(id ?? "")).body);
      assert.equal(options.length, 2);
      for (const option of options) {
        const groups = [{ id: "parcel", selected_option_id: option.id }];
        const body = await updated(shop, { id: id ?? "" }, shipping(undefined, { groups }));
        assert.equal(amountOf(body, "total"), price + (amountOf(option, "total") ?? 0));
      }
    },
  },
  {
    name: "fulfillment_test.test_dynamic_fulfillment",
    async check(shop) {
      const before = await created(shop);
      for (const [country, rate] of [
        ["US", "exp-ship-us"],
        ["CA", "exp-ship-intl"],
      ]) {
        const body = await updated(shop, before, shipping({ id: "there", address_country: country }));
        const offered = optionsOf(body).map(({ id }) => id);
        assert.deepEqual(offered, [shop.rateIds["std-ship"], shop.rateIds[rate ?? ""]]);
      }
    },
  },
  {
    name: "fulfillment_test.test_unknown_customer_no_address",
    check: async (shop) =>
      assert.equal(
        methodOf(await updated(shop, await created(shop, { buyer: someone }), shipping()))?.destinations,
        undefined,
      ),
  },
  {
    name: "fulfillment_test.test_known_customer_no_address",
    since: oneAddress,
    async check(shop) {
      const jane = { email: "jane.doe@example.com", first_name: "Jane", last_name: "Doe" };
      const body = await updated(shop, await created(shop, { buyer: jane }), shipping());
      assert.equal(methodOf(body)?.destinations, undefined);
    },
  },
  {
    name: "fulfillment_test.test_known_customer_one_address",
    since: oneAddress,
    async check(shop) {
      const body = await updated(shop, await created(shop, { buyer: john }), shipping());
      assert.ok((methodOf(body)?.destinations ?? []).length >= 2);
    },
  },
  {
    name: "fulfillment_test.test_known_customer_multiple_addresses_selection",
    since: oneAddress,
    async check(shop) {
      const before = await created(shop, { buyer: john });
      const body = await updated(shop, before, shipping(undefined, { selected_destination_id: "addr_2" }));
      assert.equal(methodOf(body)?.selected_destination_id, "addr_2");
    },
  },
  {
    name: "fulfillment_test.test_known_customer_new_address",
    since: oneAddress,
    async check(shop) {
      const there = {
        id: "dest_new",
        address_country: "CA",
        postal_code: "M5V 2H1",
        street_address: "123 New St",
      };
      const body = await updated(shop, await created(shop, { buyer: john }), shipping(there));
      assert.deepEqual(methodOf(body)?.destinations, [there]);
      assert.ok(optionsOf(body).some(({ id }) => id === shop.rateIds["exp-ship-intl"]));
    },
  },
  {
    name: "fulfillment_test.test_new_user_new_address_persistence",
    async check(shop) {
      const { id: _, ...address } = shop.addresses[1] ?? assert.fail("no address");
      const before = await updated(shop, await created(shop, { buyer: someone }), shipping(address));
      const [destination] = methodOf(before)?.destinations ?? [];
      assert.ok(destination?.id);
      const later = await updated(shop, await created(shop, { buyer: someone }), shipping());
      assert.ok(methodOf(later)?.destinations?.some(({ id }) => id === destination.id));
    },
  },
  {
    name: "fulfillment_test.test_known_user_existing_address_reuse",
    async check(shop) {
      const { id, ...address } = shop.addresses[0] ?? assert.fail("no address");
      const body = await updated(shop, await created(shop, { buyer: john }), shipping(address));
      assert.equal(methodOf(body)?.destinations?.[0]?.id, id);
    },
  },
  {
    name: "fulfillment_test.test_free_shipping_on_expensive_order",
    since: "The option keeps the name that the merchant gave it.",
    async check(shop) {
      const body = await created(shop, shipping(shop.addresses[0]), 3);
      const standard = optionsOf(body).find(({ id }) => id === shop.rateIds["std-ship"]);
      assert.equal(standard && amountOf(standard, "total"), 0);
    },
  },
  {
    name: "fulfillment_test.test_free_shipping_for_specific_item",
    since: "The option keeps the name that the merchant gave it.",
    async check(shop) {
      const body = await created(shop, shipping(shop.addresses[0]));
      const standard = optionsOf(body).find(({ id }) => id === shop.rateIds["std-ship"]);
      assert.equal(standard && amountOf(standard, "total"), 0);
    },
  },
  {
    name: "idempotency_test.test_idempotency_create",
    since: "The other request has another quantity, since requests have no currency.",
    check: (shop) => assertIdempotent((quantity, key) => shop.agent.create(lines(shop, quantity), key)),
  },
  {
    name: "idempotency_test.test_idempotency_update",
    async check(shop) {
      const { id } = await readied(shop);
      await assertIdempotent((variant, key) => shop.agent.update(id, lines(shop, variant + 1), key));
    },
  },
  {
    name: "idempotency_test.test_idempotency_complete",
    async check(shop) {
      const { id } = await readied(shop);
      const tokens = [await token(shop), await token(shop)];
      await assertIdempotent((variant, key) => shop.agent.complete(id, tokens[variant - 1] ?? "", key));
    },
  },
  {
    name: "idempotency_test.test_idempotency_cancel",
    async check(shop) {
      const { id } = await readied(shop);
      const key = { "Idempotency-Key": randomUUID() };
      const [first, second] = [await shop.agent.cancel(id, key), await shop.agent.cancel(id, key)];
      assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body]);
    },
  },
  {
    name: "invalid_input_test.test_invalid_adjustment_status",
    check: (shop) => putOrder(shop, { adjustments: [{ id: "adj_1", status: "INVALID_STATUS" }] }, 422),
  },
  {
    name: "invalid_input_test.test_unknown_discount_code",
    async check(shop) {
      const body = await updated(shop, await created(shop), { discounts: { codes: ["INVALID_CODE_123"] } });
      assert.equal(amountOf(body, "total"), price);
      assert.equal(amountOf(body, "items_discount") ?? amountOf(body, "discount"), undefined);
    },
  },
  {
    name: "invalid_input_test.test_malformed_adjustment_payload",
    check: (shop) => putOrder(shop, { adjustments: { id: "adj_1", amount: 100 } }, 422),
  },
  {
    name: "order_test.test_order_retrieval",
    async check(shop) {
      const { id, body } = await orderOf(shop);
      assert.equal(body.id, id);
      assert.ok(body.checkout_id);
    },
  },
  {
    name: "order_test.test_order_fulfillment_retrieval",
    async check(shop) {
      const { body } = await orderOf(shop);
      const { expectations = [] } = body.fulfillment as { expectations?: { description?: string }[] };
      assert.equal(expectations[0]?.description, "Standard Shipping");
    },
  },
  {
    name: "order_test.test_order_update",
    check: (shop) => putOrder(shop, { fulfillment: { events: [{ id: "evt_1", type: "shipped" }] } }, 200),
  },
  {
    name: "order_test.test_order_adjustments",
    check: (shop) =>
      putOrder(shop, { adjustments: [{ id: "adj_1", type: "refund", status: "pending" }] }, 200),
  },
  {
    name: "protocol_test.test_discovery_urls",
    since: "The pages of others aren't fetched. Their origins are those of the names that they describe.",
    async check(shop) {
      const { ucp } = await profileOf(shop);
      const entries = [ucp.services, ucp.capabilities, ucp.payment_handlers].flatMap(Object.entries);
      for (const [name, [entry]] of entries as [string, { spec?: string; schema?: string }[]][]) {
        const authority = name.split(".").slice(0, 2).reverse().join(".");
        for (const url of [entry?.spec, entry?.schema].filter((one) => one !== undefined)) {
          const { protocol, hostname } = new URL(url);
          assert.ok(protocol === "https:" && `.${hostname}`.endsWith(`.${authority}`), url);
        }
      }
    },
  },
  {
    name: "protocol_test.test_discovery",
    since: "Capabilities and handlers have names as keys. Shop Pay and Google Pay are the sample's own.",
    async check(shop) {
      const { ucp } = await profileOf(shop);
      assert.equal(ucp.version, "2026-04-08");
      const [service] = ucp.services["dev.ucp.shopping"] ?? [];
      assert.deepEqual([service?.transport, typeof service?.endpoint], ["rest", "string"]);
      assert.ok(Object.keys(ucp.payment_handlers).length > 0);
      const wanted = ["checkout", "order", "discount", "fulfillment", "buyer_consent"];
      const missing = wanted.filter((name) => !ucp.capabilities[`dev.ucp.shopping.${name}`]);
      assert.deepEqual(missing, []);
    },
  },
  {
    name: "protocol_test.test_version_negotiation",
    since: "The version is in the profile of the platform, not in the header, and another one is 422.",
    async check(shop) {
      const { platform } = shop.shop;
      assert.equal((await shop.agent.create(lines(shop))).status, 201);
      const body = JSON.stringify({ ucp: { ...platformProfile.ucp, version: "2099-01-01" } });
      platform.pages.set("/later", { status: 200, body });
      const headers = { "UCP-Agent": `profile="${platform.url}/later"` };
      assert.equal((await shop.agent.create(lines(shop), headers)).status, 422);
    },
  },
  {
    name: "simulation_url_security_test.test_simulation_endpoint_missing_header",
    check: (shop) => shipSimulated(shop, 403),
  },
  {
    name: "simulation_url_security_test.test_simulation_endpoint_incorrect_secret",
    check: (shop) => shipSimulated(shop, 403),
  },
  {
    name: "simulation_url_security_test.test_simulation_endpoint_correct_secret",
    check: (shop) => shipSimulated(shop, 200),
  },
  {
    name: "validation_test.test_out_of_stock",
    since: outcomes,
    async check(shop) {
      const body = await created(shop, {
        buyer: someone,
        ...shipping(shop.addresses[0]),
        ...lines(shop, 1, "gardenias"),
      });
      assertCode(body, "out_of_stock");
      assert.equal(body.status, "incomplete");
    },
  },
  {
    name: "validation_test.test_update_inventory_validation",
    since: `${outcomes} A line has at most 999, so it has 600 of the 500 sunflowers.`,
    async check(shop) {
      const body = await updated(shop, await readied(shop), lines(shop, 600, "bouquet_sunflowers"));
      assertCode(body, "out_of_stock");
    },
  },
  {
    name: "validation_test.test_product_not_found",
    since: `${outcomes} There is no checkout, which is 200.`,
    async check(shop) {
      const { status, body } = await shop.agent.create(lines(shop, 1, "pink_wumpus"));
      assert.deepEqual([status, body.ucp?.status], [200, "error"]);
      assertCode(body, "item_unavailable");
    },
  },
  {
    name: "validation_test.test_payment_failure",
    since: outcomes,
    async check(shop) {
      const { id } = await readied(shop);
      const refused = await token(shop, "pm_card_visa_chargeDeclined");
      const { status, body } = await shop.agent.complete(id, refused);
      assert.deepEqual([status, body.status, body.order], [200, "ready_for_complete", undefined]);
      assertCode(body, "payment_failed");
    },
  },
  {
    name: "validation_test.test_complete_without_fulfillment",
    since: outcomes,
    async check(shop) {
      const { id } = await created(shop, { buyer: someone });
      const { status, body } = await shop.agent.complete(id ?? "", await token(shop));
      assert.deepEqual([status, body.status], [200, "incomplete"]);
      assert.equal(errorsOf(body)[0]?.path, "$.fulfillment.methods[0].destinations");
    },
  },
  {
    name: "validation_test.test_structured_error_messages",
    since: outcomes,
    async check(shop) {
      const [message] = errorsOf(await created(shop, lines(shop, 1, "gardenias")));
      assert.deepEqual(Object.keys(message ?? {}).sort(), ["code", "content", "path", "severity", "type"]);
    },
  },
  { name: "webhook_test.test_webhook_event_stream", check: assertEvent },
  { name: "webhook_test.test_webhook_order_address_known_customer", check: assertEvent },
  { name: "webhook_test.test_webhook_order_address_new_address", check: assertEvent },
];

async function statusOfAnother(shop: FlowerShop, id: string, what: string): Promise<number> {
  if (what === "cancel") return (await shop.agent.cancel(id)).status;
  if (what === "update") return (await shop.agent.update(id, lines(shop, 2))).status;
  return (await shop.agent.complete(id, await token(shop))).status;
}

interface Profile {
  ucp: Record<"services" | "capabilities" | "payment_handlers", Record<string, Record<string, unknown>[]>> & {
    version: string;
  };
}

async function profileOf({ world }: FlowerShop): Promise<Profile> {
  const response = await fetch(`${world.url}/.well-known/ucp`);
  assert.equal(response.status, 200);
  return (await response.json()) as Profile;
}
