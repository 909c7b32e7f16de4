import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import tls from "node:tls";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createApi, createApiClient } from "../../../generated/client.ts";
import { hasNginx } from "../../helpers/processes/nginx.ts";
import { hasPostgresPrograms, startPostgres } from "../../helpers/processes/own-postgres.ts";
import { hasRedisServer } from "../../helpers/processes/own-redis.ts";
import { type Machine, newMachine } from "../deploy/machine.ts";
import { startSteadyLoad } from "../deploy/steady-load.ts";
import { commandsOf } from "../deploy/typed-commands.ts";
import { report } from "../faults/helpers/figures.ts";
import { type Ask, asker } from "../faults/helpers/load.ts";
import { fillShipping, launchBrowser } from "./browser.ts";

// What an operator with docs/operating.md and Debian's packages does. The commands are taken from the pages.

const missing = [
  hasNginx ? [] : "nginx",
  hasPostgresPrograms ? [] : "postgresql",
  hasRedisServer ? [] : "redis-server",
  existsSync("/usr/bin/openssl") ? [] : "openssl",
].flat();
const note = missing.length === 0 ? "" : `: not run, ${missing.join(" and ")} is not installed`;
const password = "a long walk by the sea";
const webhookSecret = "whsec_operating";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** A payment provider that every process can reach, and that knows where to send events. */
async function startProvider() {
  const stripe = createStripeStandIn();
  const { url, close } = await stripe.listen(0, "127.0.0.1");
  onTestFinished(close);
  return {
    url,
    sendEventsTo(machine: Machine): void {
      const endpoint = { url: `${machine.url}/webhooks/stripe`, secret: webhookSecret };
      stripe.control.setWebhooks({ mode: "now", endpoints: [endpoint, { ...endpoint, connect: true }] });
    },
  };
}

const stripeSecrets = { STRIPE_SECRET_KEY: "sk_test_operating", STRIPE_WEBHOOK_SECRET: webhookSecret };

/** docs/operating/systemd.md, from the secrets to nginx. */
async function bringUp(machine: Machine, providerUrl: string): Promise<void> {
  await machine.typeTested("secrets", stripeSecrets);
  await machine.typeTested("database");
  await machine.typeTested("redis");
  await machine.startRedis();
  await machine.typeTested("settings");
  await machine.set("STRIPE_API_BASE", providerUrl);
  await machine.set("RATE_LIMITS", "global=1000000,product-reads=1000000,cart-writes=1000000");
  await machine.typeTested("units");
  await Promise.all([machine.start(1), machine.start(2)]);
  await machine.typeTested("certificate");
  await startNginx(machine);
}

/** The rest of this process trusts its certificate, as clients trust a real one. */
async function startNginx(machine: Machine, changes?: "one server"): Promise<void> {
  tls.setDefaultCACertificates([...tls.getCACertificates(), await readFile(machine.certificate, "utf8")]);
  await machine.typeTested("nginx");
  if (changes) await machine.typeTested(changes);
  await machine.startNginx();
}

/** docs/operating.md, "The first store": the owner signs in, fills the store and publishes it. Returns its API key. */
async function openFirstStore(machine: Machine, page: Page): Promise<string> {
  const invited = await machine.type(commandsOf("docs/operating.md", "first store"));
  const [link = ""] = /https:\S+/.exec(invited) ?? [];
  expect(link).toContain(`${machine.url}/`);
  await page.goto(link);
  await page.getByLabel("Choose a password").fill(password);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL(`${machine.url}/dashboard/stores/harbour`);

  await page.goto(`${machine.url}/dashboard/stores/harbour/products/import`);
  await page.getByLabel("File").setInputFiles("server/development/products.csv");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Import complete").waitFor();
  await machine.type(commandsOf("docs/operating.md", "own account"));
  await page.goto(`${machine.url}/dashboard/stores/harbour`);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("The store is published.").waitFor();
  await page.goto(`${machine.url}/dashboard/stores/harbour/keys`);
  await page.getByLabel("Label").fill("website");
  await page.getByRole("button", { name: "Create" }).click();
  const key = (await page.locator(".secret").textContent()) ?? "";
  await page.goto(`${machine.url}/dashboard/stores/harbour/payments`);
  expect(await page.textContent("main")).toContain("The store can sell");
  return key;
}

/** A purchase in the browser, up to the thank-you page. Returns the order. */
async function buy(machine: Machine, apiKey: string) {
  const api = createApi(createApiClient({ baseUrl: machine.url, auth: { apiKey } }));
  const products = dataOf(await api.listProducts());
  const product = products.find(({ type }) => type === "physical") ?? products[0];
  const { id: cartId } = dataOf(await api.createCart());
  dataOf(await api.addCartLine({ path: { cartId }, body: { productId: product?._id ?? "", quantity: 1 } }));
  const { url } = dataOf(await api.createCheckoutSession({ body: { cartId } }));
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(url);
  await page.fill("[name=email]", "ines@reader.example");
  await fillShipping(page);
  await page.click("button[name=outcome][value=pay]");
  await page.waitForURL(/\/checkout\/success\?session_id=/);
  const sessionId = new URL(page.url()).searchParams.get("session_id") ?? "";
  await page.close();
  const [order] = dataOf(await api.listOrders({ query: { sessionId } }));
  return { id: order?.id ?? "", status: order?.status, productId: product?._id ?? "" };
}

function dataOf<T>(answer: { status: number; data?: { data: T }; error?: unknown }): T {
  if (answer.data) return answer.data.data;
  throw new Error(`${answer.status}: ${JSON.stringify(answer.error)}`);
}

/** What people of the store would miss. */
async function contentsOf(machine: Machine) {
  const of = <T>(...words: string[]) => machine.shop<T>(...words, "--store", "harbour");
  return {
    store: await machine.shop("stores", "show", "harbour"),
    orders: await of("orders", "list"),
    products: await of("products", "list"),
    // A key's last use is written a minute or two late.
    keys: (await of<{ id: string; label: string }[]>("keys", "list")).map(({ id, label }) => ({ id, label })),
    people: await of("users", "list"),
    audit: await of("audit", "list"),
  };
}

async function expectHealthy(machine: Machine): Promise<void> {
  const { checks } = await machine.shop<{ checks: { status: string }[] }>("doctor");
  expect(checks.length).toBeGreaterThan(5);
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
}

const versionOf = async ({ url }: { url: string }) =>
  ((await (await fetch(`${url}/version`)).json()) as { version: string }).version;

describe.skipIf(missing.length > 0)(`with docs/operating.md alone${note}`, { timeout: 300_000 }, () => {
  test("two servers behind nginx: start, a sale and its refund in the dashboard, restore elsewhere, upgrade under load", async () => {
    const provider = await startProvider();
    const machine = await newMachine(await startPostgres());
    await bringUp(machine, provider.url);
    provider.sendEventsTo(machine);

    const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
    const apiKey = await openFirstStore(machine, page);
    await expectHealthy(machine);
    const order = await buy(machine, apiKey);
    expect(order.status).toBe("paid");
    await page.goto(`${machine.url}/dashboard/stores/harbour/orders/${order.id}`);
    await page.getByRole("link", { name: "Refund" }).click();
    await page.getByRole("button", { name: "Review refund" }).click();
    await page.getByRole("button", { name: "Refund" }).click();
    await page.goto(`${machine.url}/dashboard/stores/harbour/orders/${order.id}`);
    await vi.waitFor(async () => {
      await page.reload();
      expect(await page.textContent("main")).toContain("Refunded");
    });

    const backup = path.join(machine.root, "counterpart.dump");
    await machine.type(
      `DATABASE_URL=$(cat /etc/counterpart/secrets/database_url)
      ${commandsOf("docs/operating/backup.md", "postgres backup")}`,
      { BACKUP: backup },
    );
    const kept = await contentsOf(machine);
    const other = await restoreElsewhere(machine, backup);
    expect(await contentsOf(other)).toEqual(kept);
    provider.sendEventsTo(other);
    await expectHealthy(other);
    await signIn(other);
    expect((await buy(other, apiKey)).status).toBe("paid");

    await upgradeUnderLoad(machine, apiKey, order.productId);
    expect(await contentsOf(machine)).toMatchObject({ orders: kept.orders, products: kept.products });
    await page.goto(`${machine.url}/dashboard/stores/harbour/orders/${order.id}`);
    expect(await page.textContent("main")).toContain("Refunded");
    provider.sendEventsTo(machine);
    expect((await buy(machine, apiKey)).status).toBe("paid");
  });

  test("one process without PostgreSQL and Redis: start, a sale, and the backup of its file", async () => {
    const provider = await startProvider();
    const machine = await newMachine();
    await machine.typeTested("secrets", stripeSecrets);
    await machine.typeTested("settings");
    await machine.typeTested("one process");
    await machine.set("STRIPE_API_BASE", provider.url);
    await machine.typeTested("units");
    await machine.edit(1, "one process's unit");
    await machine.start(1);
    await machine.typeTested("certificate");
    await startNginx(machine, "one server");
    provider.sendEventsTo(machine);
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const apiKey = await openFirstStore(machine, page);
    await expectHealthy(machine);
    expect((await buy(machine, apiKey)).status).toBe("paid");
    const BACKUP = path.join(machine.root, "backup.db");
    await machine.type(commandsOf("docs/operating/backup.md", "embedded backup"), { BACKUP });
    expect(existsSync(BACKUP)).toBe(true);
  });
});

/** docs/operating/backup.md, "On a new machine". */
async function restoreElsewhere(old: Machine, backup: string): Promise<Machine> {
  const machine = await newMachine(await startPostgres());
  await copyFolder(old, machine, "etc/counterpart");
  await copyFolder(old, machine, "etc/nginx/tls");
  await machine.typeTested("database");
  await machine.typeTested("redis");
  await machine.startRedis();
  await machine.type(commandsOf("docs/operating/backup.md", "new machine"), { BACKUP: backup });
  await machine.typeTested("units");
  await Promise.all([machine.start(1), machine.start(2)]);
  await startNginx(machine);
  return machine;
}

/** The ports are the other's here, because both are on this machine. */
async function copyFolder(from: Machine, to: Machine, folder: string): Promise<void> {
  const target = path.join(to.root, folder);
  await cp(path.join(from.root, folder), target, { recursive: true });
  const ports = [from, to].map(({ ports }) => Object.values(ports).flat());
  for (const file of (await readdir(target, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )) {
    const name = path.join(file.parentPath, file.name);
    let text = await readFile(name, "utf8");
    ports[0]?.forEach((port, n) => {
      text = text.replaceAll(new RegExp(`\\b${port}\\b`, "g"), `${ports[1]?.[n]}`);
    });
    await writeFile(name, text);
  }
}

/** With the password from before the backup. */
async function signIn({ url }: Machine): Promise<void> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByLabel("Email address").fill("ada@harbour.example");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/dashboard/stores/harbour`);
  await page.close();
}

/** Waits for `nginx -s reload` to take effect. */
async function renewCertificate(machine: Machine): Promise<void> {
  const old = await readFile(machine.certificate, "utf8");
  await machine.typeTested("certificate");
  const renewed = await readFile(machine.certificate, "utf8");
  tls.setDefaultCACertificates([...tls.getCACertificates(), old, renewed]);
  await machine.type("nginx -c /etc/nginx/nginx.conf -g 'pid /etc/nginx/nginx.pid;' -s reload");
  const { port } = new URL(machine.url);
  await vi.waitFor(async () => expect(await certificateAt(Number(port))).toBe(fingerprintOf(renewed)));
}

const fingerprintOf = (certificate: string) => new X509Certificate(certificate).fingerprint256;

function certificateAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: "127.0.0.1", servername: "localhost" }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    });
    socket.once("error", reject);
  });
}

async function upgradeUnderLoad(machine: Machine, apiKey: string, productId: string): Promise<void> {
  await machine.installNextVersion();
  const ask = asker(machine.url, apiKey);
  // nginx closes idle connections when it reloads, which a client may notice too late for its next request.
  const onNewConnection: Ask = (method, path, body) => ask(method, path, body, { Connection: "close" });
  const load = await startSteadyLoad(onNewConnection, productId, 40);
  await renewCertificate(machine);
  await machine.typeTested("another version");
  for (const n of [1, 2]) {
    await machine.restart(n);
    // The page waits ten seconds; here it is until nginx uses the server again.
    await vi.waitFor(() => expect(machine.servers[n - 1]?.output()).toContain('"msg":"request"'), 60_000);
  }
  await load.stop();
  report("upgrade of two servers behind nginx", { answered: load.answered(), failed: load.failed.length });
  expect(load.failed).toEqual([]);
  expect(load.answered()).toBeGreaterThan(100);
  for (const server of machine.servers) expect(await versionOf(server)).toBe("0.3.1");
}
