import { expect, it } from "vitest";
import { order, startStandIn, subscribe, subscriptionOrder } from "../helpers/start-stand-in.ts";

const email = "ada@example.com";

it("200 pays with a customer that is known, who stays one", async () => {
  const { stripe, control } = await startStandIn();
  const { id: customer } = await stripe.customers.create({ email, metadata: { member: "ada" } });
  for (let n = 0; n < 2; n++) {
    const session = await stripe.checkout.sessions.create(subscriptionOrder({ customer }));
    expect(session).toMatchObject({ customer, customer_creation: null });
    await control.pay(session.id, { email });
  }
  expect((await stripe.customers.list()).data).toHaveLength(1);
  expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(2);
});

it("200 writes name and address of a known customer anew only when asked to", async () => {
  const { stripe, control } = await startStandIn();
  const { id: customer } = await stripe.customers.create({ email, name: "Ada" });
  const shipping = { name: "Ada Lovelace", address: { ...nowhere, country: "IE", line1: "Quay 1" } };
  const countries = { shipping_address_collection: { allowed_countries: ["IE" as const] } };
  const silent = await stripe.checkout.sessions.create(order({ customer, ...countries }));
  await control.pay(silent.id, { email, shipping });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ name: "Ada", shipping: null });
  const asked = await stripe.checkout.sessions.create(
    order({ customer, ...countries, customer_update: { name: "auto", shipping: "auto" } }),
  );
  await control.pay(asked.id, { email, shipping });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ name: "Ada Lovelace", shipping });
});

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

it("200 ends a deleted customer's subscriptions, and says from then on that it was deleted", async () => {
  const standIn = await startStandIn();
  const { stripe, control } = standIn;
  const { customerId, subscriptionId, sessionId } = await subscribe(standIn);
  const deleted = { id: customerId, object: "customer", deleted: true };
  expect(await stripe.customers.del(customerId)).toMatchObject(deleted);
  expect(await stripe.customers.retrieve(customerId)).toMatchObject(deleted);
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
  expect(control.events("customer.deleted")).toHaveLength(1);
  const { customer } = await stripe.checkout.sessions.retrieve(sessionId, { expand: ["customer"] });
  expect(customer).toEqual(deleted);
  await expect(stripe.customers.update(customerId, { name: "Ada" })).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
});

it("400 resource_missing for a customer or a configuration that a parameter names, 404 for one in the address", async () => {
  const { stripe } = await startStandIn();
  const missing = (statusCode: number, param: string) => ({ statusCode, code: "resource_missing", param });
  await expect(stripe.customers.retrieve("cus_gone")).rejects.toMatchObject(missing(404, "id"));
  await expect(stripe.checkout.sessions.create(order({ customer: "cus_gone" }))).rejects.toMatchObject(
    missing(400, "customer"),
  );
  const { id: customer } = await stripe.customers.create();
  await expect(
    stripe.billingPortal.sessions.create({ customer, configuration: "bpc_gone" }),
  ).rejects.toMatchObject(missing(400, "configuration"));
});

it("400 for what contradicts a known customer", async () => {
  const { stripe } = await startStandIn();
  const { id: customer } = await stripe.customers.create();
  await expect(
    stripe.checkout.sessions.create(order({ customer, customer_creation: "always" })),
  ).rejects.toMatchObject({ statusCode: 400, param: "customer_creation" });
  await expect(
    stripe.checkout.sessions.create(order({ customer_update: { name: "auto" } })),
  ).rejects.toMatchObject({ statusCode: 400, param: "customer_update" });
});
