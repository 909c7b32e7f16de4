import { fulfilmentVersion } from "../../../server/domain/order-state.ts";
import type { Role } from "../../../server/domain/role.ts";
import { invite, newToken } from "../../../server/people/invitations.ts";
import { cartWith, orderOf, pay, paymentPage, productId, readSession } from "../../helpers/shopping.ts";
import { type Merchant, sampleProducts, type World } from "../../helpers/world.ts";
import { createVisitor, hiddenFields, type Visitor } from "../dashboard-visitor.ts";

export const callerNames = ["anonymous", "ended", "stranger", "readOnly", "staff", "owner"] as const;

/**
 * The caller: a visitor without a session; a former owner, whose session ended when they were removed; an owner of
 * another store; or a person of the store, by role.
 */
export type CallerName = (typeof callerNames)[number];

export interface Caller {
  visitor: Visitor;
  /** Empty for a visitor without a session. */
  email: string;
  /** The token of the forms that this browser has opened. */
  formToken: string;
}

/** A store with one of everything that pages show, and the six callers. */
export interface Scene {
  merchant: Merchant;
  home: string;
  callers: Record<CallerName, Caller>;
  /** The path's parameters, by their names. */
  ids: Record<string, string>;
  customerEmail: string;
  productName: string;
  paymentId: string;
  /** Fields of the order's and the product's forms. */
  versions: { fulfilment: string; product: string };
  keyLabel: string;
  rateName: string;
  codeName: string;
  endpointUrl: string;
  colleague: string;
  invitation: { email: string; token: string };
  /** What only the store's people, or some of them, may see. */
  contents: string[];
}

/** The only image of each product. */
export const productImage = "https://img.example/front.jpg";

export const password = "a long walk by the sea";

let scenes = 0;

/**
 * @param other whose owner the stranger is
 * @param passwordHash of everyone's password, because hashing takes long
 */
export async function setScene(world: World, other: Merchant, passwordHash: string): Promise<Scene> {
  const { database } = world.services;
  const name = `scene${++scenes}x`;
  const at = (who: string) => `${who}-of-${name}@example.com`;

  const samples = sampleProducts.filter(({ reference }) => ["poster", "monthly"].includes(reference));
  const products = samples.map((product) => ({
    ...{ ...product, name: `${product.name} of ${name}` },
    ...{ imageUrl: productImage, images: [{ url: productImage, alt: null }] },
  }));
  const merchant = await world.merchant({ name: `Store of ${name}`, createsInvoices: true }, products);
  const { id: storeId, slug } = merchant.store;
  const home = `/dashboard/stores/${slug}`;
  const keyLabel = `Key of ${name}`;
  const { id: keyId } = await database.keys.create({ storeId, label: keyLabel });
  const rateName = `Post of ${name}`;
  const rate = { name: rateName, priceInCents: 490, days: null, freeFromInCents: null, countries: null };
  const { id: rateId } = await database.shippingRates.add({ storeId, currency: "eur" }, rate);
  const codeName = `CODE-${name.toUpperCase()}`;
  const { id: codeId } = await database.promotionCodes.save({
    ...{ storeId, account: null, providerId: `promo_${name}`, code: codeName, currency: "eur" },
    ...{
      percentOff: 10,
      amountOffInCents: null,
      minimumInCents: null,
      maxRedemptions: null,
      expiresAt: null,
    },
  });
  const endpointUrl = `https://${name}.example/events`;
  const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
  const { id: endpointId } = await database.eventEndpoints.add({
    storeId,
    url: endpointUrl,
    secret,
    types: null,
  });

  const customerEmail = at("buyer");
  const buy = async (reference: string) => {
    const sessionId = await pay(
      await paymentPage(merchant, await cartWith(merchant, { [reference]: reference === "poster" ? 9 : 1 })),
      customerEmail,
    );
    await readSession(merchant, sessionId);
    return orderOf(merchant, sessionId);
  };
  const { id: orderId, payments } = await buy("poster");
  await buy("monthly");
  const { id: refundId } = await world.stripe.refund(payments[0]?.id ?? "", 100);
  await world.stripe.failRefund(refundId);
  await world.stripe.deliver();
  const returned = { productId: productId(merchant, "poster"), quantity: 1 };
  const returns = { lines: [returned], reason: null };
  const withReturn = await database.orderReturns.add({ storeId, orderId }, returns);
  const returnId = withReturn?.returns[0]?.id ?? "";
  const differenceId = `chk_${newToken().slice(0, 20)}`;
  await database.paymentDifferences.record({
    ...{
      id: differenceId,
      storeId,
      orderId,
      part: "discount",
      expected: null,
      charged: 100,
      isRenewal: false,
    },
    ...{ currency: "eur", expectedCurrency: "eur" },
  });
  const order = await database.orders.find({ storeId, orderId });
  const product = await database.managedProducts.find({ storeId, product: productId(merchant, "poster") });
  const [subscription] = await database.subscriptions.list(storeId);
  const [event] = await database.events.list(storeId, 1);
  if (!order || !product || !subscription || !event) throw new Error("The scene is incomplete.");

  async function join(who: string, role: Role, store = storeId) {
    const id = `person_${newToken().slice(0, 20)}`;
    const person = await database.people.add({ id, email: at(who), storeId: store, role });
    await database.people.setPassword(person.id, passwordHash);
    return person;
  }
  async function callerAs(who: string, role: Role, store = storeId): Promise<Caller & { id: string }> {
    const { id, email } = await join(who, role, store);
    const session = newToken();
    await database.dashboardSessions.start(session, id);
    const visitor = createVisitor(world);
    visitor.cookies.set("counterpart-session", session);
    const { text } = await visitor.get("/dashboard/account");
    const { form_token: formToken = "" } = hiddenFields(text, "/dashboard/sign-out");
    return { visitor, id, email, formToken };
  }
  const visitor = createVisitor(world);
  const { text } = await visitor.get("/dashboard/sign-in");
  const { form_token: formToken = "" } = hiddenFields(text, "/dashboard/sign-in");
  const owner = await callerAs("owner", "owner");
  const ended = await callerAs("ended", "owner");
  const by = { kind: "person", id: owner.id } as const;
  await database.people.remove({ storeId, personId: ended.id }, by);

  const colleague = await join("colleague", "staff");
  const invited = { storeId, email: at("invited"), role: "owner" } as const;
  const { invitation, link } = await invite(database, invited, { clock: () => world.clock.now, by });
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  const ids = {
    ...{ store: slug, orderId, refundId, returnId, differenceId },
    ...{ productId: product._id, subscriptionId: subscription.id },
    paymentId: payments[0]?.id ?? "",
    ...{
      rateId,
      codeId,
      keyId,
      endpointId,
      eventId: event.id,
      personId: colleague.id,
      invitationId: invitation.id,
    },
  };
  return {
    merchant,
    home,
    callers: {
      anonymous: { visitor, email: "", formToken },
      ended,
      stranger: await callerAs("stranger", "owner", other.store.id),
      readOnly: await callerAs("read-only", "read_only"),
      staff: await callerAs("staff", "staff"),
      owner,
    },
    ids,
    customerEmail,
    productName: product.name,
    paymentId: order.payments[0]?.id ?? "",
    versions: { fulfilment: fulfilmentVersion(order), product: product.version },
    keyLabel,
    rateName,
    codeName,
    endpointUrl,
    colleague: colleague.email,
    invitation: { email: invitation.email, token },
    contents: [
      ...Object.values({ ...ids, store: storeId }),
      ...[
        customerEmail,
        product.name,
        keyLabel,
        rateName,
        codeName,
        endpointUrl,
        colleague.email,
        invitation.email,
      ],
    ],
  };
}
