import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  for (const [slug, currency] of [
    ["harbour", "eur"],
    ["quay", "jpy"],
  ] as const) {
    await cli.ask("stores", "create", "--slug", slug, "--name", slug, "--currency", currency);
  }
});
afterAll(() => cli.close());

const inHarbour = ["--store", "harbour"];

test("a rate is added, listed and removed", async () => {
  const standard = ["--name", "Standard", "--price", "4.90", "--days", "2-4", "--free-from", "50"];
  const added = await cli.ask("shipping", "add", ...inHarbour, ...standard, "--countries", "IE, gb,ie");
  expect(added).toMatchObject({
    name: "Standard",
    priceInCents: 490,
    days: { min: 2, max: 4 },
    freeFromInCents: 5000,
    countries: ["ie", "gb"],
    isActive: true,
  });
  expect(await cli.ask("shipping", "list", ...inHarbour)).toEqual([added]);
  const { stdout } = await cli.run("shipping", "list", ...inHarbour);
  expect(stdout).toMatch(/Standard +4\.90 eur +50\.00 eur +2-4 +ie, gb +yes/);
  expect(await cli.refusal("shipping", "remove", added.id, "--store", "quay")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
  expect(await cli.ask("shipping", "remove", added.id, ...inHarbour)).toEqual({
    id: added.id,
    removed: true,
  });
  expect(await cli.ask("shipping", "list", ...inHarbour)).toEqual([]);
});

test("a rate keeps what an update doesn't name", async () => {
  const first = ["--name", "Boat", "--price", "4.90", "--days", "2-4", "--free-from", "50"];
  const { id } = await cli.ask("shipping", "add", ...inHarbour, ...first, "--countries", "ie,gb");
  const updated = await cli.ask("shipping", "update", id, ...inHarbour, "--price", "5.50", "--days", "3");
  expect(updated).toEqual({
    id,
    name: "Boat",
    priceInCents: 550,
    days: { min: 3, max: 3 },
    freeFromInCents: 5000,
    countries: ["ie", "gb"],
    isActive: true,
  });
  const cleared = await cli.ask(
    ...["shipping", "update", id, ...inHarbour, "--no-days", "--no-free-from", "--no-countries"],
  );
  expect(cleared).toEqual({ ...updated, days: null, freeFromInCents: null, countries: null });
  expect(await cli.ask("shipping", "deactivate", id, ...inHarbour)).toEqual({ ...cleared, isActive: false });
  expect(await cli.ask("shipping", "activate", id, ...inHarbour)).toEqual(cleared);
  expect(await cli.ask("shipping", "list", ...inHarbour)).toEqual([cleared]);
});

test.each([["update"], ["activate"], ["deactivate"]])(
  "%s refuses a rate of another store",
  async (command) => {
    const { id } = await cli.ask("shipping", "add", ...inHarbour, "--name", "Van", "--price", "4");
    const refused = await cli.refusal("shipping", command, id, "--store", "quay");
    expect(refused).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  },
);

test("a wrong value of an update is named", async () => {
  const { id } = await cli.ask("shipping", "add", ...inHarbour, "--name", "Cart", "--price", "4");
  const { exitCode, stderr } = await cli.run("shipping", "update", id, ...inHarbour, "--free-from", "much");
  expect([exitCode, stderr.includes("--free-from: ")]).toEqual([2, true]);
});

test("prices are in the store's currency", async () => {
  const added = await cli.ask("shipping", "add", "--store", "quay", "--name", "Post", "--price", "500");
  expect(added).toMatchObject({ priceInCents: 500, days: null, freeFromInCents: null, countries: null });
  expect(await cli.refusal("stores", "update", "quay", "--currency", "eur")).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
});

test.each([
  ["--price", ["--price", "4.999"]],
  ["--price", ["--price", "-1"]],
  ["--days", ["--price", "4", "--days", "4-2"]],
  ["--days", ["--price", "4", "--days", "0"]],
  ["--free-from", ["--price", "4", "--free-from", "much"]],
  ["--countries", ["--price", "4", "--countries", "ie,qq"]],
  ["--name", ["--price", "4", "--name", "x".repeat(101)]],
])("a wrong %s is named", async (flag, options) => {
  const { exitCode, stderr } = await cli.run("shipping", "add", ...inHarbour, "--name", "Post", ...options);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${flag}: `);
});
