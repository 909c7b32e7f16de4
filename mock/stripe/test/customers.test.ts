import { expect, it } from "vitest";
import { order, startStandIn, subscribe, subscriptionOrder } from "./helpers/start-stand-in.ts";

const email = "ada@example.com";

it("200 pays twice with a customer that is known, and makes no other", async () => {
  const { stripe, control } = await startStandIn();
  const { id: customer, metadata } = await stripe.customers.create({ metadata: { member: "ada" } });
  expect(metadata).toEqual({ member: "ada" });
  for (let n = 0; n < 2; n++) {
    const session = await stripe.checkout.sessions.create(subscriptionOrder({ customer }));
    await control.pay(session.id, { email });
  }
  expect(control.events("customer.created")).toHaveLength(1);
  const subscription = { data: { object: { customer } } };
  expect(control.events("customer.subscription.created")).toMatchObject([subscription, subscription]);
});

it("200 updates a customer, and 404 for one that isn't there", async () => {
  const { stripe, control } = await startStandIn();
  const { id } = await stripe.customers.create({ email, metadata: { member: "ada" } });
  const updated = await stripe.customers.update(id, { email: "ada@example.org", metadata: { plan: "a" } });
  expect(updated).toMatchObject({ email: "ada@example.org", metadata: { member: "ada", plan: "a" } });
  const data = { previous_attributes: { email, metadata: { member: "ada" } } };
  expect(control.events("customer.updated")).toMatchObject([{ data }]);
  await expect(stripe.customers.update("cus_gone", {})).rejects.toMatchObject({ code: "resource_missing" });
});

it("200 ends a deleted customer's subscriptions, and says from then on that it was deleted", async () => {
  const standIn = await startStandIn();
  const { stripe, control } = standIn;
  const { customerId, subscriptionId, sessionId } = await subscribe(standIn);
  const deleted = { id: customerId, object: "customer", deleted: true };
  expect(await stripe.customers.del(customerId)).toMatchObject(deleted);
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
  expect(control.events("customer.deleted")).toHaveLength(1);
  const { customer } = await stripe.checkout.sessions.retrieve(sessionId, { expand: ["customer"] });
  expect(customer).toEqual(deleted);
});

it("400 resource_missing for a customer or a configuration in a parameter, 404 for one in the path", async () => {
  const { stripe } = await startStandIn();
  const missing = (statusCode: number, param: string) => ({ statusCode, code: "resource_missing", param });
  await expect(stripe.customers.del("cus_gone")).rejects.toMatchObject(missing(404, "id"));
  await expect(stripe.checkout.sessions.create(order({ customer: "cus_gone" }))).rejects.toMatchObject(
    missing(400, "customer"),
  );
  const { id: customer } = await stripe.customers.create();
  await expect(
    stripe.billingPortal.sessions.create({ customer, configuration: "bpc_gone" }),
  ).rejects.toMatchObject(missing(400, "configuration"));
});
