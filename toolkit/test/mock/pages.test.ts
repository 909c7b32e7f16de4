import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfigValue } from "../../cli/config/config-schema.ts";
import { type Mock, type SharedMock, startMock, startSharedMock } from "../../testing/mock/start-mock.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const json = (schema: object, more: object) => ({ "application/json": { schema, ...more } });
const address = { type: "string", format: "uri" };

const order = {
  id: "o1",
  payAt: "https://pay.example.com/o1?x=1&y=2",
  pictures: ["https://pictures.example.com/1.png"],
  note: "https://pay.example.com.evil.test/",
};

const orders = {
  openapi: "3.1.0",
  info: { title: "Orders & more", version: "1.0.0" },
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        summary: "List <all> orders",
        responses: {
          "200": {
            description: "All.",
            content: json(
              { type: "array", items: { type: "object", properties: { payAt: address } } },
              { example: [order] },
            ),
          },
          "409": {
            description: "No.",
            content: json(
              { type: "object" },
              { examples: { EMPTY: { value: { code: "EMPTY" } }, FULL: { value: { code: "FULL" } } } },
            ),
          },
        },
      },
    },
  },
};

const rooted = {
  openapi: "3.1.0",
  info: { title: "Rooted", version: "2.0.0" },
  paths: {
    "/": {
      get: {
        operationId: "root",
        responses: { "200": { description: "It.", content: json({}, { example: "root" }) } },
      },
    },
  },
};

const secured = {
  openapi: "3.1.0",
  info: { title: "Secured", version: "1.0.0" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/people": {
      post: {
        operationId: "addPerson",
        parameters: [
          { name: "team", in: "query", required: true, schema: { type: "string" }, example: "red & blue" },
        ],
        requestBody: { required: true, content: json({ type: "object" }, { example: { name: "Ada" } }) },
        responses: {
          "201": { description: "Added.", content: json({ type: "object" }, { example: { id: "p1" } }) },
          "400": { description: "No.", content: json({ type: "object" }, { example: { error: "No." } }) },
          "4XX": { description: "No.", content: json({ type: "object" }, { example: { error: "No." } }) },
        },
      },
    },
  },
};

const sites = {
  "https://pay.example.com": {
    title: "Pay <here>",
    links: { "Pay & return": "http://localhost:3001/thanks?a=1&b=2", Cancel: "http://localhost:3001/cart" },
  },
};

const folder = writtenFiles({ "orders.json": orders, "rooted.json": rooted, "secured.json": secured });
const file = (name: string) => path.join(folder, name);
const html = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
const listed = async (url: string) => (await (await fetch(`${url}/orders`)).json()) as (typeof order)[];
const text = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
/** The addresses of the calls on a page. */
const linksIn = (page: string) =>
  [...page.matchAll(/href="(\/_mock\/call[^"]*)"/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: file("orders.json"), port: 0, basePath: "/v1", sites });
});
afterAll(() => mock.close());

describe("GET /", () => {
  test("200 with a list of answers, as JSON", async () => {
    const response = await fetch(mock.url);
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(await response.json()).toEqual({
      documents: [
        {
          title: "Orders & more",
          version: "1.0.0",
          operations: [
            {
              operationId: "listOrders",
              method: "GET",
              path: "/v1/orders",
              summary: "List <all> orders",
              answers: { "200": [], "409": ["EMPTY", "FULL"] },
            },
          ],
        },
      ],
    });
  });

  test("200 with a page for browsers", async () => {
    const response = await fetch(mock.url, html);
    const page = await response.text();
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(page).toContain("<title>Mock of Orders &amp; more 1.0.0</title>");
    expect(page).toContain(
      '<a class="path" href="/_mock/call?operation=listOrders"><code>/v1/orders</code></a>',
    );
    expect(page).toContain("List &lt;all&gt; orders");
    expect(page).toContain('<span class="verb get">GET</span>');
    expect(page).toContain(`${mock.url}/v1/orders`);
    expect(linksIn(page)).toEqual([
      "/_mock/call?operation=listOrders",
      "/_mock/call?operation=listOrders&code=200",
      "/_mock/call?operation=listOrders&code=409",
    ]);
  });

  test("405 for other methods", async () => {
    const response = await fetch(mock.url, { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("GET /_mock/call", () => {
  test("200 with the command and the mock's answer to it", async () => {
    const page = await text(`${mock.url}/_mock/call?operation=listOrders&code=409&example=FULL`);
    expect(page).toContain(`curl -i &#39;${mock.url}/v1/orders?__code=409&amp;__example=FULL&#39;`);
    expect(page).toContain('<span class="status s4">409 Conflict</span>');
    expect(page).toContain("{\n  &quot;code&quot;: &quot;FULL&quot;\n}");
    expect(page).toContain('value="409 FULL" checked>');
    expect(page).toContain('value="409 EMPTY">');
  });

  test("the first example is chosen if none is named", async () => {
    const page = await text(`${mock.url}/_mock/call?operation=listOrders&code=409`);
    expect(page).toContain("__code=409&amp;__example=EMPTY");
    expect(page).toContain('value="409 EMPTY" checked>');
  });

  test("a request with a body, a credential and a required parameter is sent as the command says", async () => {
    const secured = await startMock({ document: file("secured.json"), port: 0 });
    const [address = ""] = linksIn(await text(secured.url, html)).filter((one) => one.includes("4XX"));
    const page = await text(secured.url + address);
    expect(page).toContain("__code=401&#39;");
    expect(page).toContain("-H &#39;X-Key: any&#39;");
    expect(page).toContain("--data-raw &#39;{\n  &quot;name&quot;: &quot;Ada&quot;\n}&#39;");
    expect(page).toContain('<span class="status s4">401 Unauthorized</span>');
    const success = await text(`${secured.url}/_mock/call?operation=addPerson&code=201`);
    expect(success).toContain('<span class="status s2">201 Created</span>');
    await secured.close();
  });

  test("each document of a mock has its own calls", async () => {
    const both = await startSharedMock(
      [
        { name: "rooted", file: file("rooted.json"), basePath: "/r" },
        { name: "orders", file: file("orders.json") },
      ],
      { port: 0 },
    );
    for (const address of linksIn(await text(both.url, html))) {
      expect(await text(both.url + address)).toContain('<span class="status');
    }
    await both.close();
  });

  test.each(["", "?operation=nothing&code=200", "?operation=listOrders&code=toString"])(
    "404 for %j",
    async (query) => {
      expect((await fetch(`${mock.url}/_mock/call${query}`)).status).toBe(404);
    },
  );

  test("the pages' script may run", async () => {
    const [, address = ""] = /<script src="([^"]+)"/.exec(await text(mock.url, html)) ?? [];
    const response = await fetch(mock.url + address);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
  });
});

describe("external sites", () => {
  test("links to them lead to the mock, and other links stay unchanged", async () => {
    const [got] = await listed(`${mock.url}/v1`);
    expect(got).toEqual({ ...order, payAt: `${mock.url}/_mock/site?url=${encodeURIComponent(order.payAt)}` });
    const page = await text(got?.payAt ?? "");
    expect(page).toContain("<h1>Pay &lt;here&gt;</h1>");
    expect(page).toContain("https://pay.example.com/o1?x=1&amp;y=2");
    expect(page).toContain('<a href="http://localhost:3001/thanks?a=1&amp;b=2">Pay &amp; return</a>');
  });

  test.each(["", "?url=", "?url=https://other.example.com/", "?url=nowhere"])("404 for %j", async (query) => {
    expect((await fetch(`${mock.url}/_mock/site${query}`)).status).toBe(404);
  });

  test("without a configuration, every link stays unchanged", async () => {
    const plain = await startMock({ document: file("orders.json"), port: 0 });
    expect(await (await fetch(`${plain.url}/orders`)).json()).toEqual([order]);
    await plain.close();
  });

  test.each([
    [{ "https://pay.example.com/": { title: "Pay" } }, "must be an origin, as in https://login.example.com."],
    [{ "https://pay.example.com": {} }, "title"],
    [{ "https://pay.example.com": { title: "Pay", link: {} } }, "`link` isn't a key of"],
  ])("a mistake in the configuration is reported: %j", (mockSites, sentence) => {
    const { mistakes } = readConfigValue({ documents: [{ mockSites }] });
    expect(mistakes).toEqual([expect.stringContaining(sentence)]);
  });
});

describe("several documents", () => {
  let shared: SharedMock;
  beforeAll(async () => {
    shared = await startSharedMock(
      [
        { name: "rooted", file: file("rooted.json"), basePath: "/r" },
        { name: "orders", file: file("orders.json"), sites },
      ],
      { port: 0 },
    );
  });
  afterAll(() => shared.close());

  test("/ lists all of them, and each has its own sites", async () => {
    const documents = [{ title: "Rooted" }, { title: "Orders & more" }];
    expect(await (await fetch(shared.url)).json()).toMatchObject({ documents });
    const [got] = await listed(shared.url);
    expect(await text(got?.payAt ?? "")).toContain("Pay &lt;here&gt;");
  });
});

test("a document with a path / answers it itself", async () => {
  const own = await startMock({ document: file("rooted.json"), port: 0 });
  expect(await text(own.url, html)).toBe('"root"');
  await own.close();
});
