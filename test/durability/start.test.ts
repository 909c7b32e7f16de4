import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../server/store/store.ts";
import { productionSettings, runServer, startServer } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const demoKey = "cp_demo_key_for_development_only";

const catalog = (url: string, key: string) =>
  fetch(`${url}/v1/catalog`, { headers: { Authorization: `Bearer ${key}` } });

const newDatabase = async () => `file:${path.join(await temporaryFolder(), "shop.db")}`;

async function storesIn(databaseUrl: string) {
  const store = await openStore(databaseUrl, Date.now);
  const stores = await store.stores.list();
  const keys = await Promise.all(stores.map(({ id }) => store.keys.list(id)));
  await store.close();
  return { slugs: stores.map(({ slug }) => slug), keys: keys.flat() };
}

describe("in production", { timeout: 30_000 }, () => {
  test("half a configuration ends the start with code 1, and every mistake is named at once", async () => {
    const databaseUrl = await newDatabase();
    const { code, output } = await runServer({
      NODE_ENV: "production",
      PORT: "http",
      DATABASE_URL: databaseUrl,
      STRIPE_SECRET_KEY: "hunter2",
    });
    expect(code).toBe(1);
    for (const name of ["PORT", "PUBLIC_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) {
      expect(output).toContain(`- ${name} `);
    }
    expect(output).not.toContain("hunter2");
    expect(output).not.toContain("    at ");
    expect(output).not.toContain("listening");
  });

  test("a whole one starts without demo data, stand-in or greeting, and the demo key opens nothing", async () => {
    const databaseUrl = await newDatabase();
    const server = await startServer(productionSettings(databaseUrl, "http://127.0.0.1:9"));
    expect((await catalog(server.url, demoKey)).status).toBe(401);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await server.end("SIGTERM")).code).toBe(0);
    expect(server.output()).not.toContain("Counterpart is running");
    expect(await storesIn(databaseUrl)).toEqual({ slugs: [], keys: [] });
  });

  test("the demo key opens nothing even on a database that has served a demo", async () => {
    const databaseUrl = await newDatabase();
    const development = await startServer({ PORT: "0", DATABASE_URL: databaseUrl });
    const opened = await catalog(development.url, demoKey);
    expect(opened.status).toBe(200);
    const { data } = (await opened.json()) as { data: { products: unknown[] } };
    expect(data.products.length).toBeGreaterThan(0);
    expect(development.output()).toContain(demoKey);
    expect((await development.end("SIGTERM")).code).toBe(0);
    expect(await storesIn(databaseUrl)).toEqual({ slugs: ["demo"], keys: [] });

    const production = await startServer(productionSettings(databaseUrl, "http://127.0.0.1:9"));
    expect((await catalog(production.url, demoKey)).status).toBe(401);
    expect((await production.end("SIGINT")).code).toBe(0);
  });

  test("a port that is taken ends the start with code 1", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const databaseUrl = await newDatabase();
    const settings = productionSettings(databaseUrl, "http://127.0.0.1:9");
    const { code, output } = await runServer({ ...settings, PORT: `${port}` });
    expect(code).toBe(1);
    expect(output).toContain("EADDRINUSE");
  });

  test("a database that can't be opened ends the start with code 1", async () => {
    const folder = `file:${await temporaryFolder()}`;
    const { code, output } = await runServer(productionSettings(folder, "http://127.0.0.1:9"));
    expect(code).toBe(1);
    expect(output).toMatch(/unable to open database file|SQLITE/i);
  });
});
