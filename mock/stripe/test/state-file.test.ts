import { once } from "node:events";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createStripeStandIn, type StandInOptions } from "../stand-in.ts";
import { day, noon, order, startReceiver, submit, subscriptionOrder } from "./helpers/start-stand-in.ts";
import { temporaryFolder } from "./helpers/temporary-folder.ts";

const email = "ada@example.com";

async function newFile(): Promise<string> {
  return path.join(await temporaryFolder(), "data", "shop.stripe-stand-in.json");
}

/** A stand-in that continues from the state file of an earlier one. */
async function start(stateFile: string, options: StandInOptions & { atMs?: number } = {}) {
  const { atMs = noon.getTime(), ...others } = options;
  const standIn = createStripeStandIn({ clock: { now: () => atMs }, stateFile, ...others });
  const listening = await standIn.listen();
  onTestFinished(listening.close);
  const { host, port } = listening;
  const stripe = new Stripe("sk_test_counterpart", {
    host,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { ...listening, control: standIn.control, stripe };
}

describe("after a restart", () => {
  it("the page of an open session works at the same address, and takes the payment", async () => {
    const file = await newFile();
    const before = await start(file);
    const { id, url } = await before.stripe.checkout.sessions.create(order());
    await before.close();
    const after = await start(file);
    expect([before.isContinued, after.isContinued]).toEqual([false, true]);
    expect(after.port).toBe(before.port);
    expect((await submit(String(url), { email, outcome: "pay" })).status).toBe(303);
    expect(await after.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: "paid" });
  });

  it("the pages move to another port when theirs is taken", async () => {
    const file = await newFile();
    const before = await start(file);
    const { id } = await before.stripe.checkout.sessions.create(order());
    await before.close();
    const other = createServer().listen(before.port, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const after = await start(file);
    expect(after.port).not.toBe(before.port);
    const { url } = await after.stripe.checkout.sessions.retrieve(id);
    expect(url).toBe(`${after.url}/pay/${id}`);
    expect((await fetch(String(url))).status).toBe(200);
  });

  it("everything that was paid, refunded and disputed is as it was, on every account", async () => {
    const file = await newFile();
    const before = await start(file);
    const stripeAccount = "acct_shop";
    const { id } = await before.stripe.checkout.sessions.create(order(), { stripeAccount });
    await before.control.pay(id, { email, card: "4000000000000259" });
    const subscribed = await before.stripe.checkout.sessions.create(subscriptionOrder());
    await before.control.pay(subscribed.id, { email });
    await before.control.refund(subscribed.id, 100);
    const sent = before.control.events();
    const [opened] = before.control.events("charge.dispute.created");
    const { id: disputeId = "" } = (opened?.data.object ?? {}) as { id?: string };
    const tellAll = async ({ stripe }: typeof before) => [
      await stripe.checkout.sessions.list({ expand: ["data.customer", "data.subscription.latest_invoice"] }),
      await stripe.checkout.sessions.list(
        { expand: ["data.payment_intent.latest_charge"] },
        { stripeAccount },
      ),
      await stripe.invoicePayments.list(),
      await stripe.refunds.list(),
      await stripe.disputes.retrieve(disputeId, {}, { stripeAccount }),
    ];
    const known = JSON.stringify(await tellAll(before));
    await before.close();
    const after = await start(file);
    expect(JSON.stringify(await tellAll(after))).toBe(known);
    expect(after.control.events()).toEqual(JSON.parse(JSON.stringify(sent)));
  });

  it("an idempotency key is answered as before", async () => {
    const file = await newFile();
    const before = await start(file);
    const session = await before.stripe.checkout.sessions.create(order(), { idempotencyKey: "one" });
    await before.close();
    const after = await start(file);
    const again = await after.stripe.checkout.sessions.create(order(), { idempotencyKey: "one" });
    expect(again.id).toBe(session.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  it("everything scheduled happens: sessions expire, subscriptions renew, refunds fail, invoices count on", async () => {
    const file = await newFile();
    const before = await start(file);
    const { id: open } = await before.stripe.checkout.sessions.create(order());
    const { id: subscribed } = await before.stripe.checkout.sessions.create(subscriptionOrder());
    await before.control.pay(subscribed, { email });
    const { id: once } = await before.stripe.checkout.sessions.create(order());
    await before.control.pay(once, { email, card: "4000000000005126" });
    await before.control.refund(once);
    const numberOf = ({ data }: { data: object }) => (data as { object: { number: string } }).object.number;
    const [first = ""] = before.control.events("invoice.paid").map(numberOf);
    await before.close();
    const after = await start(file, { atMs: noon.getTime() + 32 * day * 1000 });
    await after.control.advance(0);
    expect((await after.stripe.checkout.sessions.retrieve(open)).status).toBe("expired");
    expect((await after.stripe.refunds.list()).data[0]?.status).toBe("failed");
    expect(after.control.events("invoice.paid").map(numberOf)).toEqual([
      first,
      first.replace("0001", "0002"),
    ]);
  });

  it("a renewal that was refused is tried again, and a draft is collected", async () => {
    const file = await newFile();
    const before = await start(file);
    const { id } = await before.stripe.checkout.sessions.create(subscriptionOrder());
    await before.control.pay(id, { email, card: "4000000000000341" });
    await before.control.advance(30 * day + 60);
    const { subscription } = await before.stripe.checkout.sessions.retrieve(id);
    const stateIn = ({ stripe }: typeof before) =>
      stripe.subscriptions.retrieve(String(subscription), { expand: ["latest_invoice"] });
    expect(await stateIn(before)).toMatchObject({ status: "active", latest_invoice: { status: "draft" } });
    await before.close();
    const between = await start(file);
    await between.control.advance(3600);
    expect(await stateIn(between)).toMatchObject({ status: "past_due", latest_invoice: { status: "open" } });
    await between.close();
    const after = await start(file);
    await after.control.advance(20 * day);
    expect((await stateIn(after)).status).toBe("canceled");
  });

  it("an event that wasn't accepted is sent again, and an accepted one isn't", async () => {
    const file = await newFile();
    const receiver = await startReceiver();
    const before = await start(file, { webhooks: [receiver.endpoint] });
    const { id: first } = await before.stripe.checkout.sessions.create(order());
    await before.stripe.checkout.sessions.expire(first);
    await before.control.idle();
    receiver.answers.push(500);
    const { id: second } = await before.stripe.checkout.sessions.create(order());
    await before.stripe.checkout.sessions.expire(second);
    await before.control.idle();
    await before.close();
    receiver.events.length = 0;
    const after = await start(file, { webhooks: [receiver.endpoint] });
    await after.control.idle();
    expect(receiver.events).toMatchObject([{ data: { object: { id: second } } }]);
  });
});

describe("the file", () => {
  it("is readable by its owner only, is always complete, and contains no key", async () => {
    const file = await newFile();
    const { stripe } = await start(file);
    for (let n = 0; n < 20; n++) await stripe.checkout.sessions.create(order());
    await vi.waitFor(async () => expect(await readFile(file, "utf8")).toContain("cs_test_"), 10_000);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ format: 4 });
    expect(await readFile(file, "utf8")).not.toContain("sk_test");
    await vi.waitFor(
      async () => expect(await readdir(path.dirname(file))).toEqual([path.basename(file)]),
      10_000,
    );
  });

  it.each([
    ["cut off", '{"format":4,"port":'],
    ["of another format", '{"format":99}'],
    ["no object", "null"],
  ])("that is %s makes it start empty and log why", async (_how, text) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const file = path.join(await temporaryFolder(), "state.json");
    await writeFile(file, text);
    await chmod(file, 0o600);
    const { stripe, isContinued, close } = await start(file);
    expect(isContinued).toBe(false);
    expect(warn.mock.calls.flat().join()).toContain("starts with an empty state");
    const { id } = await stripe.checkout.sessions.create(order());
    await close();
    const after = await start(file);
    expect((await after.stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });
});
