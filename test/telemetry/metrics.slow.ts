import path from "node:path";
import { listen } from "@counterpart/server";
import { openTelemetry } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../server/domain/api-key.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import { productionSettings, startServer } from "../helpers/processes/server-process.ts";
import {
  addLine,
  cartWith,
  newCart,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../helpers/shopping.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type Merchant, silent, startWorld, type World } from "../helpers/world.ts";

const telemetry = await openTelemetry(
  { metrics: true, serviceName: "test", build: { name: "shop", version: "1.2.3" } },
  silent,
);
if (!telemetry.metrics) throw new Error("There are no metrics.");
const scraped = await listen({ port: 0, host: "127.0.0.1" });
scraped.serve(telemetry.metrics.listener);
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld({ telemetry, rateLimits: { checkout: 5 } });
  merchant = await world.merchant();
});
afterAll(async () => {
  await world.close();
  await scraped.stop();
});

/** The text that Prometheus would read. */
const scrape = async () => (await fetch(`http://127.0.0.1:${scraped.port}/metrics`)).text();

/** The value of one series, 0 if there is none yet. */
async function valueIn(series: string): Promise<number> {
  const line = (await scrape()).split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

const requests = (operation: string, status: number | string) =>
  valueIn(`http_request_duration_seconds_count{operation="${operation}",status="${status}"}`);
const calls = (system: string, call: string, outcome: string) =>
  valueIn(`outgoing_call_duration_seconds_count{system="${system}",call="${call}",outcome="${outcome}"}`);

describe("requests are counted and timed", () => {
  test("by operationId and status", async () => {
    const cartId = await newCart(merchant);
    expect((await addLine(merchant, cartId, "poster")).response.status).toBe(200);
    expect((await addLine(merchant, cartId, "retired")).response.status).toBe(409);
    await world.client().GET("/v1/catalog");
    expect(await requests("addCartLine", 200)).toBe(1);
    expect(await requests("addCartLine", 409)).toBe(1);
    expect(await requests("getCatalog", 401)).toBe(1);
    const within30s = 'http_request_duration_seconds_bucket{le="30",operation="addCartLine",status="200"}';
    expect(await valueIn(within30s)).toBe(1);
  });

  test("as unmatched if no operation matches, and by path for pages", async () => {
    const before = await requests("unmatched", 404);
    for (const name of ["one", "two", "three"]) await fetch(`${world.url}/v1/${name}?key=hunter2`);
    await fetch(`${world.url}/portal/returned`);
    expect(await requests("unmatched", 404)).toBe(before + 3);
    expect(await requests("GET /portal/returned", 200)).toBe(1);
    expect(await scrape()).not.toMatch(/hunter2|cart_|store_|cp_|three/);
  });

  test("but not probes, which would hide the share of failing requests", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      for (const method of ["GET", "HEAD", "POST"]) await fetch(`${world.url}${path}`, { method });
    }
    expect(await scrape()).not.toMatch(/healthz|readyz/);
    expect(await valueIn("http_requests_open")).toBe(0);
  });

  test("and 401 by what is wrong with the credential", async () => {
    const failures = (credential: string) =>
      valueIn(`authentication_failures_total{credential="${credential}"}`);
    const before = { missing: await failures("missing"), wrong: await failures("wrong") };
    await world.client().GET("/v1/catalog");
    for (const key of ["hunter2", newApiKey()]) await world.client(key).GET("/v1/catalog");
    expect(await failures("missing")).toBe(before.missing + 1);
    expect(await failures("wrong")).toBe(before.wrong + 2);
    expect(await scrape()).not.toContain("hunter2");
  });

  test("and refusals of the limiter by scope", async () => {
    const other = await world.merchant();
    const cartId = await newCart(other);
    for (let n = 0; n < 8; n++) await openCheckout(other, cartId);
    expect(await valueIn('rate_limit_refusals_total{scope="checkout"}')).toBe(3);
    expect(await requests("createCheckoutSession", 429)).toBe(3);
  });
});

test("events of the payment provider are counted by their result", async () => {
  const forged = 'provider_events_total{reception="forged"}';
  const before = await valueIn(forged);
  await fetch(`${world.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "Stripe-Signature": "t=1,v1=0" },
    body: "{}",
  });
  expect(await valueIn(forged)).toBe(before + 1);
});

test("orders and the outcomes of checkouts are counted once each", async () => {
  const outcome = (name: string) => valueIn(`checkout_outcomes_total{outcome="${name}"}`);
  const orders = () => valueIn('orders_total{payment="paid"}');
  const before = { orders: await orders(), paid: await outcome("paid") };
  const buyer = await world.merchant();
  const sessionId = await pay(await paymentPage(buyer, await cartWith(buyer, { poster: 1 })));
  for (let n = 0; n < 2; n++) await readSession(buyer, sessionId);
  expect([await orders(), await outcome("paid")]).toEqual([before.orders + 1, before.paid + 1]);
});

describe("a checkout that expires is counted once", () => {
  const expired = () => valueIn('checkout_outcomes_total{outcome="expired"}');
  const openPage = async () => {
    const buyer = await world.merchant();
    return paymentPage(buyer, await cartWith(buyer, { poster: 1 }));
  };

  test("when its event arrives, even twice", async () => {
    const before = await expired();
    const url = await openPage();
    const orders = await valueIn('orders_total{payment="pending"}');
    await world.stripe.expire(new URL(url).pathname.split("/").at(-1) ?? "");
    for (let n = 0; n < 2; n++) await world.stripe.deliver();
    expect(await expired()).toBe(before + 1);
    expect(await valueIn('orders_total{payment="pending"}')).toBe(orders);
  });

  test("when the provider's list shows it", async () => {
    const before = await expired();
    await openPage();
    world.clock.now += 25 * 60 * 60 * 1000;
    for (let n = 0; n < 2; n++) await world.sweep();
    expect(await expired()).toBe(before + 1);
  });
});

describe("calls to other systems are counted by their result", () => {
  test("the payment provider", async () => {
    const opened = await calls("payments", "openSession", "ok");
    await onPaymentPage(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    expect(await calls("payments", "openSession", "ok")).toBe(opened + 1);
    world.stripe.fail({ how: 500, requests: 5, path: "/v1/checkout/sessions" });
    expect((await openCheckout(merchant, await cartWith(merchant, { poster: 1 }))).response.status).toBe(500);
    world.stripe.clearFailures();
    expect(await calls("payments", "openSession", "failed")).toBe(1);
  });

  test("the database, for uncached calls", async () => {
    const changes = await calls("database", "carts.change", "ok");
    await addLine(merchant, await newCart(merchant), "poster");
    expect(await calls("database", "carts.change", "ok")).toBe(changes + 1);
  });
});

test("shows how busy the process, its database and its provider are", async () => {
  const text = await scrape();
  for (const name of [
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
    'database_connections{state="waiting"}',
    'payments_calls{state="used"}',
    "http_requests_open",
  ]) {
    expect(text).toContain(name);
  }
});

test("404 for anything else on the metrics port", async () => {
  expect((await fetch(`http://127.0.0.1:${scraped.port}/`)).status).toBe(404);
});

describe("a process", { timeout: 180_000 }, () => {
  const database = async () => `file:${path.join(await temporaryFolder(), "shop.db")}`;

  test("shows no metrics in production, except on a separate port", async () => {
    const settings = productionSettings(await database(), "http://127.0.0.1:9");
    const without = await startServer(settings);
    expect((await fetch(`${without.url}/metrics`)).status).toBe(404);
    await without.end("SIGTERM");

    const server = await startServer({ ...settings, METRICS_PORT: "0" });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    await fetch(`${server.url}/v1/catalog`);
    const port = /"metricsPort":(\d+)/.exec(server.output())?.[1];
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(metrics.headers.get("content-type")).toContain("text/plain");
    expect(await metrics.text()).toContain(
      'http_request_duration_seconds_count{operation="getCatalog",status="401",via="http"} 1',
    );
    expect((await server.end("SIGTERM")).code).toBe(0);
  });

  test("shows them at /metrics in development", async () => {
    const server = await startServer({ PORT: "0", DATABASE_URL: await database() });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("nodejs_eventloop_lag");
  });
});
