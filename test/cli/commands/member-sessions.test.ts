import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
});
afterAll(() => cli.close());

test("member-sessions create creates an id that identifies the member until it expires", async () => {
  const args = ["--store", "shop", "--member", "member-7", "--expires-in", "60"];
  const { memberSessionId, ...rest } = await cli.ask("member-sessions", "create", ...args);
  expect(memberSessionId).toMatch(/^msess_[a-z0-9]{26}$/);
  expect(rest).toEqual({});
  let now = Date.now();
  const database = await openDatabase(cli.env.DATABASE_URL, () => now);
  expect(await database.memberSessions.member({ storeId, memberSessionId })).toBe("member-7");
  now += 61_000;
  expect(await database.memberSessions.member({ storeId, memberSessionId })).toBeUndefined();
  await database.close();
});

test("member-sessions create keeps a given id", async () => {
  const args = ["--store", "shop", "--member", "member-8", "--session", "sess-of-theirs"];
  expect(await cli.ask("member-sessions", "create", ...args)).toEqual({ memberSessionId: "sess-of-theirs" });
});

test("member-sessions create refuses values that the portal could never use", async () => {
  const member = ["member-sessions", "create", "--store", "shop", "--member", "m"];
  const tooLong = await cli.refusal(...member, "--session", "s".repeat(8193));
  expect(tooLong).toMatchObject({ exitCode: 2, error: "--session is longer than 8192 characters." });
  expect(await cli.refusal(...member, "--session", "")).toMatchObject({ exitCode: 2 });
  expect(await cli.refusal(...member, "--expires-in", "0")).toMatchObject({ exitCode: 2 });
  expect(await cli.refusal(...member, "--expires-in", "1.5")).toMatchObject({ exitCode: 2 });
  expect(await cli.refusal("member-sessions", "create", "--store", "shop")).toMatchObject({ exitCode: 2 });
  const elsewhere = await cli.refusal("member-sessions", "create", "--store", "nowhere", "--member", "m");
  expect(elsewhere).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
});
