import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { isApiKey, newApiKey } from "../../../server/domain/api-key.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let server: Database;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "Shop", "--currency", "eur", "--plan", "pro");
  server = await cli.openDatabase();
});
afterAll(async () => {
  await server.close();
  await cli.close();
});

test("keys create shows a key that opens the store, and keys list never shows it again", async () => {
  const created = await cli.ask("keys", "create", "--store", "shop", "--label", "storefront");
  expect(Object.keys(created)).toEqual(["id", "key"]);
  expect(isApiKey(created.key)).toBe(true);
  expect(await server.keys.holder(created.key)).toMatchObject({ keyId: created.id, plan: "pro" });
  const listed = await cli.run("keys", "list", "--store", "shop", "--json");
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      id: created.id,
      label: "storefront",
      scopes: ["storefront"],
      state: "active",
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    },
  ]);
  expect(listed.stdout).not.toContain(created.key);
});

test("keys create makes a key with only the scope that agents need", async () => {
  const { id } = await cli.ask("keys", "create", "--store", "shop", "--scope", "agent");
  const { stdout } = await cli.run("keys", "list", "--store", "shop", "--json");
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id, scopes: ["agent"] }));
});

test("keys revoke and stores update take effect on a running server within a second", async () => {
  const { id, key } = await cli.ask("keys", "create", "--store", "shop");
  const open = () => server.keys.holder(key);
  expect(await open()).toMatchObject({ plan: "pro" });
  await cli.ask("stores", "update", "shop", "--plan", "free");
  await expect.poll(open, { interval: 20 }).toMatchObject({ plan: "free" });
  expect(await cli.ask("keys", "revoke", id)).toEqual({ id, revoked: true });
  await expect.poll(open, { interval: 20 }).toBeUndefined();
  expect(await cli.ask("keys", "revoke", id)).toEqual({ id, revoked: true });
});

test("keys create and keys rotate refuse more than 20 working keys", async () => {
  const store = ["--store", "many"];
  await cli.ask("stores", "create", "--slug", "many", "--name", "M", "--currency", "eur", "--plan", "pro");
  const storeId = (await server.stores.findBySlug("many"))?.id ?? "";
  const expired = { storeId, label: "expired", expiresAt: Date.now() - 1 };
  for (let n = 0; n < 20; n++) await server.keys.create(expired);
  for (let n = 0; n < 19; n++) await server.keys.create({ storeId, label: null });
  const { id } = await cli.ask("keys", "create", ...store);
  const refusal = await cli.refusal("keys", "create", ...store);
  expect(refusal).toMatchObject({ exitCode: 1, code: "CONFLICT" });
  expect(refusal.error).toContain("at most 20 active keys");
  expect(await cli.refusal("keys", "rotate", id)).toMatchObject({ code: "CONFLICT" });
  const { id: replacement } = await cli.ask("keys", "rotate", id, "--overlap", "0h");
  await cli.ask("keys", "revoke", replacement);
  await cli.ask("keys", "create", ...store);
});

test("keys create warns that a free store's keys are refused", async () => {
  await cli.ask("stores", "create", "--slug", "free", "--name", "Free", "--currency", "eur");
  const { exitCode, stdout, stderr } = await cli.run("keys", "create", "--store", "free");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^cp_/);
  expect(stderr).toContain("stores update free --plan pro");
});

test("keys commands refuse an unknown store and an unknown key", async () => {
  for (const command of ["create", "list"]) {
    const refusal = await cli.refusal("keys", command, "--store", "nowhere");
    expect(refusal).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
    expect(refusal.error).toContain('"nowhere"');
  }
  expect(await cli.refusal("keys", "revoke", "key_unknown")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
});

test("keys revoke never prints a key that was given instead of its id", async () => {
  const { key } = await cli.ask("keys", "create", "--store", "shop");
  const { exitCode, stdout, stderr } = await cli.run("keys", "revoke", key);
  expect(exitCode).toBe(2);
  expect(stdout + stderr).not.toContain(key);
});

const dayMs = 86_400_000;
const lastDay = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);

test.each([
  ["12h", dayMs / 2],
  ["90d", 90 * dayMs],
  ["4w", 28 * dayMs],
])("keys create --expires %s creates a key that works for that long", async (duration, ms) => {
  const before = Date.now();
  const { id, key, expiresAt } = await cli.ask("keys", "create", "--store", "shop", "--expires", duration);
  expect(Date.parse(expiresAt) - ms).toBeGreaterThanOrEqual(before);
  expect(Date.parse(expiresAt) - ms).toBeLessThanOrEqual(Date.now());
  expect(await server.keys.holder(key)).toMatchObject({ keyId: id });
});

test("keys create --expires with a date creates a key that works through that day, and says until when", async () => {
  const { stdout } = await cli.run("keys", "create", "--store", "shop", "--expires", lastDay);
  const end = new Date(Date.parse(`${lastDay}T00:00:00Z`) + dayMs).toISOString();
  expect(stdout).toContain(`It expires at ${end}.`);
});

test.each(["soon", "90", "0d", "-3d", "90m", "2020-01-31", "2027-02-31", "2027-1-1", ""])(
  "keys create refuses to expire %j",
  async (when) => {
    const refusal = await cli.refusal("keys", "create", "--store", "shop", `--expires=${when}`);
    expect(refusal).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
  },
);

test("keys list shows the state of each key and when it was last used", async () => {
  await cli.ask("stores", "create", "--slug", "states", "--name", "S", "--currency", "eur", "--plan", "pro");
  const storeId = (await server.stores.findBySlug("states"))?.id ?? "";
  const used = await cli.ask("keys", "create", "--store", "states", "--label", "used");
  const revoked = await cli.ask("keys", "create", "--store", "states", "--label", "revoked");
  await cli.ask("keys", "revoke", revoked.id);
  await server.keys.create({ storeId, label: "expired", expiresAt: Date.now() - 1 });
  await server.keys.holder(used.key);
  await server.keys.saveUsage();
  const list: { label: string; state: string; lastUsedAt: string | null }[] = await cli.ask(
    "keys",
    "list",
    "--store",
    "states",
  );
  expect(Object.fromEntries(list.map(({ label, state }) => [label, state]))).toEqual({
    used: "active",
    revoked: "revoked",
    expired: "expired",
  });
  for (const { label, lastUsedAt } of list) {
    if (label === "used") expect(Date.now() - Date.parse(lastUsedAt ?? "")).toBeLessThan(dayMs);
    else expect(lastUsedAt).toBeNull();
  }
  const { stdout } = await cli.run("keys", "list", "--store", "states");
  expect(stdout).toMatch(/^ID +LABEL +SCOPES +STATE +CREATED +LAST USED +EXPIRES +REVOKED$/m);
  expect(stdout).toMatch(/revoked +storefront +revoked .* never /);
});

test("a server records on shutdown which keys were used", async () => {
  const { key } = await cli.ask("keys", "create", "--store", "shop", "--label", "last");
  const stopping = await cli.openDatabase();
  await stopping.keys.holder(key);
  await stopping.close();
  const list: { label: string; lastUsedAt: string }[] = await cli.ask("keys", "list", "--store", "shop");
  expect(list.find(({ label }) => label === "last")?.lastUsedAt).toMatch(/^\d{4}-/);
});

test("keys identify shows whose key it is, from standard input or an argument, and never prints the key", async () => {
  const { id, key } = await cli.ask("keys", "create", "--store", "shop", "--label", "leaked");
  const expected = { store: "shop", id, label: "leaked", state: "active" };
  for (const [text, ...args] of [
    [key],
    [`${key}\n`, "-"],
    ["", key],
    [`GET /?key=${key}x HTTP/1.1`],
  ] as const) {
    cli.type(text);
    const { exitCode, stdout, stderr } = await cli.run("keys", "identify", ...args, "--json");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(stdout).not.toContain(key);
  }
  cli.type(key);
  const { stdout } = await cli.run("keys", "identify");
  expect(stdout).toContain(`keys revoke ${id}`);
  await cli.ask("keys", "revoke", id);
  cli.type(key);
  expect(await cli.ask("keys", "identify")).toMatchObject({ ...expected, state: "revoked" });
});

test("keys identify refuses a malformed key and an unknown one, and prints neither", async () => {
  const unknown = newApiKey();
  cli.type(unknown);
  const nobodys = await cli.refusal("keys", "identify");
  expect(nobodys).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  for (const text of ["", "sk_live_123456789", unknown.slice(0, -1)]) {
    cli.type(text);
    const refusal = await cli.refusal("keys", "identify");
    expect(refusal).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
    expect(refusal.error).not.toContain("sk_live");
  }
  expect(nobodys.error).not.toContain(unknown);
});

test("keys rotate creates a key with the old one's label, and the old one works for the overlap", async () => {
  const old = await cli.ask("keys", "create", "--store", "shop", "--label", "rotated");
  expect(await server.keys.holder(old.key)).toMatchObject({ keyId: old.id });
  const before = Date.now();
  const made = await cli.ask("keys", "rotate", old.id, "--overlap", "24h");
  expect(await server.keys.holder(made.key)).toMatchObject({ keyId: made.id });
  expect(await server.keys.holder(old.key)).toMatchObject({ keyId: old.id });
  expect(Date.parse(made.oldExpiresAt)).toBeGreaterThanOrEqual(before + dayMs);
  expect(Date.parse(made.oldExpiresAt)).toBeLessThanOrEqual(Date.now() + dayMs);
  const list: { id: string; label: string; expiresAt: string | null }[] = await cli.ask(
    ...["keys", "list", "--store", "shop"],
  );
  expect(list.filter(({ label }) => label === "rotated")).toMatchObject([
    { id: old.id, expiresAt: made.oldExpiresAt },
    { id: made.id, expiresAt: null },
  ]);
});

test("keys rotate --overlap 0h ends the old key on a running server within a second", async () => {
  const old = await cli.ask("keys", "create", "--store", "shop");
  expect(await server.keys.holder(old.key)).toMatchObject({ keyId: old.id });
  await cli.ask("keys", "rotate", old.id, "--overlap", "0h");
  await expect.poll(() => server.keys.holder(old.key), { interval: 20 }).toBeUndefined();
});

test("keys rotate never extends a key, and refuses one that no longer works", async () => {
  const [soon] = [new Date(Date.now() + dayMs).toISOString().slice(0, 10)];
  const ending = await cli.ask("keys", "create", "--store", "shop", "--expires", soon ?? "");
  const { oldExpiresAt } = await cli.ask("keys", "rotate", ending.id, "--overlap", "52w");
  expect(oldExpiresAt).toBe(ending.expiresAt);
  const { id } = await cli.ask("keys", "create", "--store", "shop");
  await cli.ask("keys", "revoke", id);
  expect(await cli.refusal("keys", "rotate", id)).toMatchObject({ exitCode: 1, code: "CONFLICT" });
  expect(await cli.refusal("keys", "rotate", "key_unknown")).toMatchObject({ code: "NOT_FOUND" });
  expect(await cli.refusal("keys", "rotate", "cp_key")).toMatchObject({ exitCode: 2 });
  for (const wrong of ["soon", "24", "-1h", ""]) {
    expect(await cli.refusal("keys", "rotate", id, `--overlap=${wrong}`)).toMatchObject({ exitCode: 2 });
  }
});

test("a key of another store is neither revoked nor rotated", async () => {
  const { id } = await cli.ask("keys", "create", "--store", "shop");
  const other = (await server.stores.findBySlug("free"))?.id ?? "";
  expect(await server.keys.revoke(id, undefined, other)).toBe(false);
  expect(await server.keys.rotate({ id, storeId: other, overlapMs: 0, expiresAt: null })).toBeUndefined();
  expect((await server.keys.list((await server.stores.findBySlug("shop"))?.id ?? "")).at(-1)).toMatchObject({
    id,
    revokedAt: null,
    expiresAt: null,
  });
});
