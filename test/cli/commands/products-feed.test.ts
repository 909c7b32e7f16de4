import { appendFile, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { startAgentFeed } from "../../helpers/agent-feed.ts";
import { blankProduct, manyProducts } from "../../helpers/world.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let database: Database;
let storeId: string;
let folder: string;
let agent: Awaited<ReturnType<typeof startAgentFeed>>;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "Shop", "--currency", "eur");
  database = await cli.openDatabase();
  storeId = (await database.stores.findBySlug("shop"))?.id ?? "";
  folder = path.join(path.dirname(await cli.file("any", "")), "feeds", "shop");
  agent = await startAgentFeed();
});
afterAll(async () => {
  await agent.close();
  await database.close();
  await cli.close();
});

const feed = ["products", "feed", "--store", "shop"];
const push = async (to = folder, url = agent.url) => {
  cli.type("t0ken\n");
  return cli.run(...feed, to, "--push", url, "--token", "-");
};
const size = (value: string, changes: object = {}) => ({
  ...{ ...blankProduct, reference: value, name: "Poster", priceInCents: 2400, type: "physical" as const },
  ...{ group: { slug: "poster", name: "Poster" }, options: [{ name: "Size", value }] },
  ...changes,
});

test("products feed writes metadata and a product in each line", async () => {
  await database.products.import(storeId, [size("A3"), size("A4"), ...manyProducts(3)]);
  const file = path.join(folder, "products.jsonl");
  expect(await cli.run(...feed, folder, "--target-country", "ie")).toEqual({
    ...{ exitCode: 0, stdout: `Wrote 4 products to ${file}.\n`, stderr: "" },
  });
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(["Poster", "Print 0", "Print 1", "Print 2"]);
  expect(JSON.parse(await readFile(path.join(folder, "metadata.json"), "utf8"))).toEqual({
    ...{ id: storeId, target_country: "IE", updated_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
});

test("--push sends everything once, then what changed, and what is no longer sold", async () => {
  await database.products.import(storeId, manyProducts(150));
  const first = await push();
  expect(first).toMatchObject({ exitCode: 0, stdout: "Sent 151 products of 151.\n" });
  expect(agent.taken().map((request) => request.length)).toEqual([100, 51]);
  expect((await push()).stdout).toBe("Sent 0 products of 151.\n");
  expect(agent.taken()).toEqual([]);

  const [changed] = manyProducts(150).slice(140);
  await database.products.import(storeId, [
    { ...changed, priceInCents: 5 } as never,
    size("A4", { isActive: false }),
    { ...manyProducts(1)[0], isActive: false } as never,
  ]);
  agent.control.status = 400;
  const refused = await push();
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("refused products: 400")]);
  agent.control.status = 200;
  expect((await push()).exitCode).toBe(0);
  const [request = [], ...others] = agent.taken();
  expect(others).toEqual([]);
  const none = { available: false, status: "discontinued" };
  expect(request).toMatchObject([
    { title: "Print 140", variants: [{ price: { amount: 5 } }] },
    { id: "poster", variants: [{ title: "Poster – A3" }, { title: "Poster – A4", availability: none }] },
    { variants: [{ title: "Print 0", availability: none }] },
  ]);
  expect((await push()).stdout).toBe("Sent 0 products of 150.\n");
});

test("--push corrects what a failed run has sent", async () => {
  const other = path.join(folder, "failed");
  const prints = manyProducts(120);
  const change = (changes: object) =>
    database.products.import(
      storeId,
      prints.map((print) => ({ ...print, ...changes })),
    );
  await change({});
  await database.products.import(storeId, [{ ...prints[0], isActive: false } as never]);
  expect((await push(other)).exitCode).toBe(0);
  agent.taken();

  await change({ priceInCents: 77 });
  agent.control.takes = 1;
  expect((await push(other)).exitCode).toBe(1);
  const pending = (await readdir(other)).find((name) => name.endsWith(".pending")) ?? "";
  await appendFile(path.join(other, pending), '{"id":"torn');
  const sent = agent.taken();
  expect(sent.map((request) => request.length)).toEqual([100]);
  await change({});
  await database.products.import(storeId, [{ ...prints[0], isActive: false } as never]);
  agent.control.takes = 0;
  expect((await push(other)).exitCode).toBe(1);
  agent.control.takes = Number.POSITIVE_INFINITY;
  expect((await push(other)).exitCode).toBe(0);
  const variants = [...sent, ...agent.taken()].flat().flatMap((product) => product.variants);
  const last = new Map(variants.map((variant) => [variant.title, variant]));
  expect(last.get("Print 0")?.availability?.status).toBe("discontinued");
  for (const { name, priceInCents } of prints.slice(1, 100))
    expect(last.get(name)?.price?.amount).toBe(priceInCents);
  expect((await push(other)).stdout).toMatch(/^Sent 0 products /);
  expect(await readdir(other)).toHaveLength(1);
});

test("--push discontinues no variant that moved to another product, in either direction", async () => {
  const other = path.join(folder, "moved");
  await database.products.import(storeId, [size("A3"), size("A4"), size("A5", { group: null })]);
  expect((await push(other)).exitCode).toBe(0);
  agent.taken();
  await database.products.import(storeId, [size("A3", { group: null }), size("A5")]);
  expect((await push(other)).exitCode).toBe(0);
  const sent = agent.taken().flat();
  expect(sent.map(({ title }) => title).toSorted()).toEqual(["Poster", "Poster"]);
  expect(JSON.stringify(sent)).not.toContain("discontinued");
  await database.products.import(storeId, [size("A4", { isActive: false }), size("A5", { isActive: false })]);
  expect((await push(other)).exitCode).toBe(0);
  const none = { availability: { status: "discontinued" } };
  expect(agent.taken().flat()).toMatchObject([{ id: "poster", variants: [none, none] }]);
  await database.products.import(storeId, [size("A3"), size("A4", { isActive: false })]);
});

test("--push keeps apart what each agent got from each store", async () => {
  const other = path.join(folder, "several");
  const second = await startAgentFeed();
  await cli.ask("stores", "create", "--slug", "shop-2", "--name", "Shop 2", "--currency", "eur");
  const store = await database.stores.findBySlug("shop-2");
  await database.products.import(store?.id ?? "", manyProducts(1));
  const [, count] = /of (\d+)/.exec((await push(other)).stdout) ?? [];
  expect((await push(other, second.url)).stdout).toBe(`Sent ${count} products of ${count}.\n`);
  expect((await push(other, `${second.url}/`)).stdout).toBe(`Sent 0 products of ${count}.\n`);
  cli.type("t0ken\n");
  const ofSecond = ["products", "feed", "--store", "shop-2", other, "--push", agent.url, "--token", "-"];
  agent.taken();
  expect((await cli.run(...ofSecond)).stdout).toBe("Sent 1 product of 1.\n");
  expect(agent.taken()).toMatchObject([[{ title: "Print 0" }]]);
  await second.close();
});

test.each(["?k=s", "?", "#part"])("--push refuses a URL with %s", async (end) => {
  const refused = await cli.refusal(...feed, folder, "--push", `${agent.url}${end}`, "--token", "-");
  expect(refused).toMatchObject({ exitCode: 2, error: expect.stringContaining("query") });
});

test("--push needs PUBLIC_URL in production, for the links", async () => {
  Object.assign(cli.env, { NODE_ENV: "production" });
  onTestFinished(() => void Reflect.deleteProperty(cli.env, "NODE_ENV"));
  cli.type("t0ken\n");
  const options = ["--push", "https://agent.invalid/feeds/feed_1", "--token", "-"];
  const refused = await cli.refusal(...feed, folder, ...options);
  expect(refused).toMatchObject({ exitCode: 2, error: expect.stringContaining("PUBLIC_URL") });
});

test("--push needs a token from standard input, and an agent that takes the products", async () => {
  const refusal = (...options: string[]) => cli.refusal(...feed, folder, ...options);
  expect(await refusal("--push", agent.url)).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
  const typed = await refusal("--push", agent.url, "--token", "t0ken");
  expect([typed.exitCode, typed.error.includes("t0ken")]).toEqual([2, false]);
  expect(await refusal("--push", "agent.example", "--token", "-")).toMatchObject({ exitCode: 2 });
  expect(await refusal("--target-country", "Ireland")).toMatchObject({ exitCode: 2 });
  await database.products.import(storeId, [size("A3", { priceInCents: 2500 })]);
  agent.control.body = { id: "feed_1", accepted: false };
  expect((await push()).exitCode).toBe(1);
  agent.control.body = { id: "feed_1", accepted: true };
  expect((await push()).stdout).toBe("Sent 1 product of 150.\n");
});
