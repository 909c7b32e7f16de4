import { afterAll, beforeAll, expect, test } from "vitest";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  for (const slug of ["harbour", "quay"]) {
    const shop = await cli.ask("stores", "create", "--slug", slug, "--name", slug, "--currency", "eur");
    const database = await cli.openDatabase();
    const guests = { storeId: shop.id, account: null, memberId: null, status: "active", fetchedAt: 1 };
    for (const n of [1, 2]) {
      await database.subscriptions.save({ ...guests, id: `sub_${slug}${n}`, customerId: `cus_${slug}${n}` });
    }
    await database.close();
  }
});
afterAll(() => cli.close());

const attach = (id: string, member = "ines") => [
  "subscriptions",
  "attach",
  id,
  "--store",
  "harbour",
  "--member",
  member,
];

const plain = {
  ...{ account: null, duplicate: null, storeId: expect.any(String) },
  ...{ checkoutSessionId: null, createdAt: null, lines: [], currency: null, billingInterval: null },
  ...{ currentPeriodEnd: null, cancelAt: null, endedAt: null, trialEnd: null },
};

test("lists the subscriptions of a store", async () => {
  expect(await cli.ask("subscriptions", "list", "--store", "quay")).toEqual([
    { ...{ id: "sub_quay1", status: "active", memberId: null, customerId: "cus_quay1" }, ...plain },
    { ...{ id: "sub_quay2", status: "active", memberId: null, customerId: "cus_quay2" }, ...plain },
  ]);
  const { stdout } = await cli.run("subscriptions", "list", "--store", "quay");
  expect(stdout).toContain("(guest)");
  await cli.ask("stores", "create", "--slug", "new", "--name", "New", "--currency", "eur");
  expect((await cli.run("subscriptions", "list", "--store", "new")).stdout).toContain("no subscriptions");
});

test("lists when a subscription ends as a day in the store's time zone", async () => {
  const shop = await cli.ask("stores", "create", "--slug", "far", "--name", "F", "--currency", "eur");
  await cli.ask("stores", "update", "far", "--time-zone", "Asia/Tokyo");
  const database = await cli.openDatabase();
  const cancelAt = Date.parse("2027-02-14T16:00:00Z");
  const guest = { storeId: shop.id, account: null, memberId: null, status: "active", fetchedAt: 1 };
  await database.subscriptions.save({ ...guest, id: "sub_far", customerId: "cus_far", cancelAt });
  await database.close();
  expect((await cli.run("subscriptions", "list", "--store", "far")).stdout).toContain("2027-02-15");
});

test("attaches a guest's subscription to a member; its customer becomes the member's", async () => {
  const attached = { id: "sub_harbour1", memberId: "ines", customerId: "cus_harbour1" };
  expect(await cli.ask(...attach("sub_harbour1"))).toEqual({
    ...attached,
    memberCustomerId: "cus_harbour1",
  });
  expect(await cli.ask("subscriptions", "list", "--store", "harbour")).toMatchObject([
    { id: "sub_harbour1", memberId: "ines" },
    { id: "sub_harbour2", memberId: null },
  ]);
  const again = await cli.run(...attach("sub_harbour1"));
  expect(again).toMatchObject({ exitCode: 0, stderr: "" });
  // The member has a customer now: the command warns that no portal shows both.
  const second = await cli.run(...attach("sub_harbour2"));
  expect(second.exitCode).toBe(0);
  expect(second.stderr).toContain("cus_harbour1");
});

test("refuses another member's subscription, another store's, and an unknown one", async () => {
  await cli.ask(...attach("sub_harbour1"));
  expect(await cli.refusal(...attach("sub_harbour1", "tom"))).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
  expect(await cli.refusal(...attach("sub_quay1"))).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await cli.refusal(...attach("sub_unknown"))).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  const nowhere = ["subscriptions", "list", "--store", "nowhere"];
  expect(await cli.refusal(...nowhere)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await cli.ask("subscriptions", "list", "--store", "quay")).toMatchObject([
    { memberId: null },
    { memberId: null },
  ]);
});

test("lists the outcome of a member's second subscription to a product", async () => {
  const shop = await cli.ask("stores", "create", "--slug", "twice", "--name", "Twice", "--currency", "eur");
  const database = await cli.openDatabase();
  const now = Date.now();
  const lines = [
    { productId: "prod_1", name: "Print Club", options: [], quantity: 1, unitPriceInCents: 900 },
  ];
  for (const n of [1, 2]) {
    const session = { id: `chk_twice${n}`, storeId: shop.id, cartId: `cart_${n}`, memberId: "ines", lines };
    await database.checkoutSessions.begin({
      ...{ ...openState, ...session, mode: "subscription", total: 900, currency: "eur" },
      ...{ providerId: `cs_twice${n}`, createdAt: now, expiresAt: now + 1000, account: null },
    });
    await database.checkoutSessions.settle(session.id, paidOutcome(`pi_twice${n}`, 900, now), now);
    const sold = { storeId: shop.id, account: null, memberId: "ines", customerId: "cus_1", status: "active" };
    await database.subscriptions.save({
      ...{ ...sold, id: `sub_twice${n}`, checkoutSessionId: session.id },
      ...{ createdAt: n * 1000, fetchedAt: now },
    });
  }
  const list = () => cli.ask("subscriptions", "list", "--store", "twice");
  const text = async () => (await cli.run("subscriptions", "list", "--store", "twice")).stdout;
  const open = { keptSubscriptionId: "sub_twice1", cancelledAt: null, settledAt: null, problem: null };
  expect(await list()).toMatchObject([
    { id: "sub_twice1", duplicate: null },
    { id: "sub_twice2", duplicate: open },
  ]);
  expect(await text()).toContain("sub_twice1 (to be cancelled)");
  const [claimed] = await database.duplicateSubscriptions.claimDue({ limit: 1 });
  if (!claimed) throw new Error("Nothing is due.");
  await database.duplicateSubscriptions.recordCancelled(claimed);
  await database.duplicateSubscriptions.recordProblem(claimed, "The bank says no.");
  expect(await text()).toContain("sub_twice1 (cancelled, to be refunded: The bank says no.)");
  await database.duplicateSubscriptions.settle(claimed);
  expect(await text()).toContain("sub_twice1 (refunded)");
  const [entry] = await cli.ask("audit", "list", "--store", "twice", "--about", "sub_twice2");
  expect(entry).toMatchObject({
    ...{ by: { kind: "service" }, action: "subscription.cancelled_as_duplicate" },
    changes: { keptSubscriptionId: { to: "sub_twice1" } },
  });
  expect((await cli.run("audit", "list", "--store", "twice")).stdout).toContain("(the server)");
  await database.close();
});
