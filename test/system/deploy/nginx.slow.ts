import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { startNginx, withNginx } from "../../helpers/processes/nginx.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { cartWith, contentsOf, newCart } from "../../helpers/shopping.ts";
import { openRaw, statusOf } from "../faults/helpers/raw-client.ts";

// deploy/nginx/nginx.conf in Debian's nginx, in front of servers of this machine.

/** A test's own server. */
async function upstream(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Two addresses where no server listens. */
const unreachable: [string, string] = ["http://127.0.0.1:9", "http://127.0.0.1:10"];

/** Two real servers on one database, as compose starts them, except for what doesn't concern nginx. */
async function twoServers() {
  const testDatabase = await emptySqlite();
  onTestFinished(() => testDatabase.drop());
  const shop = await seedShop(testDatabase.url, "http://127.0.0.1:9");
  const env = { ...shop.env, TRUST_PROXY: "1" };
  const [one, other] = await Promise.all([startServer(env), startServer(env)]);
  return { shop, env, processes: [one, other] as const, servers: [one.url, other.url] as [string, string] };
}

/** A response from nginx itself. */
async function refusalOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-api-version")).toBe("v1");
  expect(response.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const body = (await response.json()) as { error: string; code: string };
  expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/), code: expect.any(String) });
  return { status: response.status, code: body.code };
}

/** The same for bytes that fetch wouldn't send. */
async function rawRefusal(url: string, bytes: string) {
  const client = openRaw(Number(new URL(url).port));
  client.socket.write(bytes);
  await client.closed;
  const [head = "", body = ""] = client.text().split("\r\n\r\n");
  expect(head).toContain("Content-Type: application/json");
  expect(head).toContain("X-API-Version: v1");
  expect(head).toMatch(/^X-Request-Id: \w+/m);
  return { status: Number(statusOf(client)), head, ...(JSON.parse(body) as { error: string; code: string }) };
}

withNginx("nginx in front of two servers", () => {
  test("passes on requests and responses unchanged, with the same request id everywhere", {
    timeout: 180_000,
  }, async () => {
    const { shop, servers } = await twoServers();
    const url = await startNginx({ servers });
    const merchant = shop.merchantAt(url);
    const cartId = await cartWith(merchant, { poster: 2, font: 1 });
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2, font: 1 });
    const refused = await fetch(`${url}/v1/cart/cart_unknown`, {
      headers: { Authorization: `Bearer ${shop.key}`, "X-Request-Id": "of-the-caller" },
    });
    expect(refused.status).toBe(404);
    expect(refused.headers.get("x-request-id")).toBe("of-the-caller");
    expect(refused.headers.get("x-api-version")).toBe("v1");
    expect(((await refused.json()) as { code: string }).code).toBe("NOT_FOUND");
    const ids = await Promise.all(
      [1, 2].map(async () => (await fetch(`${url}/v1/catalog`)).headers.get("x-request-id")),
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  describe("refuses with the API's error bodies:", () => {
    test("500 with Retry-After while no server accepts a connection", async () => {
      const url = await startNginx({ servers: unreachable });
      const response = await fetch(`${url}/v1/catalog`);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(await refusalOf(response)).toEqual({ status: 500, code: "INTERNAL_ERROR" });
    });

    test("413 a body far beyond what the servers accept", async () => {
      const url = await startNginx({ servers: unreachable });
      const response = await fetch(`${url}/v1/cart`, { method: "POST", body: "x".repeat(1_200_000) });
      expect(await refusalOf(response)).toEqual({ status: 413, code: "INVALID_REQUEST" });
    });

    test("414 a URL that is too long, 431 headers that are too large", async () => {
      const url = await startNginx({ servers: unreachable });
      const long = await rawRefusal(url, `GET /${"a".repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(long).toMatchObject({ status: 414, code: "INVALID_REQUEST" });
      const large = await rawRefusal(url, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"a".repeat(9000)}\r\n\r\n`);
      expect(large).toMatchObject({ status: 431, code: "INVALID_REQUEST" });
    });

    test.each([
      ["no Host", "GET /v1/catalog HTTP/1.1\r\n\r\n"],
      ["two Hosts", "GET /v1/catalog HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
      ["garbage", "\u0001\u0002\r\n\r\n"],
      ["an invalid method", "get /v1/catalog HTTP/1.1\r\nHost: a\r\n\r\n"],
    ])("400 %s", async (_, bytes) => {
      const url = await startNginx({ servers: unreachable });
      expect(await rawRefusal(url, bytes)).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
    });

    test("405 TRACE, with the existing methods", async () => {
      const url = await startNginx({ servers: unreachable });
      const bytes = "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      const { status, code, head } = await rawRefusal(url, bytes);
      expect({ status, code }).toEqual({ status: 405, code: "INVALID_REQUEST" });
      expect(head).toContain("Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    });

    test("404 its own error pages, which can't be requested", async () => {
      const url = await startNginx({ servers: unreachable });
      const response = await fetch(`${url}/_errors/500`);
      expect(await refusalOf(response)).toEqual({ status: 404, code: "NOT_FOUND" });
    });
  });

  test("keeps the dashboard's own path", async () => {
    const echo = await upstream((req, res) => res.end(req.url));
    const url = await startNginx({ servers: [echo, echo] });
    const response = await fetch(`${url}/dashboard`, { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([200, "/dashboard"]);
  });

  test("passes a product file to the dashboard, although the API accepts less", async () => {
    const counting = await upstream((req, res) => {
      let bytes = 0;
      req.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      req.on("end", () => res.end(`${bytes}`));
    });
    const url = await startNginx({ servers: [counting, counting] });
    const body = "x".repeat(100 * 1024 ** 2);
    const products = `${url}/dashboard/stores/demo/products`;
    const imported = await fetch(`${products}/import`, { method: "POST", body });
    expect([imported.status, await imported.text()]).toEqual([200, `${body.length}`]);
    expect((await fetch(`${url}/v1/cart`, { method: "POST", body })).status).toBe(413);
    const file = `${products}/prod_1/file`;
    expect((await fetch(file, { method: "POST", body })).status).toBe(imported.status);
    expect((await fetch(`${file}/remove`, { method: "POST", body })).status).toBe(413);
  });

  test("closes a connection whose headers or body don't arrive in time", async () => {
    const url = await startNginx({
      servers: unreachable,
      changes: {
        "client_header_timeout 10s;": "client_header_timeout 1s;",
        "client_body_timeout 15s;": "client_body_timeout 1s;",
      },
    });
    const port = Number(new URL(url).port);
    const [nothing, half, body] = [openRaw(port), openRaw(port), openRaw(port)];
    half.socket.write("GET /v1/catalog HTTP/1.1\r\nHost: a\r\n");
    body.socket.write("POST /v1/cart HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345");
    await Promise.all([nothing.closed, half.closed, body.closed]);
  });

  test("429 RATE_LIMITED beyond the concurrent requests of one address, until one is over", async () => {
    const waiting: (() => void)[] = [];
    const slow = await upstream((req, res) => {
      if (req.url === "/healthz") res.end();
      else waiting.push(() => res.end("{}"));
    });
    const url = await startNginx({
      servers: [slow, slow],
      changes: { "limit_conn addresses 100;": "limit_conn addresses 3;" },
    });
    const held = [1, 2, 3].map(() => fetch(`${url}/v1/catalog`));
    await vi.waitFor(() => expect(waiting).toHaveLength(3));
    const response = await fetch(`${url}/v1/catalog`);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await refusalOf(response)).toEqual({ status: 429, code: "RATE_LIMITED" });
    for (const answer of waiting.splice(0)) answer();
    for (const { status } of await Promise.all(held)) expect(status).toBe(200);
    const next = fetch(`${url}/v1/catalog`);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting[0]?.();
    expect((await next).status).toBe(200);
  });

  test("skips a server that hangs: reads go to the other, and a write isn't made twice", {
    timeout: 180_000,
  }, async () => {
    const { shop, processes, servers } = await twoServers();
    const url = await startNginx({
      servers,
      changes: { "proxy_read_timeout 12s;": "proxy_read_timeout 2s;", "fail_timeout=5s": "fail_timeout=60s" },
    });
    const [hanging] = processes;
    process.kill(hanging.pid, "SIGSTOP");
    onTestFinished(() => void process.kill(hanging.pid, "SIGCONT"));
    const read = () => fetch(`${url}/v1/products`, { headers: { Authorization: `Bearer ${shop.key}` } });
    for (const _ of [1, 2, 3, 4]) expect((await read()).status).toBe(200);
    // The hanging one is skipped for now, so the writes reach the other.
    const merchant = shop.merchantAt(url);
    for (const _ of [1, 2]) expect(await newCart(merchant)).toMatch(/^cart_/);
  });

  test("500, once, for a write to a server that hangs", async () => {
    let asked = 0;
    const hangs = await upstream((req, res) => {
      if (req.url === "/healthz") res.end();
      else asked++;
    });
    const url = await startNginx({
      servers: [hangs, hangs],
      changes: { "proxy_read_timeout 12s;": "proxy_read_timeout 1s;" },
    });
    const response = await fetch(`${url}/v1/cart`, { method: "POST" });
    expect(await refusalOf(response)).toEqual({ status: 500, code: "INTERNAL_ERROR" });
    expect(asked).toBe(1);
  });

  describe("X-Forwarded-For is", () => {
    const asked = async (trusted: string[], given?: string) => {
      let headers: IncomingHttpHeaders = {};
      const echo = await upstream((req, res) => {
        headers = req.headers;
        res.end();
      });
      const url = await startNginx({ servers: [echo, echo], trusted });
      await fetch(`${url}/v1/catalog`, given === undefined ? {} : { headers: { "X-Forwarded-For": given } });
      return headers["x-forwarded-for"];
    };

    test("the sender's address", async () => {
      expect(await asked([])).toBe("127.0.0.1");
    });

    test("the sender's address, whatever it sends, unless it is trusted", async () => {
      expect(await asked([], "203.0.113.9")).toBe("127.0.0.1");
      expect(await asked(["192.0.2.1"], "203.0.113.9, 192.0.2.1")).toBe("127.0.0.1");
    });

    test("the client that a trusted proxy names, and not one that its sender named", async () => {
      expect(await asked(["127.0.0.1"], "203.0.113.9")).toBe("203.0.113.9");
      expect(await asked(["127.0.0.0/8"], "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
      expect(await asked(["127.0.0.1", "192.0.2.1"], "203.0.113.9, 192.0.2.1")).toBe("203.0.113.9");
    });

    test("the address of a trusted proxy that names no client", async () => {
      expect(await asked(["127.0.0.1"])).toBe("127.0.0.1");
    });
  });

  test("clients behind a trusted proxy are counted separately, and clients that only claim another address aren't", {
    timeout: 180_000,
  }, async () => {
    const { env, servers } = await twoServers();
    expect(env.TRUST_PROXY).toBe("1");
    const [one] = servers;
    const remaining = async (url: string, address: string) => {
      const response = await fetch(`${url}/v1/products`, { headers: { "X-Forwarded-For": address } });
      expect(response.status).toBe(401);
      return Number(response.headers.get("ratelimit-remaining"));
    };
    const behind = await startNginx({ servers: [one, one], trusted: ["127.0.0.1"] });
    const [first, second] = [await remaining(behind, "203.0.113.1"), await remaining(behind, "203.0.113.2")];
    expect(second).toBe(first);
    expect(await remaining(behind, "203.0.113.1")).toBe(first - 1);
    const open = await startNginx({ servers: [one, one] });
    const before = await remaining(open, "203.0.113.3");
    expect(await remaining(open, "203.0.113.4")).toBe(before - 1);
  });
});
