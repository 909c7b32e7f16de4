import { expect, it } from "vitest";
import { nowSeconds, order, startStandIn, subscriptionOrder } from "../helpers/start-stand-in.ts";

const email = "ada@example.com";

it("200 lists the sessions created within a range", async () => {
  const { stripe, control } = await startStandIn();
  const older = await stripe.checkout.sessions.create(order());
  await control.advance(600);
  const newer = await stripe.checkout.sessions.create(order());
  const idsIn = async (created: { gte?: number; lte?: number }) =>
    (await stripe.checkout.sessions.list({ created })).data.map(({ id }) => id);
  expect(await idsIn({ gte: nowSeconds })).toEqual([newer.id, older.id]);
  expect(await idsIn({ gte: nowSeconds + 1 })).toEqual([newer.id]);
  expect(await idsIn({ lte: nowSeconds + 599 })).toEqual([older.id]);
});

it("200 continues after a session that is no longer open, so that no page of open sessions is lost", async () => {
  const { stripe, control } = await startStandIn();
  for (let n = 0; n < 5; n++) await stripe.checkout.sessions.create(order());
  const first = await stripe.checkout.sessions.list({ status: "open", limit: 2 });
  const cursor = first.data.at(-1)?.id ?? "";
  await control.pay(cursor, { email });
  const second = await stripe.checkout.sessions.list({ status: "open", limit: 2, starting_after: cursor });
  const third = await stripe.checkout.sessions.list({
    status: "open",
    limit: 2,
    starting_after: second.data.at(-1)?.id ?? "",
  });
  expect([first.has_more, second.has_more, third.has_more]).toEqual([true, true, false]);
  expect(new Set([...first.data, ...second.data, ...third.data].map(({ id }) => id)).size).toBe(5);
});

it.each([0, 101])("400 for a limit of %i", async (limit) => {
  const { stripe } = await startStandIn();
  await expect(stripe.checkout.sessions.list({ limit })).rejects.toMatchObject({ param: "limit" });
});

it("200 lists the events of 30 days, the newest first, page by page in either direction", async () => {
  const { stripe, control } = await startStandIn();
  for (let n = 0; n < 2; n++) {
    await control.pay((await stripe.checkout.sessions.create(order())).id, { email });
  }
  const all = control.events().map(({ id }) => id);
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  expect(all.length).toBeGreaterThan(4);
  const newest = await stripe.events.list({ limit: 2 });
  expect([ids(newest), newest.has_more]).toEqual([all.slice(-2).reverse(), true]);
  const next = await stripe.events.list({ limit: 2, starting_after: newest.data[1]?.id ?? "" });
  expect(ids(next)).toEqual(all.slice(-4, -2).reverse());
  // Those right before a cursor, and not the newest of all.
  const before = await stripe.events.list({ limit: 2, ending_before: all[0] ?? "" });
  expect([ids(before), before.has_more]).toEqual([all.slice(1, 3).reverse(), true]);
  const last = await stripe.events.list({ limit: 100, ending_before: all[2] ?? "" });
  expect([ids(last), last.has_more]).toEqual([all.slice(3).reverse(), false]);
  await control.advance(30 * 24 * 60 * 60);
  expect((await stripe.events.list()).data.some(({ id }) => all.includes(id))).toBe(false);
  for (const cursor of [{ ending_before: all[0] ?? "" }, { starting_after: all[0] ?? "" }]) {
    await expect(stripe.events.list(cursor)).rejects.toMatchObject({ code: "resource_missing" });
  }
  await expect(stripe.events.retrieve(all[0] ?? "")).rejects.toMatchObject({ code: "resource_missing" });
});

it("200 lists events by type and time, of one account", async () => {
  const { stripe, control } = await startStandIn();
  const stripeAccount = "acct_other";
  const session = await stripe.checkout.sessions.create(order(), { stripeAccount });
  await control.pay(session.id, { email });
  await control.advance(60);
  await control.refund(session.id, 100);
  const typesOf = async (filter: Parameters<typeof stripe.events.list>[0]) =>
    (await stripe.events.list({ limit: 100, ...filter }, { stripeAccount })).data.map(({ type }) => type);
  expect((await stripe.events.list()).data).toEqual([]);
  expect(await typesOf({ type: "checkout.session.*" })).toEqual(["checkout.session.completed"]);
  expect(await typesOf({ types: ["charge.refunded", "charge.succeeded"] })).toEqual([
    "charge.refunded",
    "charge.succeeded",
  ]);
  expect(await typesOf({ created: { gte: nowSeconds + 1 } })).toContain("charge.refunded");
  expect(await typesOf({ created: { gte: nowSeconds + 1 } })).not.toContain("charge.succeeded");
  const types = Array.from({ length: 21 }, (_, n) => `charge.${n}`);
  await expect(stripe.events.list({ types })).rejects.toMatchObject({ param: "types" });
});

it("200 lists subscriptions that aren't canceled, or by status, and their invoices", async () => {
  const { stripe, control } = await startStandIn();
  const subscriptions: string[] = [];
  for (let n = 0; n < 2; n++) {
    const session = await stripe.checkout.sessions.create(subscriptionOrder());
    await control.pay(session.id, { email });
    subscriptions.unshift(String((await stripe.checkout.sessions.retrieve(session.id)).subscription));
  }
  const [kept = "", canceled = ""] = subscriptions;
  await control.cancelSubscription(canceled);
  const idsOf = async (filter: Parameters<typeof stripe.subscriptions.list>[0]) =>
    (await stripe.subscriptions.list(filter)).data.map(({ id }) => id);
  expect(await idsOf({})).toEqual([kept]);
  expect(await idsOf({ status: "all" })).toEqual([kept, canceled]);
  expect(await idsOf({ status: "canceled" })).toEqual([canceled]);
  expect(await idsOf({ status: "ended" })).toEqual([canceled]);
  await control.advance(32 * 24 * 60 * 60);
  const paid = await stripe.invoices.list({ subscription: kept, status: "paid", expand: ["data.payments"] });
  expect(paid.data.map(({ payments }) => payments?.data.length)).toEqual([1, 1]);
  expect((await stripe.invoices.list({ subscription: canceled })).data).toHaveLength(1);
  expect((await stripe.invoices.list({ subscription: kept, status: "open" })).data).toEqual([]);
});
