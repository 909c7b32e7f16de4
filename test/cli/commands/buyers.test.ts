import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/domain/ids.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  const database = await cli.openDatabase();
  const id = newId("chk");
  const cart = await database.carts.create(storeId, "eur");
  await database.checkoutSessions.begin({
    id,
    storeId,
    cartId: cart.id,
    ...openState,
    providerId: "cs_test_1",
    mode: "payment",
    lines: [{ productId: "prod_1", name: "Tide Poster", options: [], quantity: 1, unitPriceInCents: 2400 }],
    total: 2400,
    currency: "eur",
    memberId: "member-7",
    createdAt: Date.now(),
    expiresAt: Date.now() + 60_000,
    account: null,
  });
  const outcome = { ...paidOutcome("pi_1", 2400, Date.now()), customerEmail: "Ines@reader.example" };
  await database.checkoutSessions.settle(id, outcome, Date.now());
  await database.close();
});
afterAll(() => cli.close());

const erase = ["buyers", "erase", "--store", "shop"];

test("buyers erase says what was erased, and where else to look", async () => {
  const { exitCode, stdout, stderr } = await cli.run(...erase, "--email", "ines@READER.example");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Checkout sessions +1\nOrders +1\n/);
  expect(stderr).toContain("erase it in the provider's dashboard");
  const [order] = await cli.ask("orders", "list", "--store", "shop");
  expect(order).toMatchObject({ total: 2400, customerEmail: null, memberId: null });
});

test("buyers erase refuses an unknown buyer, none, and two at once", async () => {
  expect(await cli.refusal(...erase, "--email", "ines@reader.example")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
  expect(await cli.refusal(...erase)).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
  const both = await cli.refusal(...erase, "--email", "ines@reader.example", "--member", "member-7");
  expect(both).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
  expect(await cli.refusal("buyers", "erase", "--store", "nowhere", "--member", "m")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
});
