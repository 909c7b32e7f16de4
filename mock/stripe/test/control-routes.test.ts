import { expect, it } from "vitest";
import { nowSeconds, order, startStandIn } from "./helpers/start-stand-in.ts";

async function start() {
  const standIn = await startStandIn();
  const post = async (path: string, body: object) => {
    const response = await fetch(`${standIn.url}/_test${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ...standIn, post };
}

it("200 moves the clock", async () => {
  const { stripe, post } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  expect(await post("/clock/advance", { seconds: 24 * 3600 })).toEqual({ status: 200, body: {} });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
});

it("200 moves the clock that responses and signatures show", async () => {
  const { stripe, post, control } = await start();
  await post("/clock/advance", { seconds: 24 * 3600 });
  const { lastResponse } = await stripe.customers.create({});
  expect(Date.parse(lastResponse.headers.date ?? "")).toBe((nowSeconds + 24 * 3600) * 1000);
  const expires_at = Math.floor(Date.parse(lastResponse.headers.date ?? "") / 1000) + 31 * 60;
  expect(await stripe.checkout.sessions.create({ ...order(), expires_at })).toMatchObject({ status: "open" });
  expect(control.events("checkout.session.expired")).toEqual([]);
});

it("200 settles a bank debit", async () => {
  const { stripe, control, post } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  await control.pay(id, { email: "ada@example.com", paid: "later" });
  expect((await post(`/sessions/${id}/settle`, { outcome: "succeed" })).status).toBe(200);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
});

it("200 refunds a payment, a part of it or all", async () => {
  const { stripe, control, post } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  await control.pay(id, { email: "ada@example.com" });
  expect((await post("/refunds", { id, amount: 100 })).body).toMatchObject({ object: "refund", amount: 100 });
  expect((await post("/refunds", { id })).body).toMatchObject({ amount: 4700 });
  expect(await post("/refunds", { id })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("already been refunded") },
  });
});

it("200 lets a refund fail", async () => {
  const { stripe, control, post } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  await control.pay(id, { email: "ada@example.com" });
  const refund = await control.refund(id);
  expect((await post(`/refunds/${refund.id}/fail`, {})).body).toMatchObject({ status: "failed" });
});

it("200 disputes a payment, and decides the dispute", async () => {
  const { stripe, control, post } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  await control.pay(id, { email: "ada@example.com" });
  const dispute = { id, reason: "duplicate", amount: 100, isInquiry: true };
  const opened = (await post("/disputes", dispute)).body;
  expect(opened).toMatchObject({ status: "warning_needs_response", reason: "duplicate", amount: 100 });
  const [event] = control.events("charge.dispute.created");
  const { id: disputeId = "" } = (event?.data.object ?? {}) as { id?: string };
  const closed = (await post(`/disputes/${disputeId}`, { status: "warning_closed" })).body;
  expect(closed).toMatchObject({ object: "dispute", status: "warning_closed" });
  expect((await post(`/disputes/${disputeId}`, { status: "gone" })).status).toBe(400);
});

it("400 for an invalid body, 404 for an unknown session", async () => {
  const { post } = await start();
  expect((await post("/clock/advance", { minutes: 1 })).status).toBe(400);
  expect((await post("/sessions/cs_unknown/settle", { outcome: "fail" })).status).toBe(404);
});
