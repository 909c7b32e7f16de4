import { afterAll, beforeAll, expect, test } from "vitest";
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

test("lists the subscriptions of a store", async () => {
  expect(await cli.ask("subscriptions", "list", "--store", "quay")).toEqual([
    { id: "sub_quay1", status: "active", memberId: null, customerId: "cus_quay1", account: null },
    { id: "sub_quay2", status: "active", memberId: null, customerId: "cus_quay2", account: null },
  ]);
  const { stdout } = await cli.run("subscriptions", "list", "--store", "quay");
  expect(stdout).toContain("(guest)");
  await cli.ask("stores", "create", "--slug", "new", "--name", "New", "--currency", "eur");
  expect((await cli.run("subscriptions", "list", "--store", "new")).stdout).toContain("no subscriptions");
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

test("refuses one of another member, of another store, and one that nobody knows", async () => {
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
