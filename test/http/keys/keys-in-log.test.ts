import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";
import { openRaw } from "../../system/faults/helpers/raw-client.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** Sends bytes and waits until the server has closed the connection. */
async function sendRaw(head: string): Promise<void> {
  const client = openRaw(Number(new URL(world.url).port));
  client.socket.write(`${head.replace("\r\n", "\r\nConnection: close\r\n")}\r\n\r\n`);
  await client.closed;
}

const host = "Host: shop";
const heads: [string, (key: string) => string][] = [
  ["an unknown path", (key) => `GET /v1/nothing/${key} HTTP/1.1\r\n${host}`],
  ["the path, with a letter before it", (key) => `GET /v1/key${key} HTTP/1.1\r\n${host}`],
  ["the path, encoded", (key) => `GET /v1/${key.replace("cp_", "%63p%5f")} HTTP/1.1\r\n${host}`],
  ["the path, with a wrong encoding", (key) => `GET /v1/%zz/${key} HTTP/1.1\r\n${host}`],
  ["the path of a page", (key) => `GET /docs/${key} HTTP/1.1\r\n${host}`],
  ["the path of an operation", (key) => `GET /v1/products/${key} HTTP/1.1\r\n${host}`],
  [
    "the path of an operation, by a caller",
    (key) => `GET /v1/cart/${key} HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${merchant.key}`,
  ],
  ["the query", (key) => `GET /v1/nothing?key=${key}&${key} HTTP/1.1\r\n${host}`],
  ["an absolute URL", (key) => `GET http://${key}@shop/${key} HTTP/1.1\r\n${host}`],
  ["the request id", (key) => `GET /v1/catalog HTTP/1.1\r\n${host}\r\nX-Request-Id: ${key}`],
  ["a header's name", (key) => `GET /v1/catalog HTTP/1.1\r\n${host}\r\n${key}: x`],
  [
    "a header's value",
    (key) => `GET /v1/catalog HTTP/1.1\r\n${host}\r\nX-Api-Key: ${key}\r\nCookie: k=${key}`,
  ],
  [
    "the authorization, of another scheme",
    (key) => `GET /v1/catalog HTTP/1.1\r\n${host}\r\nAuthorization: ${key}`,
  ],
  ["the host", (key) => `GET /v1/catalog HTTP/1.1\r\nHost: ${key}`],
  ["the method", (key) => `${key} /v1/catalog HTTP/1.1\r\n${host}`],
  [
    "the signature of an event",
    (key) => `POST /webhooks/stripe HTTP/1.1\r\n${host}\r\nStripe-Signature: ${key}`,
  ],
  ["a line that isn't HTTP", (key) => key],
];

describe("a key is never logged when it is sent in", () => {
  test.each(heads)("%s", async (_, headWith) => {
    const key = newApiKey();
    world.logLines.length = 0;
    await sendRaw(headWith(key));
    await vi.waitFor(() => expect(world.logLines.length).toBeGreaterThan(0), { timeout: 10_000 });
    const text = world.logLines.join("");
    expect(text).not.toContain(key.slice(3, -8));
    expect(text).not.toContain(merchant.key);
  });

  test("a body that an error quotes", async () => {
    const key = newApiKey();
    world.logLines.length = 0;
    await world.withServices(
      (services) => ({
        ...services,
        database: {
          ...services.database,
          carts: {
            ...services.database.carts,
            create: async () => {
              throw new Error(`No cart for "${key}" at /v1/x${key}.`);
            },
          },
        },
      }),
      async () => {
        const response = await world.fetch(`${world.url}/v1/cart`, {
          method: "POST",
          headers: { Authorization: `Bearer ${merchant.key}` },
        });
        expect(response.status).toBe(500);
      },
    );
    await vi.waitFor(() => expect(world.logLines.join("")).toContain("No cart for"), { timeout: 10_000 });
    expect(world.logLines.join("")).not.toContain(key);
  });
});

test("a proxy's request id is kept, and a key instead of one is replaced", async () => {
  const ask = async (id: string) => {
    const response = await fetch(`${world.url}/healthz`, { headers: { "X-Request-Id": id } });
    return response.headers.get("X-Request-Id");
  };
  expect(await ask("proxy-1.2_3")).toBe("proxy-1.2_3");
  expect(await ask(newApiKey())).toMatch(/^req_/);
});

test.each([
  "sk_live_51Habcdefg",
  "xsk_test_51Habcdefg",
  "rk_live_51Habcdefg",
  "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
])("the provider's secret %s isn't logged", async (secret) => {
  world.logLines.length = 0;
  await fetch(`${world.url}/v1/${secret}`);
  await vi.waitFor(() => expect(world.logLines.join("")).toContain("[removed]"), { timeout: 10_000 });
  expect(world.logLines.join("")).not.toContain(secret.slice(-9));
});
