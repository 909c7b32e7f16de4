import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let database: Database;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  database = await cli.openDatabase();
});
afterAll(async () => {
  await database.close();
  await cli.close();
});

const inShop = ["--store", "shop"];
const add = (email: string, role: "owner" | "staff") =>
  database.people.add({ id: `person_${email}`, email, storeId, role });

test("users invite prints a link that works for a week, and stores only its hash", async () => {
  const { url, expiresAt, isMailed, ...invited } = await cli.ask(
    ...["users", "invite", ...inShop, "--email", "Ada@Example.com", "--role", "owner"],
  );
  expect(invited).toEqual({ id: expect.stringMatching(/^inv_/), email: "ada@example.com", role: "owner" });
  expect(isMailed).toBe(false);
  expect(url).toMatch(/^http:\/\/localhost:3000\/dashboard\/invitation\?token=[\w-]{43}$/);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
  const list = await cli.ask("users", "list", ...inShop);
  const invitedBy = { kind: "command_line", id: expect.any(String) };
  expect(list.invitations).toEqual([{ ...invited, invitedBy, expiresAt }]);
  expect((await cli.run("users", "list", ...inShop)).stdout).toMatch(
    /ada@example\.com .* invited by \S+, until/,
  );
  expect(JSON.stringify(list)).not.toContain(new URL(url).searchParams.get("token"));
});

test("users invite begins the link with PUBLIC_URL", async () => {
  Object.assign(cli.env, { PUBLIC_URL: "https://shop.example/" });
  const { url } = await cli.ask("users", "invite", ...inShop, "--email", "b@example.com", "--role", "staff");
  expect(url).toMatch(/^https:\/\/shop\.example\/dashboard\/invitation\?/);
});

test.each([
  ["an invalid address", ["--email", "ada", "--role", "owner"], 2],
  ["an unknown role", ["--email", "ada@example.com", "--role", "boss"], 2],
  ["an unknown store", ["--store", "quay", "--email", "ada@example.com", "--role", "owner"], 1],
])("users invite refuses %s", async (_, args, exitCode) => {
  expect(await cli.refusal("users", "invite", ...inShop, ...args)).toMatchObject({ exitCode });
});

test("users role and users remove change who belongs to a store, but never remove the last owner", async () => {
  await add("owner@example.com", "owner");
  await add("staff@example.com", "staff");
  const owner = [...inShop, "--email", "owner@example.com"];
  const staff = [...inShop, "--email", "STAFF@example.com"];
  expect(await cli.refusal("users", "remove", ...owner)).toMatchObject({ exitCode: 1, code: "CONFLICT" });
  expect(await cli.refusal("users", "role", ...owner, "--role", "staff")).toMatchObject({ code: "CONFLICT" });
  await cli.ask("users", "role", ...staff, "--role", "owner");
  await cli.ask("users", "remove", ...owner);
  const { people } = await cli.ask("users", "list", ...inShop);
  expect(people).toEqual([
    expect.objectContaining({ email: "staff@example.com", role: "owner", lastSeenAt: null }),
  ]);
  expect(await cli.refusal("users", "remove", ...owner)).toMatchObject({ code: "NOT_FOUND" });
  expect(
    await cli.refusal("users", "role", ...inShop, "--email", "x@example.com", "--role", "staff"),
  ).toMatchObject({
    code: "NOT_FOUND",
  });
});

test("users withdraw withdraws an open invitation", async () => {
  const invited = [...inShop, "--email", "Invited@example.com"];
  const { url } = await cli.ask("users", "invite", ...invited, "--role", "staff");
  expect(await cli.ask("users", "withdraw", ...invited)).toMatchObject({
    email: "invited@example.com",
    withdrawn: 1,
  });
  const { invitations } = await cli.ask("users", "list", ...inShop);
  expect(invitations.map(({ email }: { email: string }) => email)).not.toContain("invited@example.com");
  const token = new URL(url).searchParams.get("token") ?? "";
  expect(await database.invitations.find(token)).toBeUndefined();
  expect(await cli.refusal("users", "withdraw", ...invited)).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
});

test("users reset-password creates a link for a known person that works for an hour", async () => {
  const { email } = await add("forgot@example.com", "staff");
  const { url, role, expiresAt } = await cli.ask("users", "reset-password", "--email", email);
  expect([url.includes("/dashboard/invitation?token="), role]).toEqual([true, null]);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect(
    (await cli.ask("users", "list", ...inShop)).invitations.map(({ email }: { email: string }) => email),
  ).not.toContain(email);
  expect(await cli.refusal("users", "reset-password", "--email", "nobody@example.com")).toMatchObject({
    code: "NOT_FOUND",
  });
});
