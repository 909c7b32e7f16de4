import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const slug of ["harbour", "quay"]) {
    const shop = await desk.ask("stores", "create", "--slug", slug, "--name", slug, "--currency", "eur");
    const database = await desk.openDatabase();
    const guests = { storeId: shop.id, account: null, memberId: null, status: "active", fetchedAt: 1 };
    for (const n of [1, 2]) {
      await database.subscriptions.save({ ...guests, id: `sub_${slug}${n}`, customerId: `cus_${slug}${n}` });
    }
    await database.close();
  }
});
afterAll(() => desk.close());

const attach = (id: string, member = "ines") => [
  "subscriptions",
  "attach",
  id,
  "--store",
  "harbour",
  "--member",
  member,
];

test("lists the subscriptions of a store", async () => {
  expect(await desk.ask("subscriptions", "list", "--store", "quay")).toEqual([
    { id: "sub_quay1", status: "active", memberId: null, customerId: "cus_quay1", account: null },
    { id: "sub_quay2", status: "active", memberId: null, customerId: "cus_quay2", account: null },
  ]);
  const { stdout } = await desk.run("subscriptions", "list", "--store", "quay");
  expect(stdout).toContain("(guest)");
  await desk.ask("stores", "create", "--slug", "new", "--name", "New", "--currency", "eur");
  expect((await desk.run("subscriptions", "list", "--store", "new")).stdout).toContain("no subscriptions");
});

test("attaches a guest's subscription to a member; its customer becomes the member's", async () => {
  const attached = { id: "sub_harbour1", memberId: "ines", customerId: "cus_harbour1" };
  expect(await desk.ask(...attach("sub_harbour1"))).toEqual({
    ...attached,
    memberCustomerId: "cus_harbour1",
  });
  expect(await desk.ask("subscriptions", "list", "--store", "harbour")).toMatchObject([
    { id: "sub_harbour1", memberId: "ines" },
    { id: "sub_harbour2", memberId: null },
  ]);
  const again = await desk.run(...attach("sub_harbour1"));
  expect(again).toMatchObject({ exitCode: 0, stderr: "" });
  // The member has a customer now: the command warns that no portal shows both.
  const second = await desk.run(...attach("sub_harbour2"));
  expect(second.exitCode).toBe(0);
  expect(second.stderr).toContain("cus_harbour1");
});

test("refuses one of another member, of another store, and one that nobody knows", async () => {
  await desk.ask(...attach("sub_harbour1"));
  expect(await desk.refusal(...attach("sub_harbour1", "tom"))).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
  expect(await desk.refusal(...attach("sub_quay1"))).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await desk.refusal(...attach("sub_unknown"))).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  const nowhere = ["subscriptions", "list", "--store", "nowhere"];
  expect(await desk.refusal(...nowhere)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await desk.ask("subscriptions", "list", "--store", "quay")).toMatchObject([
    { memberId: null },
    { memberId: null },
  ]);
});
