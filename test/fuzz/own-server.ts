import { createSender, type Party } from "@counterpart/testing/fuzz";
import { buy, cartWith, orderOf, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { cartStory } from "./cart-story.ts";
import { catalogChanges, checkoutValues, modelProduct, type ShopTarget } from "./shop-target.ts";

export interface OwnServer extends ShopTarget {
  url: string;
  close: () => Promise<void>;
}

/** More products than a cart can have lines. */
const fillers = Array.from({ length: 102 }, (_, n) => `filler-${n + 1}`);

/**
 * The fuzzer's own server, on an empty database and without rate limits, with two stores. The first has one of
 * everything: products of each kind, a paid checkout, a subscriber.
 * @param behind puts a proxy between the fuzzer and the server: takes the server's address and returns its own
 */
export async function startOwnServer(
  behind: (url: string, world: World) => Promise<{ url: string; close: () => Promise<void> }> = async (
    url,
  ) => ({
    url,
    close: async () => {},
  }),
): Promise<OwnServer> {
  const world = await startWorld();
  const [poster] = sampleProducts;
  const inputs = fillers.flatMap((reference) => (poster ? { ...poster, reference, name: reference } : []));
  const owner = await world.merchant({ name: "Harbour Press" }, [...sampleProducts, ...inputs]);
  const other = await world.merchant({ name: "Quay Street Books" });
  const front = await behind(world.url, world);
  const sender = createSender(front.url);
  const { store } = owner;
  const products = await world.services.database.products.listAll(store.id);
  return {
    url: front.url,
    target: {
      document: world.document,
      untried: catalogChanges(world.document),
      sender,
      owner: await partyOf(world, owner),
      other: await partyOf(world, other),
    },
    models: [
      cartStory({
        currency: store.currency,
        fillers,
        hasOther: true,
        products: Object.fromEntries(
          products.map((product) => [product.reference, modelProduct(product, store.currency)]),
        ),
      }),
    ],
    close: async () => {
      sender.close();
      await front.close();
      await world.close();
    },
  };
}

async function partyOf(world: World, merchant: Merchant): Promise<Party> {
  const { store, key, products } = merchant;
  const known = Object.entries(products).filter(([reference]) => !fillers.includes(reference));
  const subscriber = `session-of-a-subscriber-of-${store.id}`;
  const visitor = `session-of-a-visitor-of-${store.id}`;
  for (const memberSessionId of [subscriber, visitor]) {
    await world.services.database.memberSessions.register({
      storeId: store.id,
      memberId: `member-with-${memberSessionId}`,
      memberSessionId,
      expiresInSeconds: 365 * 24 * 3600,
    });
  }
  const { code } = await world.services.promotionCodes.create(
    store,
    {
      ...{ code: "SUMMER", percentOff: 12.5, amountOffInCents: null, currency: store.currency },
      ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
    },
    { token: store.id, by: { kind: "command_line", id: "fuzz" } },
  );
  const paid = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), subscriber));
  await readSession(merchant, paid);
  const subscribed = await orderOf(merchant, paid);
  const bought = await buy(merchant, { poster: 1 });
  const unpaid = await cartWith(merchant, { poster: 1 });
  await paymentPage(merchant, unpaid);
  return {
    credentials: { apiKey: key },
    markers: [store.id, paid, subscribed.id, bought.id, ...known.map(([, id]) => id)],
    known: {
      ...checkoutValues(products.poster),
      promotionCode: [{ label: "code of the store", sample: code }],
      productId: known.map(([label, sample]) => ({ label, sample })),
      orderId: [
        { label: "order", sample: bought.id },
        { label: "order of a subscription", sample: subscribed.id },
      ],
      after: [
        ...known.map(([label, sample]) => ({ label, sample })),
        { label: "newest order", sample: bought.id },
        { label: "oldest order", sample: subscribed.id },
        { label: "subscription", sample: subscribed.subscriptionId ?? "" },
      ],
      subscriptionId: [{ label: "subscription", sample: subscribed.subscriptionId ?? "" }],
      memberId: [{ label: "subscriber's member", sample: subscribed.memberId ?? "" }],
      sessionId: [{ label: "paid checkout", sample: paid }],
      memberSessionId: [
        { label: "subscriber", sample: subscriber },
        { label: "visitor", sample: visitor },
      ],
    },
  };
}
