import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { recordDispute } from "../../../server/database/queries/orders/record-dispute.ts";
import { recordPayments } from "../../../server/database/queries/orders/record-payments.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import type { Outcome } from "../../../server/database/queries/sessions/checkout-sessions.ts";
import type { SnapshotLine } from "../../../server/domain/checkout.ts";
import { openState, paidOutcome, shippingAddress } from "../../helpers/data/sessions.ts";
import { type Cli, openCli } from "../cli-harness.ts";

const now = Date.parse("2026-01-15T10:00:00Z");

let cli: Cli;
let database: Database;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  database = await cli.openDatabase();
  return () => database.close();
});
afterAll(() => cli.close());

/** Both for nothing. */
const rates = ["Standard", "Express"].map((name) => ({ rateId: name, name, priceInCents: 0, days: null }));

const poster: SnapshotLine = {
  ...{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 },
  options: [{ name: "Paper", value: "Sea grey" }],
};

async function sell(id: string, outcome: Outcome, createdAt: number, lines = [poster]): Promise<void> {
  await database.checkoutSessions.begin({
    ...openState,
    id,
    storeId,
    cartId: "cart_1",
    providerId: null,
    mode: "payment",
    lines,
    total: 4800,
    offers: { shipping: rates, takesCodes: false, tax: "off" },
    currency: "eur",
    memberId: null,
    createdAt,
    expiresAt: createdAt + 31 * 60_000,
    account: null,
  });
  await database.checkoutSessions.settle(id, outcome, createdAt);
}

const rowOf = (text: string, at: number) => text.trim().split("\n")[at] ?? "";

test("orders list shows the payment's outcome, the shipping address, and disputes", async () => {
  expect((await cli.run("orders", "list", "--store", "shop")).stdout).toContain("no orders yet");
  const paid = paidOutcome("pi_1", 4800, now);
  const unpaid: Outcome = { ...paid, paymentStatus: "unpaid", paid: null, payments: [] };
  await sell("chk_1", { ...paid, shippingChoice: { index: 1, priceInCents: 0 } }, now);
  await sell("chk_2", { ...unpaid, paymentId: "pi_2", paymentOutcome: "pending" }, now + 1000);
  await sell("chk_3", { ...unpaid, paymentId: "pi_3", paymentOutcome: "failed" }, now + 2000);
  await sell("chk_4", paidOutcome("pi_4", 4000, now + 3000), now + 3000);
  await database.providerEvents.accept({ id: "evt_1", type: "charge.dispute.created" }, async (db) => {
    const refund = { id: "re_1", paymentId: "pi_1", amount: 1000, currency: "eur", createdAt: now + 4000 };
    const refunds = [{ ...refund, status: "succeeded" as const }];
    await recordRefunds(db, { paymentId: "pi_1", refunded: 1000, refunds, fetchedAt: now }, now);
    await recordDispute(
      db,
      {
        id: "du_1",
        paymentId: "pi_1",
        account: null,
        status: "needs_response",
        reason: "fraudulent",
        amount: 4800,
        currency: "eur",
        openedAt: now + 5000,
        dueAt: now + 6000,
        fetchedAt: now,
      },
      now,
    );
    const renewal = { id: "pi_5", invoiceId: "in_5", amount: 4000, currency: "eur", paidAt: now + 9000 };
    await recordPayments(db, { checkoutSessionId: "chk_4", account: null }, [renewal], now);
  });

  const list = await cli.ask("orders", "list", "--store", "shop");
  expect(list.map(({ paymentStatus }: { paymentStatus: string }) => paymentStatus)).toEqual([
    "paid",
    "failed",
    "pending",
    "paid",
  ]);
  expect(list[3]).toEqual({
    id: list[3].id,
    amounts: { subtotal: 4800, discount: 0, shipping: 0, tax: 0, total: 4800 },
    shippingRate: { name: "Express" },
    number: 1001,
    checkoutSessionId: "chk_1",
    cartId: "cart_1",
    subscriptionId: null,
    status: "partially_refunded",
    paymentId: "pi_1",
    paymentStatus: "paid",
    lines: [
      {
        ...{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 },
        options: [{ name: "Paper", value: "Sea grey" }],
      },
    ],
    total: 4800,
    paid: { amount: 4800, currency: "eur" },
    payments: [
      {
        id: "pi_1",
        invoiceId: null,
        amount: 4800,
        currency: "eur",
        paidAt: "2026-01-15T10:00:00.000Z",
        refunded: 1000,
      },
    ],
    refunded: 1000,
    refunds: [
      {
        id: "re_1",
        paymentId: "pi_1",
        amount: 1000,
        currency: "eur",
        status: "succeeded",
        createdAt: "2026-01-15T10:00:04.000Z",
        resolvedAt: null,
        lines: [],
        shipping: 0,
      },
    ],
    disputes: [
      {
        id: "du_1",
        paymentId: "pi_1",
        status: "needs_response",
        reason: "fraudulent",
        amount: 4800,
        currency: "eur",
        openedAt: "2026-01-15T10:00:05.000Z",
        dueAt: "2026-01-15T10:00:06.000Z",
      },
    ],
    currency: "eur",
    memberId: null,
    locale: null,
    customerEmail: "ines@reader.example",
    customerName: "Ines Duarte",
    customerPhone: "+351213465400",
    shippingAddress,
    metadata: {},
    fulfilledAt: null,
    tracking: null,
    parcels: [],
    restocked: [],
    returns: [],
    createdAt: "2026-01-15T10:00:00.000Z",
  });

  const tracking = { carrier: null, number: "RR123456785PT", url: null };
  await database.orders.fulfil({ storeId, orderId: list[0].id }, { fulfilled: true, tracking });
  const { stdout } = await cli.run("orders", "list", "--store", "shop");
  expect(rowOf(stdout, 0)).toMatch(/TOTAL +PAYMENT +REFUNDED +DISPUTED +FULFILLED$/);
  expect(rowOf(stdout, 1)).toMatch(/40\.00 eur +paid, 1 renewed +\d{4}-\d\d-\d\dT\S+ RR123456785PT$/);
  expect(rowOf(stdout, 2)).toMatch(/48\.00 eur +failed$/);
  expect(rowOf(stdout, 3)).toMatch(/48\.00 eur +pending$/);
  expect(rowOf(stdout, 4)).toMatch(
    /48\.00 eur +paid +10\.00 eur +needs_response \(fraudulent, answer by 2026-01-15\)$/,
  );
});

describe("one order", () => {
  const first = async () => (await cli.ask("orders", "list", "--store", "shop")).at(-1);

  test("orders show lists its payments, refunds and disputes", async () => {
    const { id } = await first();
    for (const reference of [id, "1001", "#1001"]) {
      expect(await cli.ask("orders", "show", reference, "--store", "shop")).toEqual({
        ...(await first()),
        paymentDifferences: [],
      });
    }
    const { stdout } = await cli.run("orders", "show", id, "--store", "shop");
    expect(stdout).toMatch(/^payments +pi_1 48\.00 eur 2026-01-15T10:00:00\.000Z$/m);
    expect(stdout).toMatch(/^refunds +re_1 10\.00 eur succeeded$/m);
    expect(stdout).toMatch(/^ships to +Ines Duarte, Rua da Bica 14, Lisboa, 1200-054, PT$/m);
    expect(stdout).toMatch(/^shipping rate +Express$/m);
  });

  test("orders fulfil marks it as sent with its tracking, and undoes that", async () => {
    const { id } = await first();
    const fulfil = (...options: string[]) => cli.ask("orders", "fulfil", id, "--store", "shop", ...options);
    const parcel = ["--number", "RR1", "--carrier", "CTT", "--url", "https://ctt.example/RR1"];
    expect(await fulfil(...parcel)).toMatchObject({
      fulfilledAt: expect.stringMatching(/Z$/),
      tracking: { number: "RR1", carrier: "CTT", url: "https://ctt.example/RR1" },
    });
    expect(await fulfil("--number", "RR2")).toMatchObject({
      tracking: { number: "RR2", carrier: null, url: null },
    });
    expect(await fulfil("--undo")).toMatchObject({ fulfilledAt: null, tracking: null });
    for (const wrong of [
      ["--carrier", "CTT"],
      ["--undo", "--number", "RR1"],
    ]) {
      expect(await cli.refusal("orders", "fulfil", id, "--store", "shop", ...wrong)).toMatchObject({
        exitCode: 2,
        code: "INVALID_REQUEST",
      });
    }
  });

  test("orders ship records parcels, by product id or all that is left", async () => {
    const { id } = await first();
    const ship = (...options: string[]) => cli.ask("orders", "ship", "1001", "--store", "shop", ...options);
    const partly = await ship("--item", "prod_1=1", "--number", "RR1");
    expect(partly).toMatchObject({
      fulfilledAt: null,
      parcels: [{ lines: [{ productId: "prod_1", quantity: 1 }], tracking: { number: "RR1" } }],
    });
    expect(await cli.refusal("orders", "ship", id, "--store", "shop", "--item", "prod_1=2")).toMatchObject({
      exitCode: 1,
      code: "CONFLICT",
    });
    for (const item of ["prod_1", "prod_1=0", "prod_2=1"]) {
      expect((await cli.refusal("orders", "ship", id, "--store", "shop", "--item", item)).exitCode).toBe(2);
    }
    expect((await ship()).parcels).toHaveLength(2);
    const { stdout } = await cli.run("orders", "show", id, "--store", "shop");
    expect(stdout).toMatch(
      /^parcels +parcel_\w+ \S+ 1 × Tide Poster – Sea grey RR1; parcel_\w+ \S+ 1 × Tide Poster – Sea grey$/m,
    );
    await cli.ask("orders", "fulfil", id, "--store", "shop", "--undo");
  });

  test("orders slip and pick-list fit 80 columns, and say what is left", async () => {
    const { id } = await first();
    const inShop = ["--store", "shop"];
    // One of two was sent above.
    const { parcels } = await cli.ask("orders", "show", id, ...inShop);
    const slip = await cli.run("orders", "slip", "1001", ...inShop);
    expect(slip.stdout).toBe(`S
Packing slip of order #1001, 2026-01-15
Shipping: Express

Ship to
  Ines Duarte
  Rua da Bica 14
  Lisboa
  1200-054
  PT

   1 ×  Tide Poster – Sea grey

Other items of this order are sent separately.
`);
    expect(await cli.ask("orders", "slip", id, ...inShop, "--parcel", parcels[0].id)).toMatchObject({
      number: 1001,
      lines: [{ productId: "prod_1", quantity: 1 }],
      isPart: true,
    });
    expect((await cli.refusal("orders", "slip", id, ...inShop, "--parcel", "parcel_0")).code).toBe(
      "NOT_FOUND",
    );
    const list = await cli.ask("orders", "pick-list", ...inShop);
    const waiting = list.lines[0].orders.find((order: { id: string }) => order.id === id);
    expect(waiting).toEqual({ id, number: 1001, shippingRate: { name: "Express" }, quantity: 1 });
    const { stdout } = await cli.run("orders", "pick-list", ...inShop);
    expect(stdout).toMatch(
      /^Pick list of S: \d+ items? of \d+ orders?\n\n +\d+ × {2}Tide Poster – Sea grey\n {8}#1001 \(Express\)/,
    );
    expect(Math.max(...`${slip.stdout}${stdout}`.split("\n").map((line) => line.length))).toBeLessThanOrEqual(
      80,
    );
  });

  test.each(["9999999999", "#99999999999"])(
    "%s is a number that no order has, and not an id",
    async (number) => {
      const refusal = await cli.refusal("orders", "show", number, "--store", "shop");
      expect(refusal).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
      expect(refusal.error).toContain(`no order ${number}`);
    },
  );

  test("orders return and receive-return record what comes back", async () => {
    const { id } = await first();
    const inShop = ["--store", "shop"];
    const returned = await cli.ask(
      "orders",
      "return",
      "1001",
      ...inShop,
      "--item",
      "prod_1=1",
      "--reason",
      "Torn",
    );
    expect(returned.returns).toMatchObject([{ reason: "Torn", receivedAt: null }]);
    const [{ id: returnId }] = returned.returns;
    const receive = ["orders", "receive-return", id, ...inShop, "--return"];
    expect((await cli.refusal(...receive, returnId, "--restock", "prod_1=1")).code).toBe("CONFLICT");
    expect((await cli.refusal(...receive, "return_0")).code).toBe("NOT_FOUND");
    expect((await cli.refusal(...receive, returnId, "--refund", "re_0")).code).toBe("CONFLICT");
    const received = await cli.ask(...receive, returnId, "--refund", "re_1");
    expect(received.returns).toMatchObject([{ receivedAt: expect.stringMatching(/Z$/), refundId: "re_1" }]);
    expect((await cli.refusal("orders", "return", id, ...inShop, "--item", "prod_1=2")).code).toBe(
      "CONFLICT",
    );
    const without = await cli.refusal("orders", "return", id, ...inShop);
    expect(without).toMatchObject({ exitCode: 2, error: expect.stringContaining("--item") });
    const wordy = ["--item", "prod_1=1", "--reason", "x".repeat(501)];
    const refused = await cli.refusal("orders", "return", id, ...inShop, ...wordy);
    expect(refused.error).toContain("at most 500 characters");
    const { stdout } = await cli.run("orders", "show", id, ...inShop);
    expect(stdout).toMatch(/^returns +return_\w+ 1 × Tide Poster – Sea grey received \S+Z re_1$/m);
  });

  test("has its address corrected in part", async () => {
    const correct = ["orders", "correct-address", "1002", "--store", "shop"];
    const { shippingAddress: before } = await cli.ask("orders", "show", "1002", "--store", "shop");
    for (const wrong of [[], ["--city", " "], ["--line1", "x".repeat(201)], ["--line2", "a\nb"]]) {
      expect(await cli.refusal(...correct, ...wrong)).toMatchObject({ exitCode: 2 });
    }
    const changed = await cli.ask(...correct, "--line1", "9 Quay Street", "--line2", "Flat 2");
    expect(changed.shippingAddress).toEqual({ ...before, line1: "9 Quay Street", line2: "Flat 2" });
    const { stdout } = await cli.run(...correct, "--line2", "");
    expect(stdout).toMatch(/^1002 ships to Ines Duarte, 9 Quay Street, /);
    expect(stdout).not.toContain("Flat");
  });

  test("isn't found in another store", async () => {
    const { id } = await first();
    await cli.ask("stores", "create", "--slug", "other", "--name", "O", "--currency", "eur");
    for (const command of ["show", "fulfil", "ship", "refund"]) {
      expect(await cli.refusal("orders", command, id, "--store", "other")).toMatchObject({
        exitCode: 1,
        code: "NOT_FOUND",
      });
    }
  });
});

test("orders list filters by status, fulfilment, buyer and day, and has pages", async () => {
  const list = (...options: string[]) => cli.ask("orders", "list", "--store", "shop", ...options);
  const sessionsOf = async (...options: string[]) =>
    (await list(...options)).map(({ checkoutSessionId }: { checkoutSessionId: string }) => checkoutSessionId);
  expect(await sessionsOf("--status", "pending")).toEqual(["chk_2"]);
  expect(await sessionsOf("--fulfilled")).toEqual(["chk_4"]);
  expect(await sessionsOf("--no-fulfilled")).toEqual(["chk_3", "chk_2", "chk_1"]);
  expect(await sessionsOf("--unsent")).toEqual(["chk_1"]);
  expect(await sessionsOf("--disputed")).toEqual(["chk_1"]);
  expect(await sessionsOf("--email", "INES@reader.example")).toHaveLength(4);
  expect(await sessionsOf("--email", "nobody@reader.example")).toEqual([]);
  expect(await sessionsOf("--search", "#1003")).toEqual(["chk_3"]);
  expect(await sessionsOf("--from", "2026-01-15", "--to", "2026-01-15")).toHaveLength(4);
  expect(await sessionsOf("--from", "2026-01-16")).toEqual([]);
  expect(await sessionsOf("--to", "2026-01-14")).toEqual([]);
  await cli.ask("stores", "update", "shop", "--time-zone", "Pacific/Kiritimati");
  expect(await sessionsOf("--from", "2026-01-16", "--to", "2026-01-16")).toHaveLength(4);
  expect(await sessionsOf("--to", "2026-01-15")).toEqual([]);
  await cli.ask("stores", "update", "shop", "--time-zone", "UTC");
  expect((await cli.run("orders", "list", "--store", "shop", "--to", "2026-01-14")).stdout).toContain(
    "No orders match.",
  );
  const [newest] = await list("--limit", "1");
  expect(await sessionsOf("--limit", "2", "--after", newest.id)).toEqual(["chk_3", "chk_2"]);
  expect(await cli.refusal("orders", "list", "--store", "shop", "--after", "order_x")).toMatchObject({
    code: "NOT_FOUND",
  });
  for (const wrong of [
    ["--from", "yesterday"],
    ["--to", "2026-02-31"],
    ["--status", "lost"],
  ]) {
    expect(await cli.refusal("orders", "list", "--store", "shop", ...wrong)).toMatchObject({ exitCode: 2 });
  }
});

test("orders export writes the matching orders as CSV or JSON", async () => {
  const { stdout } = await cli.run("orders", "export", "--store", "shop", "--status", "failed");
  const [heading = "", row = "", ...rest] = stdout.trim().split("\n");
  expect(heading).toMatch(/^order,created,status,currency,total,/);
  expect(row).toMatch(/^order_\w+,2026-01-15T10:00:02\.000Z,failed,eur,48\.00,/);
  expect(rest).toEqual([]);
  const json = await cli.ask("orders", "export", "--store", "shop", "--status", "failed");
  expect(json).toEqual([
    expect.objectContaining({ status: "failed", total: "48.00", phone: "+351213465400" }),
  ]);
});

test("orders refund asks the payment provider, with the server's variables", async () => {
  const standIn = createStripeStandIn();
  const { url, close } = await standIn.listen();
  onTestFinished(close);
  const env: Record<string, string> = cli.env;
  const [order] = await cli.ask("orders", "list", "--store", "shop");
  const refund = ["orders", "refund", order.id, "--store", "shop"];
  expect(await cli.refusal(...refund, "--payment", "pi_4")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("STRIPE_SECRET_KEY"),
  });
  Object.assign(env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: url });
  onTestFinished(() => {
    delete env.STRIPE_SECRET_KEY;
    delete env.STRIPE_API_BASE;
  });
  expect(await cli.refusal(...refund)).toMatchObject({ exitCode: 2, error: expect.stringContaining("pi_5") });
  for (const amount of ["0", "-1", "1.234", "much"]) {
    expect(await cli.refusal(...refund, "--payment", "pi_4", `--amount=${amount}`)).toMatchObject({
      exitCode: 2,
    });
  }
  expect(await cli.refusal(...refund, "--payment", "pi_4", "--amount", "40.01")).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
  for (const restock of [["--restock"], ["--restock=prod_1=3"], ["--restock=prod_2=1"]]) {
    const { exitCode } = await cli.run(...refund, "--payment", "pi_4", "--amount", "12.50", ...restock);
    expect(exitCode).toBeGreaterThan(0);
  }
  expect(standIn.control.requests()).toEqual([]);
  standIn.control.fail({ how: "drop", path: "/v1/refunds", method: "POST", requests: 2 });
  expect(await cli.refusal(...refund, "--payment", "pi_4", "--amount", "12.50")).toMatchObject({
    code: "INTERNAL_ERROR",
    error: expect.stringContaining("Check the order"),
  });
  // The stand-in doesn't know the payment, which was never made there.
  expect(await cli.refusal(...refund, "--payment", "pi_4", "--amount", "12.50")).toMatchObject({
    code: "CONFLICT",
  });
  const posts = standIn.control.requests().filter(({ method }) => method === "POST");
  standIn.control.fail({ how: 402, path: "/v1/refunds", method: "POST" });
  const refused = await cli.run(...refund, "--payment", "pi_4", "--amount", "12.50");
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^The key of this refund is refund-[\w-]{20}\.\nerror: The payment provider refused the request\. It says: ".+"\n$/,
  );
  expect(posts[0]).toMatchObject({ path: "/v1/refunds", form: { payment_intent: "pi_4", amount: "1250" } });
  // The SDK's attempts and the repeated command are one request to the provider.
  const ids = posts.map(({ form }) => JSON.stringify(form.metadata));
  expect([ids.length, new Set(ids).size, ids[0]]).toEqual([3, 1, expect.stringContaining("refund_")]);
});

test("orders invoice reads the links from the payment provider", async () => {
  const standIn = createStripeStandIn();
  const { url, close } = await standIn.listen();
  onTestFinished(close);
  const env: Record<string, string> = cli.env;
  const [order] = await cli.ask("orders", "list", "--store", "shop");
  Object.assign(env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: url });
  onTestFinished(() => {
    delete env.STRIPE_SECRET_KEY;
    delete env.STRIPE_API_BASE;
  });
  const invoice = ["orders", "invoice", order.id, "--store", "shop"];
  // The stand-in doesn't know the payment, which was never made there.
  expect(await cli.refusal(...invoice, "--payment", "pi_4")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
  expect(standIn.control.requests().length).toBe(1);
  expect(await cli.refusal(...invoice, "--payment", "pi_unknown")).toMatchObject({ code: "NOT_FOUND" });
  expect(standIn.control.requests().length).toBe(1);
});

test("a store with orders keeps its currency", async () => {
  const refusal = await cli.refusal("stores", "update", "shop", "--currency", "usd");
  expect(refusal).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
    error: expect.stringContaining("has orders in its currency"),
  });
  expect(await cli.ask("stores", "show", "shop")).toMatchObject({ currency: "eur" });
});

test("stores overview shows 30 days, and what needs attention", async () => {
  const { currency, days, needsAction } = await cli.ask("stores", "overview", "shop");
  expect([currency, days.length, days.at(-1).day]).toEqual([
    "eur",
    30,
    new Date().toISOString().slice(0, 10),
  ]);
  expect(needsAction).toMatchObject({ pendingPayments: 1, disputes: 1, failedDeliveries: 0 });
  const { stdout } = await cli.run("stores", "overview", "shop");
  expect(stdout).toMatch(/^DAY \(UTC\) +ORDERS +PAID$/m);
  expect(stdout).toMatch(/^pending payments +1$/m);
});

test("a payment's difference is listed and shown until it is marked as resolved", async () => {
  const listed = (...more: string[]) => cli.ask("orders", "list", "--store", "shop", ...more);
  const differing = async () => (await listed("--payment-differs")).map(({ id }: { id: string }) => id);
  const before = await differing();
  const order = (await listed()).find(({ id }: { id: string }) => !before.includes(id));
  const { id: storeId } = (await database.stores.findBySlug("shop")) ?? { id: "" };
  await database.paymentDifferences.record({
    ...{ id: "in_1", storeId, orderId: order.id, part: "price", expected: 900, charged: 2000 },
    ...{ isRenewal: true, currency: "eur", expectedCurrency: "eur" },
  });
  expect(await differing()).toContain(order.id);
  const show = ["orders", "show", order.id, "--store", "shop"];
  expect((await cli.ask(...show)).paymentDifferences).toMatchObject([
    { id: "in_1", part: "price", charged: 2000, foundAt: expect.stringContaining("T") },
  ]);
  expect((await cli.run(...show)).stdout).toMatch(
    /^payment differences +in_1 price 20\.00 eur instead of 9\.00 eur$/m,
  );
  const resolve = ["orders", "resolve-difference", order.id, "--store", "shop", "--difference"];
  expect(await cli.refusal(...resolve, "in_none")).toMatchObject({ code: "NOT_FOUND" });
  expect(await cli.ask(...resolve, "in_1")).toEqual({ id: "in_1" });
  expect(await differing()).toEqual(before);
});

test("a failed refund is listed and shown until it is marked as resolved", async () => {
  await database.providerEvents.accept({ id: "evt_failed", type: "refund.failed" }, (db) =>
    recordRefunds(
      db,
      {
        paymentId: "pi_5",
        refunded: 0,
        refunds: [
          { id: "re_5", paymentId: "pi_5", amount: 900, currency: "eur", status: "failed", createdAt: now },
        ],
        fetchedAt: now,
      },
      now,
    ),
  );
  const failed = () => cli.ask("orders", "list", "--store", "shop", "--refund-failed");
  const [order] = await failed();
  expect(order).toMatchObject({
    checkoutSessionId: "chk_4",
    refunds: [{ id: "re_5", status: "failed", resolvedAt: null }],
  });
  expect((await cli.ask("stores", "overview", "shop")).needsAction).toMatchObject({ failedRefunds: 1 });
  expect((await cli.run("orders", "list", "--store", "shop", "--refund-failed")).stdout).toContain(
    "9.00 eur failed",
  );
  const resolve = ["orders", "resolve-refund", order.id, "--store", "shop", "--refund"];
  for (const unknown of ["re_1", "re_none"]) {
    expect(await cli.refusal(...resolve, unknown)).toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await cli.ask(...resolve, "re_5")).toEqual({ id: "re_5" });
  expect(await failed()).toEqual([]);
  expect((await cli.run("orders", "show", order.id, "--store", "shop")).stdout).toMatch(
    /^refunds +re_5 9\.00 eur failed, resolved$/m,
  );
});

test("an item whose SKU several lines have is named by its product", async () => {
  const mug = { ...poster, sku: "MUG", quantity: 1, requiresShipping: true };
  const lines = [
    { ...mug, productId: "prod_red", name: "Mug, Red" },
    { ...mug, productId: "prod_blue", name: "Mug, Blue" },
  ];
  await sell("chk_mugs", paidOutcome("pi_mugs", 4800, now + 20_000), now + 20_000, lines);
  const [order] = await database.orders.listAll(storeId);
  const ship = (item: string) => ["orders", "ship", order?.id ?? "", "--store", "shop", "--item", item];
  expect(await cli.refusal(...ship("MUG=1"))).toMatchObject({
    code: "INVALID_REQUEST",
    error: expect.stringContaining("prod_red (Mug, Red), prod_blue (Mug, Blue)"),
  });
  const { parcels } = await cli.ask(...ship("prod_blue=1"));
  expect(parcels).toMatchObject([{ lines: [{ productId: "prod_blue", quantity: 1 }] }]);
});
