import { randomInt } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createApiClient } from "../../../generated/client.ts";
import { stateFileOf } from "../../../server/development/development.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { dataOf, pay } from "../../helpers/shopping.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const demoKey = "cp_demo_key_for_development_only";

async function place() {
  const databaseUrl = `file:${path.join(await temporaryFolder(), "shop.db")}`;
  const stateFile = stateFileOf(databaseUrl);
  const start = async () => {
    const server = await startServer({ PORT: "0", DATABASE_URL: databaseUrl });
    const client = createApiClient({ baseUrl: server.url, auth: { apiKey: demoKey } });
    return { ...server, client };
  };
  return { stateFile, start };
}

type Running = Awaited<ReturnType<Awaited<ReturnType<typeof place>>["start"]>>;

async function openSession({ client }: Running) {
  const [product] = dataOf(await client.GET("/v1/products")).filter(({ type }) => type === "digital");
  const { id: cartId } = dataOf(await client.POST("/v1/cart"));
  await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: product?._id ?? "", quantity: 1 },
  });
  const { url } = dataOf(await client.POST("/v1/checkout/session", { body: { cartId } }));
  return { cartId, url };
}

const session = async ({ client }: Running, sessionId: string) =>
  dataOf(await client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } }));

describe("npm start in development", { timeout: 180_000 }, () => {
  test("a pay page that is open when the server stops accepts the payment after the next start", async () => {
    const { stateFile, start } = await place();
    const before = await start();
    const { cartId, url } = await openSession(before);
    expect((await before.end("SIGTERM")).code).toBe(0);
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
    const after = await start();
    const id = new URL(url).pathname.split("/").at(-1) ?? "";
    expect(await session(after, id)).toMatchObject({ status: "open", url });
    const sessionId = await pay(url);
    expect(await session(after, sessionId)).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
      cartId,
    });
    const { lines } = dataOf(await after.client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } }));
    expect(lines).toEqual([]);
  });

  test("it also does after kill -9, a second or more after it was opened", async () => {
    const { stateFile, start } = await place();
    const before = await start();
    const { url } = await openSession(before);
    const id = new URL(url).pathname.split("/").at(-1) ?? "none";
    await vi.waitFor(async () => expect(await readFile(stateFile, "utf8")).toContain(id), 10_000);
    await before.end("SIGKILL");
    const after = await start();
    expect(await session(after, await pay(url))).toMatchObject({ paymentStatus: "paid" });
  });

  test("without the state file, sessions that can no longer be paid expire", async () => {
    const { stateFile, start } = await place();
    const before = await start();
    const { url } = await openSession(before);
    const id = new URL(url).pathname.split("/").at(-1) ?? "";
    await before.end("SIGTERM");
    await writeFile(stateFile, "{");
    const after = await start();
    expect(after.output()).toContain("starts with an empty state");
    expect(await session(after, id)).toMatchObject({ status: "expired", url: null });
  });

  test("each database has its own state, beside it or below data/", () => {
    const name = `shop${randomInt(1000)}`;
    expect(stateFileOf(`file:./data/${name}.db`)).toBe(`data/${name}.stripe-stand-in.json`);
    const address = `postgres://user:secret@db.example:5432/${name}?sslmode=require`;
    expect(stateFileOf(address)).toBe(`data/${name}.stripe-stand-in.json`);
    expect(stateFileOf(`${address}&schema=shop`)).toBe(`data/${name}.shop.stripe-stand-in.json`);
    expect(stateFileOf("postgres://db.example")).toBe("data/postgres.stripe-stand-in.json");
  });
});
