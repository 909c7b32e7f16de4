import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { grantToken, ines } from "../helpers/agent-shop.ts";
import { dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { galwayHome, paidWith, platformProfile, shippedTo, startUcpShop } from "../helpers/ucp-shop.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
const shop = await startUcpShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
});

const selling = () =>
  world.merchant({ sellsThrough: ["ucp"], returnPolicyUrl: "https://shop.example/returns" });

const wanted = (merchant: Merchant, reference = "poster") => ({
  line_items: [{ item: { id: productId(merchant, reference) }, quantity: 2 }],
});

type Tools = Awaited<ReturnType<typeof shop.tools>>;
interface Content {
  id: string;
  status: string;
  ucp: { status: string };
  order?: { id: string };
  messages?: { code: string }[];
}

/** Calls a tool that must not be an error. The text is the same document. */
async function call(tools: Tools, name: string, given: object): Promise<Content> {
  const result = await tools.callTool({ name, arguments: { meta: shop.meta(), ...given } });
  expect(result.isError, JSON.stringify(result)).toBeUndefined();
  const [block] = result.content as { text: string }[];
  expect(JSON.parse(block?.text ?? "")).toEqual(result.structuredContent);
  return result.structuredContent as unknown as Content;
}

async function ready(tools: Tools, merchant: Merchant): Promise<string> {
  const checkout = { ...wanted(merchant), buyer: ines, ...shippedTo() };
  const { id, status } = await call(tools, "create_checkout", { checkout });
  expect(status).toBe("ready_for_complete");
  return id;
}

/** What the endpoint responds to a call, as it is sent. */
async function post(
  { key, url = shop.mcpUrl }: Pick<Merchant, "key"> & { url?: string },
  name: string,
  given: object,
) {
  const version = "2026-07-28";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": version,
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: given,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  const body = (await response.json()) as {
    error?: { code: number; message: string; data?: Record<string, unknown> };
    result?: { structuredContent: Content };
  };
  return { status: response.status, headers: response.headers, ...body };
}

const folder = path.join(process.env.AGENT_PROTOCOLS ?? "../shared/agents", "ucp/source");
const hasContract = existsSync(folder);

test.skipIf(!hasContract)(
  "tools are the published methods of what the shop has, with their arguments (needs AGENT_PROTOCOLS)",
  async () => {
    const file = path.join(folder, "services/shopping/mcp.openrpc.json");
    const { methods }: { methods: Method[] } = JSON.parse(await readFile(file, "utf8"));
    const { tools } = await (await shop.tools(await selling())).listTools();
    const offered = methods.filter(({ name }) => !name.endsWith("_cart"));
    expect(tools.map(({ name }) => name).sort()).toEqual(offered.map(({ name }) => name).sort());
    for (const { name, params } of offered) {
      const { properties = {}, required } = tools.find((one) => one.name === name)?.inputSchema ?? {};
      expect(Object.keys(properties), name).toEqual(params.map((one) => one.name));
      expect(required, name).toEqual(params.flatMap((one) => (one.required ? [one.name] : [])));
      const [meta] = params;
      const demanded = meta?.schema.allOf?.[1]?.required ?? ["ucp-agent"];
      expect((properties.meta as { required?: string[] }).required, name).toEqual(demanded);
    }
  },
);

interface Method {
  name: string;
  params: { name: string; required: boolean; schema: { allOf?: { required?: string[] }[] } }[];
}

describe.each([{ legacy: false }, { legacy: true }])("a purchase (legacy: $legacy)", ({ legacy }) => {
  test("from the catalog to a paid order, with the names of the protocol", async () => {
    const merchant = await selling();
    const tools = await shop.tools(merchant, { legacy });
    const found = await tools.callTool({
      name: "search_catalog",
      arguments: { meta: shop.meta({ note: "Platforms may add members." }), catalog: { query: "poster" } },
    });
    expect(found.structuredContent).toMatchObject({ products: [{ title: "Tide Poster" }] });
    const created = await call(tools, "create_checkout", { checkout: wanted(merchant) });
    const { id } = created;
    expect(created).toMatchObject({ ucp: { status: "success" }, status: "incomplete", currency: "EUR" });
    const checkout = { ...wanted(merchant), buyer: ines, ...shippedTo() };
    expect(await call(tools, "update_checkout", { id, checkout })).toMatchObject({
      status: "ready_for_complete",
      fulfillment: { methods: [{ destinations: [galwayHome] }] },
    });
    expect(await call(tools, "get_checkout", { id })).toMatchObject({ id, status: "ready_for_complete" });
    const meta = shop.meta({ "idempotency-key": randomUUID() });
    const paid = await call(tools, "complete_checkout", {
      ...{ meta, id, checkout: paidWith(await grantToken(world)) },
    });
    expect(paid).toMatchObject({ status: "completed", order: { label: "1001" } });
    const order = await orderOf(merchant, id);
    expect(order).toMatchObject({ status: "paid", customerEmail: ines.email });
    expect(await call(tools, "get_order", { id: order.id })).toMatchObject({ id: order.id, checkout_id: id });
  });
});

test("a checkout is the same over REST and MCP", async () => {
  const merchant = await selling();
  const tools = await shop.tools(merchant);
  const id = await ready(tools, merchant);
  const read = await shop.agent(merchant).read(id);
  expect(read.body).toEqual(await call(tools, "get_checkout", { id }));
  const meta = shop.meta({ "idempotency-key": randomUUID() });
  expect(await call(tools, "cancel_checkout", { meta, id })).toMatchObject({ status: "canceled" });
  expect((await shop.agent(merchant).read(id)).body.status).toBe("canceled");
});

test("a completion that is repeated with its key gets the first result, and the card is charged once", async () => {
  const merchant = await selling();
  const tools = await shop.tools(merchant);
  const id = await ready(tools, merchant);
  const confirmed = () => world.stripe.requests().filter(({ path }) => path.endsWith("/confirm")).length;
  const before = confirmed();
  const checkout = paidWith(await grantToken(world));
  const given = { meta: shop.meta({ "idempotency-key": randomUUID() }), id, checkout };
  const first = await call(tools, "complete_checkout", given);
  expect(await call(tools, "complete_checkout", given)).toEqual(first);
  const meta = shop.meta({ "idempotency-key": randomUUID() });
  const again = await call(tools, "complete_checkout", { ...given, meta });
  expect(again.order).toEqual(first.order);
  expect(confirmed()).toBe(before + 1);
  expect(dataOf(await merchant.client.GET("/v1/orders", {})).length).toBe(1);
});

test("a key that was sent with other arguments is the error -32000 with 409", async () => {
  const merchant = await selling();
  const meta = shop.meta({ "idempotency-key": randomUUID() });
  await post(merchant, "create_checkout", { meta, checkout: wanted(merchant) });
  const other = await post(merchant, "create_checkout", { meta, checkout: wanted(merchant, "font") });
  expect(other).toMatchObject({ status: 409, error: { code: -32000, data: { code: "conflict" } } });
});

test("outcomes of business are results: what isn't for sale, and a checkout of another key", async () => {
  const merchant = await selling();
  const tools = await shop.tools(merchant);
  const id = await ready(tools, merchant);
  const checkout = { line_items: [{ item: { id: "prod_unknown" }, quantity: 1 }] };
  const none = { ucp: { status: "error" } };
  expect(await call(tools, "create_checkout", { checkout })).toMatchObject({
    ...{ ...none, messages: [{ code: "item_unavailable" }] },
  });
  const other = await shop.tools(await selling());
  const meta = shop.meta({ "idempotency-key": randomUUID() });
  for (const [name, given] of [
    ["get_checkout", {}],
    ["update_checkout", { checkout: wanted(merchant) }],
    ["complete_checkout", { meta, checkout: paidWith("spt_x") }],
    ["cancel_checkout", { meta: shop.meta({ "idempotency-key": randomUUID() }) }],
    ["get_order", {}],
  ] as const) {
    const answer = await call(other, name, { id, ...given });
    expect(answer, name).toMatchObject({ ...none, messages: [{ code: "not_found" }] });
  }
  shop.platform.pages.set("/plain", {
    status: 200,
    body: JSON.stringify({ ucp: { ...platformProfile.ucp, capabilities: {} } }),
  });
  const incompatible = await call(tools, "get_checkout", { meta: shop.meta({}, "/plain"), id });
  expect(incompatible).toMatchObject({ ...none, messages: [{ code: "capabilities_incompatible" }] });
});

describe("errors of JSON-RPC", () => {
  const serve = (path: string, body: unknown) =>
    shop.platform.pages.set(path, { status: 200, body: JSON.stringify(body) });

  test("-32001 for a profile of another version, one that can't be read, and none", async () => {
    const merchant = await selling();
    serve("/january", { ucp: { ...platformProfile.ucp, version: "2026-01-11" } });
    serve("/list", []);
    for (const [meta, status, code] of [
      [shop.meta({}, "/january"), 422, "version_unsupported"],
      [shop.meta({}, "/list"), 422, "profile_malformed"],
      [shop.meta({}, "/missing"), 424, "profile_unreachable"],
      [{ "ucp-agent": { profile: 'https://a.example/" profile=' } }, 400, "invalid_profile_url"],
      [{ "ucp-agent": {} }, 400, "invalid_profile_url"],
      [{}, 400, "invalid_profile_url"],
      [undefined, 400, "invalid_profile_url"],
    ] as const) {
      const answer = await post(merchant, "search_catalog", { meta, catalog: { query: "poster" } });
      expect(answer, code).toMatchObject({ status, error: { code: -32001, data: { code } } });
    }
  });

  test("-32602 for arguments that aren't as documented, with their place", async () => {
    const merchant = await selling();
    const meta = shop.meta();
    const checkout = { line_items: [{ item: {}, quantity: 1 }] };
    expect(await post(merchant, "create_checkout", { meta, checkout })).toMatchObject({
      status: 400,
      error: { code: -32602, data: { code: "invalid_request", path: "$.line_items[0].item.id" } },
    });
    for (const given of [
      { meta },
      { meta, checkout: {}, id: "chk_x" },
      { meta: shop.meta({ "idempotency-key": "17" }), checkout: wanted(merchant) },
    ]) {
      const answer = await post(merchant, "create_checkout", given);
      expect(answer, JSON.stringify(given)).toMatchObject({ status: 400, error: { code: -32602 } });
    }
    const keyless = await post(merchant, "cancel_checkout", { meta, id: "chk_x" });
    expect(keyless).toMatchObject({ status: 400, error: { code: -32602 } });
    const ids = Array.from({ length: 51 }, (_, n) => `prod_${n}`);
    const many = await post(merchant, "lookup_catalog", { meta, catalog: { ids } });
    expect(many).toMatchObject({ status: 400, error: { code: -32602 } });
  });

  test("-32000 where the store doesn't sell, for an ended checkout, and once there are too many, with retry_after", async () => {
    const closed = await world.merchant({ sellsThrough: ["acp"] });
    const search = { meta: shop.meta(), catalog: { query: "poster" } };
    expect(await post(closed, "search_catalog", search)).toMatchObject({
      ...{ status: 403, error: { code: -32000, data: { code: "forbidden" } } },
    });
    const merchant = await selling();
    const id = await ready(await shop.tools(merchant), merchant);
    const cancel = () => {
      const meta = shop.meta({ "idempotency-key": randomUUID() });
      return post(merchant, "cancel_checkout", { meta, id });
    };
    expect(await cancel()).toMatchObject({ status: 200 });
    expect(await cancel()).toMatchObject({
      ...{ status: 409, error: { code: -32000, data: { code: "checkout_ended" } } },
    });
    const limited = await startUcpShop(world, world.services, { catalog: 1 });
    const tools = { key: merchant.key, url: limited.mcpUrl };
    await post(tools, "search_catalog", search);
    const { headers, ...answer } = await post(tools, "search_catalog", search);
    await limited.close();
    expect(answer).toMatchObject({
      ...{ status: 429, error: { code: -32000, data: { retry_after: expect.any(Number) } } },
    });
    expect(headers.get("Retry-After")).toBe(String(answer.error?.data?.retry_after));
  });

  test("401 without a key, as over REST", async () => {
    const answer = await post({ key: "unknown" }, "search_catalog", { meta: shop.meta(), catalog: {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
  });
});

test("an id is only a value, and never leads to another operation", async () => {
  const merchant = await selling();
  const tools = await shop.tools(merchant);
  const own = await ready(tools, merchant);
  for (const id of [`${own}/cancel`, "../orders/x", "..", "", `${own}?x=1`, `${own}%2Fcancel`]) {
    const { error, result } = await post(merchant, "get_checkout", { meta: shop.meta(), id });
    const isUnknown = result?.structuredContent.messages?.[0]?.code === "not_found";
    expect(isUnknown || error?.code === -32602, `${id} ${JSON.stringify(error)}`).toBe(true);
  }
  expect((await call(tools, "get_checkout", { id: own })).status).toBe("ready_for_complete");
});

test("tools are offered for keys only, so no metadata names an issuer of access tokens", async () => {
  const { origin } = new URL(shop.mcpUrl);
  const response = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp/ucp`);
  expect(response.status).toBe(404);
});
