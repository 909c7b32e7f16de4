import { Readable } from "node:stream";
import { feedProducts } from "../../server/merchants/feeds/feed-products.ts";
import { type AgentAnswer, galway, grantToken, ines, startAgentShop } from "../../test/helpers/agent-shop.ts";
import { startEventReceiver } from "../../test/helpers/event-receiver.ts";
import { orderOf } from "../../test/helpers/shopping.ts";
import { startWorld } from "../../test/helpers/world.ts";

export interface RecordedResponse {
  what: string;
  /** The schema that it should conform to. */
  schema: "CheckoutSession" | "Order" | "Error" | "WebhookEvent" | "Product";
  body: unknown;
}

/** Buys at a shop with the payment stand-in, and returns its responses, the events that it sends and its feed. */
export async function recordPurchase(): Promise<RecordedResponse[]> {
  const world = await startWorld();
  const shop = await startAgentShop(world);
  const receiver = await startEventReceiver();
  receiver.control.answer = 200;
  try {
    const merchant = await world.merchant({
      sellsThrough: ["acp"],
      returnPolicyUrl: "https://shop.example/returns",
    });
    const { database } = world.services;
    const storeId = merchant.store.id;
    const key = await database.keys.create({ storeId, label: null, scopes: ["agent"] });
    const endpoint = { storeId, url: receiver.url, secret: "a secret of the agent", types: null };
    await database.eventEndpoints.add({ ...endpoint, agentKey: key.id });
    const agent = shop.agent(key);
    const line_items = ["poster", "font"].map((reference) => ({ id: merchant.products[reference] }));
    const wanted = { currency: "eur", capabilities: {}, line_items };
    const created = await agent.create(wanted);
    const id = created.body.id ?? "";
    const updated = await agent.update(id, {
      ...{ buyer: ines, fulfillment_details: galway, discounts: { codes: ["NOPE"] } },
    });
    const declined = await agent.complete(
      id,
      await grantToken(world, { method: "pm_card_visa_chargeDeclined" }),
    );
    const completed = await agent.complete(id, await grantToken(world));
    await world.dispatch();
    const read = await agent.read(id);
    const bought = await orderOf(merchant, id);
    await database.orders.fulfil(
      { storeId, orderId: bought.id },
      { fulfilled: true, tracking: { carrier: "An Post", number: "RR123456785IE", url: null } },
    );
    await world.dispatch();
    await world.stripe.refund(bought.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    await world.dispatch();
    const other = await agent.create(wanted);
    const canceled = await agent.cancel(other.body.id ?? "");
    const store = { ...merchant.store, publicUrl: "https://shop.example" };
    const feed = await Readable.from(feedProducts({ database, store })).toArray();
    const unknown = await agent.read("chk_unknown");
    const { order, ...session }: AgentAnswer = completed.body;
    const sessions = { created, updated, read, canceled };
    return [
      ...Object.entries(sessions).map(([what, { body }]) => ({
        ...{ what: `a session that was ${what}`, schema: "CheckoutSession" as const, body },
      })),
      { what: "a completed session, without its order", schema: "CheckoutSession", body: session },
      { what: "an order", schema: "Order", body: order },
      { what: "a declined payment", schema: "Error", body: declined.body },
      { what: "an unknown session", schema: "Error", body: unknown.body },
      ...feed
        .flat()
        .map((body, at) => ({ what: `product ${at + 1} of a feed`, schema: "Product" as const, body })),
      ...receiver.received.map(({ body }, at) => ({
        ...{ what: `event ${at + 1} of an order`, schema: "WebhookEvent" as const, body },
      })),
    ];
  } finally {
    await receiver.close();
    await shop.close();
    await world.close();
  }
}
