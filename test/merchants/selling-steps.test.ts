import { send } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seenField, textsOf } from "../../server/dashboard/pages/settings/setting-texts.ts";
import type { Store } from "../../server/database/queries/stores.ts";
import { problemsOf, type SellingStep } from "../../server/merchants/payments/selling-steps.ts";
import { signedIn } from "../dashboard/dashboard-visitor.ts";
import { cartWith, openCheckout } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let count = 0;
const alone = (changes: Partial<Store> = {}) =>
  world.merchant({ stripeAccount: `acct_steps${++count}`, ...changes });

const account = ({ store }: Merchant) => store.stripeAccount ?? "";

async function stepsOf({ store }: Merchant): Promise<SellingStep[]> {
  const now = await world.services.database.stores.get(store.id);
  return world.services.sellingSteps(now);
}

/** Its steps that aren't done, and need to be. */
async function missing(merchant: Merchant): Promise<string[]> {
  return (await stepsOf(merchant)).flatMap(({ step, isDone, isOptional }) =>
    isDone || isOptional ? [] : [step],
  );
}

/** What the API says. */
async function isConfigured(merchant: Merchant): Promise<boolean[]> {
  const paths = ["/v1/catalog", "/v1/products/store"];
  const answers = await Promise.all(paths.map((path) => send(world, "GET", path, { key: merchant.key })));
  return answers.map(({ body }) => {
    const { data } = body as {
      data: { paymentsConfigured?: boolean; store?: { paymentsConfigured: boolean } };
    };
    return (data.store?.paymentsConfigured ?? data.paymentsConfigured) as boolean;
  });
}

async function dashboard({ store }: Merchant) {
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const path = `/dashboard/stores/${store.slug}`;
  return { owner, path, text: async (page = "") => (await owner.get(path + page)).text };
}

const noTax = "isn’t set up for tax";
const plain = (text: string) => text.replaceAll("&#39;", "’").replaceAll("'", "’");

describe("tax that the account can't calculate", () => {
  test("is missing in the steps, the dashboard and the API, until the account is set up", async () => {
    const merchant = await alone({ tax: "inclusive" });
    expect(await isConfigured(merchant)).toEqual([true, true]);
    expect(await missing(merchant)).toEqual(["tax"]);
    expect(await isConfigured(merchant)).toEqual([false, false]);
    const { text } = await dashboard(merchant);
    const overview = plain(await text());
    expect(overview.slice(overview.indexOf("Needs attention"))).toContain(noTax);
    expect(overview).toContain("1 step before the store can sell");
    const payments = plain(await text("/payments"));
    expect([payments.includes("Accepts payments"), payments.includes(noTax)]).toEqual([false, true]);
    world.stripe.setTaxOrigin(account(merchant), "IE");
    expect(plain(await text())).not.toContain(noTax);
    expect(await isConfigured(merchant)).toEqual([true, true]);
  });

  test("is noticed by a refused checkout, and a checkout notices the end of it", async () => {
    const merchant = await alone({ tax: "exclusive" });
    const cartId = await cartWith(merchant, { font: 1 });
    expect((await openCheckout(merchant, cartId)).response.status).toBe(409);
    expect(await isConfigured(merchant)).toEqual([false, false]);
    world.stripe.setTaxOrigin(account(merchant), "IE");
    expect((await openCheckout(merchant, cartId)).response.status).toBe(200);
    expect(await isConfigured(merchant)).toEqual([true, true]);
  });

  test("isn't saved, and is saved once the account is set up", async () => {
    const merchant = await alone();
    const { owner, path } = await dashboard(merchant);
    const save = () => {
      const { currency } = merchant.store;
      return owner.submit(`${path}/settings`, `${path}/settings`, {
        ...{ section: "selling", tax: "exclusive", currency },
        seen: seenField(textsOf(merchant.store), "selling"),
      });
    };
    const refused = await save();
    expect([refused.status, plain(refused.text).includes(noTax)]).toEqual([400, true]);
    expect(await world.services.database.stores.get(merchant.store.id)).toMatchObject({ tax: "off" });
    world.stripe.setTaxOrigin(account(merchant), "IE");
    expect((await save()).status).toBe(303);
    expect(await world.services.database.stores.get(merchant.store.id)).toMatchObject({ tax: "exclusive" });
  });

  test("counts as last seen while the provider doesn't answer", async () => {
    const merchant = await alone({ tax: "inclusive" });
    await missing(merchant);
    world.stripe.fail({ path: "/v1/tax/settings", how: 500, requests: 1 });
    expect(await missing(merchant)).toEqual(["tax"]);
    world.stripe.clearFailures();
  });
});

describe("the account", () => {
  test("that may not take payments is missing, also the operator's own", async () => {
    const merchant = await alone();
    expect(await missing(merchant)).toEqual([]);
    world.stripe.setAccount(account(merchant), { chargesEnabled: false });
    expect(await missing(merchant)).toEqual(["payments"]);
    expect((await missing(await world.merchant())).includes("payments")).toBe(false);
  });

  test("doesn't stop the store's steps while the provider doesn't answer", async () => {
    const merchant = await alone();
    world.stripe.fail({ path: "/v1/accounts", how: "drop", when: "before", requests: 1 });
    expect(await missing(merchant)).toEqual([]);
    world.stripe.clearFailures();
  });
});

test("a key that only changes the catalog doesn't sell", async () => {
  const { database } = world.services;
  const merchant = await alone();
  for (const { id } of await database.keys.list(merchant.store.id)) {
    await database.keys.revoke(id);
  }
  await database.keys.create({ storeId: merchant.store.id, label: "ERP", scopes: ["catalog"] });
  expect(await missing(merchant)).toEqual([]);
  merchant.store =
    (await database.stores.update(merchant.store.slug, { hasProductPages: false })) ?? merchant.store;
  expect(await missing(merchant)).toEqual(["key"]);
});

test("shipping rates for no country that the store ships to stop the store", async () => {
  const merchant = await alone({ shipsTo: ["ie"] });
  const { id: storeId, currency } = merchant.store;
  const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: ["us"] };
  await world.services.database.shippingRates.add({ storeId, currency }, rate);
  expect(await missing(merchant)).toEqual(["shipping"]);
  expect(problemsOf(await stepsOf(merchant))).toEqual([expect.stringContaining("nothing can be shipped")]);
  const { text } = await dashboard(merchant);
  for (const page of ["", "/shipping", "/payments"]) {
    expect(await text(page), page).toContain("nothing can be shipped");
  }
});

test("mails to buyers are an optional step", async () => {
  const step = (await stepsOf(await alone())).find(({ step }) => step === "buyer_emails");
  expect(step).toMatchObject({ isDone: false, isOptional: true, problem: null });
  const mailed = (await stepsOf(await alone({ emailsBuyers: true }))).find(
    ({ step }) => step === "buyer_emails",
  );
  expect(mailed?.problem).toContain("no mail server");
});
