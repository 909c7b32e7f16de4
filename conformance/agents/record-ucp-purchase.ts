import { grantToken, ines } from "../../test/helpers/agent-shop.ts";
import { dataOf, orderOf } from "../../test/helpers/shopping.ts";
import { shippedTo, startUcpShop } from "../../test/helpers/ucp-shop.ts";
import {
  blankProduct,
  type Merchant,
  sampleProducts,
  startWorld,
  type World,
} from "../../test/helpers/world.ts";

type UcpShop = Awaited<ReturnType<typeof startUcpShop>>;
type UcpAgent = ReturnType<UcpShop["agent"]>;

const scarves = ["Red", "Blue"].map((value) => ({
  ...{ ...blankProduct, reference: `scarf-${value}`, name: "Tide scarf", description: "Lambswool." },
  ...{ priceInCents: 5900, type: "physical" as const, group: { slug: "tide-scarf", name: "Tide scarf" } },
  ...{ options: [{ name: "Colour", value }], category: "Scarves", slug: `scarf-${value.toLowerCase()}` },
  ...{ images: [{ url: "https://img.example/scarf.jpg", alt: "A scarf" }], compareAtPriceInCents: 6900 },
}));

interface Recorded {
  what: string;
  body: unknown;
}

/** Buys through UCP at a shop with the payment stand-in, and returns its profile, checkouts, orders and catalog. */
export async function recordUcpPurchase(): Promise<{
  profile: unknown;
  checkouts: Recorded[];
  orders: Recorded[];
  catalog: Record<"search" | "lookup" | "product", Recorded[]>;
}> {
  const world = await startWorld();
  const shop = await startUcpShop(world);
  try {
    const returnPolicyUrl = "https://shop.example/returns";
    const merchant = await world.merchant({ sellsThrough: ["ucp"], returnPolicyUrl }, [
      ...sampleProducts,
      ...scarves,
    ]);
    const terms = { code: "AUTUMN10", currency: "eur", percentOff: 10, amountOffInCents: null };
    const rest = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "conformance" } as const;
    const promotion = { token: "autumn", by };
    await world.services.promotionCodes.create(merchant.store, { ...terms, ...rest }, promotion);
    const agent = shop.agent(merchant);
    const line_items = ["poster", "font"].map((reference) => ({
      item: { id: merchant.products[reference] },
      quantity: 1,
    }));
    const created = await agent.create({ line_items });
    const id = created.body.id ?? "";
    const discounts = { codes: ["AUTUMN10", "NOPE"] };
    const updated = await agent.update(id, { line_items, buyer: ines, ...shippedTo(), discounts });
    const refused = { method: "pm_card_visa_chargeDeclined" };
    const declined = await agent.complete(id, await grantToken(world, refused));
    const completed = await agent.complete(id, await grantToken(world));
    const read = await agent.read(id);
    const other = await agent.create({ line_items });
    const canceled = await agent.cancel(other.body.id ?? "");
    const unknown = await agent.read("chk_unknown");
    const unavailable = await agent.create({ line_items: [{ item: { id: "prod_unknown" }, quantity: 1 }] });
    const answers = { created, updated, declined, completed, read, canceled, unknown, unavailable };
    const catalog = await recordCatalog(shop, merchant);
    const orders = await recordOrders(world, { merchant, agent, sessionId: id });
    const profile = await fetch(`${world.url}/.well-known/ucp`);
    return {
      profile: await profile.json(),
      checkouts: Object.entries(answers).map(([what, { body }]) => ({ what, body })),
      ...{ orders, catalog },
    };
  } finally {
    await shop.close();
    await world.close();
  }
}

/** The order of a checkout when it is new, and once part of it was sent, refunded, returned and disputed. */
async function recordOrders(
  world: World,
  { merchant, agent, sessionId }: { merchant: Merchant; agent: UcpAgent; sessionId: string },
): Promise<Recorded[]> {
  const order = await orderOf(merchant, sessionId);
  const { body: created } = await agent.order(order.id);
  const { client } = merchant;
  const path = { orderId: order.id };
  const lines = [{ productId: merchant.products.poster ?? "", quantity: 1 }];
  const tracking = { carrier: "An Post", number: "RA123456785IE", url: "https://carrier.example/1" };
  dataOf(await client.POST("/v1/orders/{orderId}/parcels", { params: { path }, body: { lines, tracking } }));
  dataOf(await client.POST("/v1/orders/{orderId}/returns", { params: { path }, body: { lines } }));
  const paymentId = order.payments[0]?.id ?? "";
  await world.stripe.refund(paymentId, 1000);
  await world.stripe.dispute(paymentId, "product_not_received", { amount: 500 });
  await world.stripe.deliver();
  const { body: changed } = await agent.order(order.id);
  const { body: unknown } = await agent.order("order_unknown");
  return Object.entries({ created, changed, unknown }).map(([what, body]) => ({ what, body }));
}

/** Products that are found and not found, with options and without. */
async function recordCatalog(shop: UcpShop, { key, products: { poster = "" } }: Merchant) {
  const record = async (path: string, requests: Record<string, object>): Promise<Recorded[]> => {
    const recorded: Recorded[] = [];
    for (const [what, json] of Object.entries(requests)) {
      const { body } = await shop.send<unknown>("POST", `/catalog/${path}`, { key, json });
      recorded.push({ what, body });
    }
    return recorded;
  };
  const filters = { price: { max: 5000 } };
  return {
    search: await record("search", {
      found: { query: "poster", filters },
      paged: { filters: { price: { min: 1 } }, pagination: { limit: 1 } },
      nothing: { query: "nothing" },
    }),
    lookup: await record("lookup", {
      found: { ids: [poster, "tide-scarf", "unknown"] },
      nothing: { ids: ["unknown"] },
    }),
    product: await record("product", {
      single: { id: poster },
      chosen: { id: "tide-scarf", selected: [{ name: "Colour", label: "Red" }] },
      unknown: { id: "unknown" },
    }),
  };
}
