import { expect, it } from "vitest";
import { nowSeconds, order, startReceiver, startStandIn, subscribe } from "./helpers/start-stand-in.ts";

async function start() {
  const standIn = await startStandIn();
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${standIn.url}/_test${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ...standIn, ask };
}

it("pays, settles, refunds and expires over HTTP", async () => {
  const { stripe, ask } = await start();
  const { id } = await stripe.checkout.sessions.create(order());
  const paid = await ask("POST", `/sessions/${id}/pay`, { email: "ada@example.com", paid: "later" });
  expect(paid.body).toEqual({ redirect: `https://shop.example/thanks?session_id=${id}` });
  await ask("POST", `/sessions/${id}/settle`, { outcome: "succeed" });
  expect((await ask("POST", "/refunds", { id, amount: 100 })).body).toMatchObject({
    object: "refund",
    amount: 100,
  });
  expect((await ask("POST", `/sessions/${id}/expire`)).status).toBe(400);
});

it("holds and delivers webhooks over HTTP", async () => {
  const receiver = await startReceiver();
  const { stripe, ask } = await start();
  await ask("POST", "/webhooks", { mode: "held", endpoints: [receiver.endpoint] });
  const { id } = await stripe.checkout.sessions.create(order());
  await ask("POST", `/sessions/${id}/expire`);
  expect(receiver.events).toEqual([]);
  expect((await ask("GET", "/events")).body).toMatchObject([{ type: "checkout.session.expired" }]);
  await ask("POST", "/events/deliver", { times: 2 });
  expect(receiver.events).toHaveLength(2);
  expect((await ask("GET", "/deliveries")).body).toMatchObject([{ status: 200 }, { status: 200 }]);
});

it("moves the clock over HTTP", async () => {
  const { ask } = await start();
  expect((await ask("GET", "/clock")).body).toEqual({ now: "2026-11-02T12:00:00.000Z" });
  expect((await ask("POST", "/clock/advance", { seconds: 60 })).body).toEqual({
    now: "2026-11-02T12:01:00.000Z",
  });
});

it("plans and clears failures over HTTP", async () => {
  const { stripe, ask } = await start();
  await ask("POST", "/failures", { how: 503, requests: 2 });
  await expect(stripe.accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 503 });
  await ask("DELETE", "/failures");
  expect((await stripe.accounts.retrieveCurrent()).object).toBe("account");
  expect((await ask("GET", "/requests")).body).toMatchObject([{ status: 503 }, { status: 200 }]);
});

it("changes accounts and refuses renewals over HTTP", async () => {
  const standIn = await start();
  const { subscriptionId } = await subscribe(standIn);
  await standIn.ask("POST", "/accounts/acct_shop", { chargesEnabled: false, portalSettings: true });
  expect(await standIn.stripe.accounts.retrieve("acct_shop")).toMatchObject({ charges_enabled: false });
  await standIn.ask("POST", "/accounts/acct_shop", { access: false });
  await expect(standIn.stripe.accounts.retrieve("acct_shop")).rejects.toMatchObject({ statusCode: 403 });
  await standIn.ask("POST", `/subscriptions/${subscriptionId}/renewals`, { refused: true });
  await standIn.ask("POST", "/clock/advance", { seconds: 31 * 24 * 3600 });
  expect((await standIn.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("past_due");
});

it("delays answers, expires keys and denies rights over HTTP", async () => {
  const { stripe, ask } = await start();
  await ask("POST", "/delay", { ms: 1 });
  await ask("POST", "/keys", { lack: ["account_read"] });
  await expect(stripe.accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 403 });
  await ask("POST", "/keys", { expired: true, lack: [] });
  await expect(stripe.accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 401 });
  await ask("POST", "/keys", { expired: false });
  expect((await stripe.accounts.retrieveCurrent()).object).toBe("account");
});

it("opens and decides disputes, fails refunds and ends dunning over HTTP", async () => {
  const { stripe, control, ask } = await start();
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email: "ada@example.com" });
    ids.push(id);
  }
  await ask("POST", "/disputes", { id: ids[0], reason: "duplicate" });
  const [dispute] = (await stripe.disputes.list()).data;
  expect((await ask("POST", `/disputes/${dispute?.id}`, { status: "won" })).body).toMatchObject({
    reason: "duplicate",
    status: "won",
  });
  await ask("POST", "/refunds", { id: ids[1] });
  const [refund] = (await stripe.refunds.list()).data;
  expect((await ask("POST", `/refunds/${refund?.id}/fail`)).body).toMatchObject({ status: "failed" });
  expect((await ask("POST", "/dunning", { endsIn: "unpaid" })).status).toBe(200);
});

it("400 for a wish that it doesn't understand, 404 for something unknown", async () => {
  const { ask } = await start();
  expect((await ask("POST", "/clock/advance", { minutes: 1 })).status).toBe(400);
  expect((await ask("POST", "/events/deliver", { ids: ["evt_unknown"] })).status).toBe(404);
  expect((await ask("POST", "/sessions/cs_unknown/pay", { email: "ada@example.com" })).status).toBe(404);
});

it("knows no key, so that none can be read", async () => {
  const { stripe, ask } = await start();
  await stripe.accounts.retrieveCurrent();
  expect(JSON.stringify((await ask("GET", "/requests")).body)).not.toContain("sk_test");
  expect(nowSeconds).toBeGreaterThan(0);
});
