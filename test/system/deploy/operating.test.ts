import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { tableNames } from "../../../server/database/schema.ts";
import { cartLifetimeMs } from "../../../server/domain/cart.ts";
import { retentionMs } from "../../../server/domain/retention.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";

const operating = readFileSync("docs/operating.md", "utf8");
const folder = "docs/operating";
const pages = ["SECURITY.md", "docs/operating.md", "docs/threat-model.md", "docs/scaling.md"].concat(
  readdirSync(folder).map((name) => path.join(folder, name)),
);

describe("the retention that docs/operating.md states", () => {
  const rows = new Map(
    [...operating.matchAll(/^\| ([^|]+) \| (\d+) days? \| [^|]*\|$/gm)].map(([, what = "", days]) => [
      what,
      Number(days),
    ]),
  );
  test.each([
    ["carts", cartLifetimeMs],
    ["events of the provider", retentionMs.providerEvents],
    ["those that couldn't be handled", retentionMs.unhandledEvents],
    ["events for merchants' servers", retentionMs.events],
    ["which emails were sent, without addresses and texts", retentionMs.mails],
    ["member sessions", retentionMs.memberSessions],
    ["requests for refunds, once their outcome is known", retentionMs.refundRequests],
    ["checkout sessions that expired unpaid", retentionMs.expiredCheckoutSessions],
    ["completed checkout sessions", retentionMs.completeCheckoutSessions],
    ["uploaded images that no product has", retentionMs.unusedImages],
    ["files that no product has any more, and that weren't sold", retentionMs.unusedFiles],
    ["where deleted products were in the list", retentionMs.deletedProducts],
  ])("%s: as long as the program keeps them", (what, ms) => {
    expect(rows.get(what)).toBe(ms / (24 * 60 * 60 * 1000));
  });

  test("has a row for each", () => {
    expect(Object.keys(retentionMs)).toHaveLength(11);
  });
});

test("docs/operating/secrets.md explains how to change each secret", () => {
  const reference = readFileSync("docs/reference/variables.md", "utf8");
  const secrets = [...reference.matchAll(/^\| `([A-Z_]+)` \*/gm)].map(([, name = ""]) => name);
  expect(secrets.length).toBeGreaterThan(3);
  const page = readFileSync("docs/operating/secrets.md", "utf8");
  for (const name of secrets) expect(page.includes(`\n| \`${name}\` |`), name).toBe(true);
});

describe("docs/scaling.md, beyond one database", () => {
  const [, section = ""] =
    /\n## Beyond one database[^\n]*\n([\s\S]*)/.exec(readFileSync("docs/scaling.md", "utf8")) ?? [];
  const [, ...rows] = section.split("\n").filter((line) => /^\| (tables|`\w+`,)/.test(line));
  const tablesOf = (row = "") => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);

  test("lists every table once", () => {
    expect(rows.flatMap(tablesOf).sort()).toEqual([...tableNames].sort());
  });

  test("lists those with a store_id as a store's own, besides stores themselves", async () => {
    const testDatabase = await emptySqlite();
    const engine = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate();
    const tables = await engine.read.introspection.getTables();
    const own = tables.filter(({ columns }) => columns.some(({ name }) => name === "store_id"));
    const names = own.map(({ name }) => name).filter((name) => (tableNames as string[]).includes(name));
    expect(tablesOf(rows[0]).sort()).toEqual([...names, "stores"].sort());
  });
});

test.each(pages)("%s: every test that it names exists", (page) => {
  const named = [...readFileSync(page, "utf8").matchAll(/`((?:toolkit\/)?test\/[\w./*-]+)`/g)];
  for (const [, name = ""] of named) {
    const [base = ""] = name.split("*");
    const parent = base.endsWith("/") ? base : path.dirname(base);
    const isThere = name.includes("*")
      ? readdirSync(parent).some((one) => path.join(parent, one).startsWith(base))
      : existsSync(name);
    expect(isThere, name).toBe(true);
  }
});
