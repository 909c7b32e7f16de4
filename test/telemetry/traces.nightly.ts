import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { openTelemetry } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productionSettings, startServer } from "../helpers/processes/server-process.ts";
import { cartWith, openCheckout, paymentPage } from "../helpers/shopping.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type Merchant, silent, startWorld, type World } from "../helpers/world.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Receives spans like a collector, by OTLP over HTTP, and stores them. */
async function startCollector() {
  const texts: string[] = [];
  const server = createServer(async (req, res) => {
    let text = "";
    for await (const chunk of req) text += chunk;
    if (req.url === "/v1/traces") texts.push(text);
    res.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => texts.join("\n"),
    /** The `service.instance.id` of each batch. */
    instances: (): string[] =>
      texts.flatMap((text) =>
        JSON.parse(text).resourceSpans.flatMap(({ resource }: { resource: Pick<Span, "attributes"> }) =>
          resource.attributes.flatMap(({ key, value }) =>
            key === "service.instance.id" ? (value.stringValue ?? []) : [],
          ),
        ),
      ),
    spans: (): Span[] =>
      texts.flatMap((text) =>
        JSON.parse(text).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const collector = await startCollector();
afterAll(() => collector.close());

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe("what a collector gets", () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  let world: World;
  let merchant: Merchant;
  let spans: Span[];
  beforeAll(async () => {
    const telemetry = await openTelemetry(
      {
        metrics: false,
        tracesUrl: collector.url,
        serviceName: "shop",
        build: { name: "shop", version: "1.2.3" },
      },
      silent,
    );
    world = await startWorld({ telemetry });
    merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 1 });
    await fetch(`${world.url}/v1/checkout/session`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${merchant.key}`,
        "Content-Type": "application/json",
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({ cartId }),
    });
    world.stripe.fail({ how: 500, requests: 5 });
    await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
    world.stripe.clearFailures();
    await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    await fetch(`${world.url}/nothing?key=hunter2`);
    await world.close();
    await telemetry.close();
    spans = collector.spans();
  });

  test("one span per request, named by its operation, with store, status and id", () => {
    const span = spans.find(({ name, traceId: id }) => name === "createCheckoutSession" && id !== traceId);
    expect(attributesOf(span as Span)).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v1/checkout/session",
      "request.id": expect.stringMatching(/^req_/),
      store: merchant.store.id,
    });
    expect(spans.filter(({ name }) => name === "addCartLine").length).toBe(3);
    expect(spans.find(({ name }) => name === "unmatched")).toBeDefined();
  });

  test("as part of the caller's trace, if the request has a traceparent", () => {
    const span = spans.find(({ traceId: id, name }) => id === traceId && name === "createCheckoutSession");
    expect(span?.parentSpanId).toBe("00f067aa0ba902b7");
    expect(attributesOf(span as Span)).toMatchObject({ "http.response.status_code": 200 });
  });

  test("within it, its calls to the provider and the database", () => {
    const parent = spans.find(({ traceId: id, name }) => id === traceId && name === "createCheckoutSession");
    const children = spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    expect(children.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["payments openSession", "database checkoutSessions.begin"]),
    );
    expect(children.every(({ traceId: id }) => id === traceId)).toBe(true);
  });

  test("which of them failed, with only the kind of error", () => {
    const failed = spans.filter(({ name, status }) => name === "payments openSession" && status.code === 2);
    expect(failed.length).toBe(1);
    expect(Object.keys(attributesOf(failed[0] as Span))).toEqual(["error.type"]);
    const request = spans.find(({ spanId }) => spanId === failed[0]?.parentSpanId);
    expect(request?.status.code).toBe(2);
    expect(attributesOf(request as Span)["http.response.status_code"]).toBe(500);
  });

  test("the service's version, and the request's log line has its trace id", () => {
    expect(collector.text()).toContain('{"key":"service.version","value":{"stringValue":"1.2.3"}}');
    const line = world.logLines.find((one) => one.includes(traceId));
    expect(JSON.parse(line ?? "")).toMatchObject({
      msg: "request",
      trace_id: traceId,
      operationId: "createCheckoutSession",
      store: merchant.store.id,
      key: expect.stringMatching(/^key_/),
    });
  });

  test("the service's name, and no key, address, query or cart", () => {
    expect(collector.text()).toContain('{"key":"service.name","value":{"stringValue":"shop"}}');
    expect(collector.text()).not.toMatch(/hunter2|https?:\/\/|cp_|sk_test|cart_[a-z0-9]{10}|ines@/);
  });
});

describe("a process", { timeout: 180_000 }, () => {
  /** Prints at exit which OpenTelemetry modules it has loaded. */
  const counting = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    let loaded = 0;
    registerHooks({ resolve(specifier, context, next) {
      if (/^@opentelemetry.(sdk|exporter|resources|core)/.test(specifier)) loaded++;
      return next(specifier, context);
    } });
    process.on("exit", () => console.log("OpenTelemetry modules:", loaded));
  `)}`;
  const settings = async () => ({
    ...productionSettings(`file:${path.join(await temporaryFolder(), "shop.db")}`, "http://127.0.0.1:9"),
    NODE_OPTIONS: `--import "${counting}"`,
  });

  test("loads no OpenTelemetry module without an endpoint", async () => {
    const server = await startServer(await settings());
    await fetch(`${server.url}/v1/catalog`);
    expect((await server.end("SIGTERM")).output).toContain("OpenTelemetry modules: 0");
  });

  test("has its own id in its traces, unless it is given one", async () => {
    const own = await startCollector();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url };
    for (const more of [{}, {}, { OTEL_RESOURCE_ATTRIBUTES: "service.instance.id=shop-0" }]) {
      const server = await startServer({ ...(await settings()), ...endpoint, ...more });
      await fetch(`${server.url}/v1/catalog`);
      await server.end("SIGTERM");
    }
    const [one, other, given] = own.instances();
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(other).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(other).not.toBe(one);
    expect(given).toBe("shop-0");
    await own.close();
  });

  test("with one, sends its spans before it exits, under the given name", async () => {
    const own = await startCollector();
    const server = await startServer({
      ...(await settings()),
      OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
      OTEL_SERVICE_NAME: "corner-shop",
    });
    await fetch(`${server.url}/v1/catalog`);
    const { code, output } = await server.end("SIGTERM");
    expect(code).toBe(0);
    expect(output).not.toContain("OpenTelemetry modules: 0");
    expect(own.spans().map(({ name }) => name)).toContain("getCatalog");
    expect(own.text()).toContain("corner-shop");
    await own.close();
  });

  test("works and exits while the collector is unreachable, and logs it", async () => {
    const server = await startServer({
      ...(await settings()),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    expect((await fetch(`${server.url}/v1/catalog`)).status).toBe(401);
    const { code, output } = await server.end("SIGTERM");
    expect(code).toBe(0);
    expect(output).toContain("could not send traces");
  });
});
