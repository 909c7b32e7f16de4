import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  const provider = await createStripeStandIn().listen();
  Object.assign(cli.env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: provider.url });
  for (const slug of ["harbour", "quay"]) {
    await cli.ask("stores", "create", "--slug", slug, "--name", slug, "--currency", "eur");
  }
  return () => provider.close();
});
afterAll(() => cli.close());

const inHarbour = ["--store", "harbour"];

test("a code is created, listed and ended", async () => {
  const limits = ["--minimum", "20", "--max-redemptions", "100", "--expires", "2029-12-31"];
  const created = await cli.ask(
    "codes",
    "create",
    ...inHarbour,
    "--code",
    "summer",
    "--amount",
    "5",
    ...limits,
  );
  expect(created).toMatchObject({
    code: "SUMMER",
    amountOffInCents: 500,
    percentOff: null,
    minimumInCents: 2000,
    maxRedemptions: 100,
    expiresAt: "2030-01-01T00:00:00.000Z",
    state: "active",
  });
  expect(created).not.toHaveProperty("providerId");
  expect(await cli.ask("codes", "list", ...inHarbour)).toEqual([created]);
  const { stdout } = await cli.run("codes", "list", ...inHarbour);
  expect(stdout).toMatch(/SUMMER +active +5\.00 eur +20\.00 eur +at most 100 +2030-01-01/);
  // Both stores sell on the same account.
  const again = ["--code", "Summer", "--percent", "12.5"];
  expect(await cli.refusal("codes", "create", ...inHarbour, ...again)).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
  const other = await cli.ask("codes", "create", "--store", "quay", ...again);
  expect(other).toMatchObject({ code: "SUMMER", percentOff: 12.5 });
  expect((await cli.run("codes", "list", "--store", "quay")).stdout).toMatch(/SUMMER +active +12\.5 %/);
  expect(await cli.refusal("codes", "deactivate", created.id, "--store", "quay")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
  const ended = await cli.ask("codes", "deactivate", created.id, ...inHarbour);
  expect(ended).toMatchObject({ id: created.id, state: "deactivated" });
  expect(await cli.ask("codes", "create", ...inHarbour, ...again)).toMatchObject({ percentOff: 12.5 });
});

test.each([
  ["--code", ["--code", "50 %", "--percent", "50"]],
  ["--percent", ["--code", "A"]],
  ["--percent", ["--code", "A", "--percent", "10", "--amount", "5"]],
  ["--percent", ["--code", "A", "--percent", "100.1"]],
  ["--percent", ["--code", "A", "--percent", "12.55"]],
  ["--percent", ["--code", "A", "--percent", "0.0"]],
  ["--amount", ["--code", "A", "--amount", "0"]],
  ["--amount", ["--code", "A", "--amount", "4.999"]],
  ["--minimum", ["--code", "A", "--percent", "10", "--minimum", "0"]],
  ["--max-redemptions", ["--code", "A", "--percent", "10", "--max-redemptions", "0"]],
  ["--expires", ["--code", "A", "--percent", "10", "--expires", "2020-01-01"]],
  ["--expires", ["--code", "A", "--percent", "10", "--expires", "2029-02-30"]],
])("a wrong %s is named", async (flag, options) => {
  const { exitCode, stderr } = await cli.run("codes", "create", ...inHarbour, ...options);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${flag}: `);
});
