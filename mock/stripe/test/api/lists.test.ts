import { expect, it } from "vitest";
import { nowSeconds, order, startStandIn } from "../helpers/start-stand-in.ts";

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

it("400 for a limit over 100", async () => {
  const { stripe } = await startStandIn();
  await expect(stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
});
