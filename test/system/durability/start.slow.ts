import { chmod, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApiClient } from "../../../generated/client.ts";
import { openDatabase, openEngine } from "../../../server/database/database.ts";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { fillStore } from "../../helpers/data/filled-database.ts";
import { seedMerchant } from "../../helpers/data/seed-merchant.ts";
import { emptySqlite, preparedDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres, withRedis } from "../../helpers/outside.ts";
import { asUnprivileged } from "../../helpers/processes/as-unprivileged.ts";
import { hasPostgresPrograms } from "../../helpers/processes/own-postgres.ts";
import { startReplicatedPostgres } from "../../helpers/processes/replicated-postgres.ts";
import {
  launchServer,
  productionSettings,
  runServer,
  type ServerProcess,
  startServer,
} from "../../helpers/processes/server-process.ts";
import { cartWith, paymentPage } from "../../helpers/shopping.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { sampleProducts } from "../../helpers/world.ts";

const demoKey = "cp_demo_key_for_development_only";

const catalog = (url: string, key: string) =>
  fetch(`${url}/v1/catalog`, { headers: { Authorization: `Bearer ${key}` } });

const newDatabase = async () => `file:${path.join(await temporaryFolder(), "shop.db")}`;

async function storesIn(databaseUrl: string) {
  const database = await openDatabase(databaseUrl, Date.now);
  const stores = await database.stores.list();
  const keys = await Promise.all(stores.map(({ id }) => database.keys.list(id)));
  await database.close();
  return { slugs: stores.map(({ slug }) => slug), keys: keys.flat() };
}

describe("in production", { timeout: 180_000 }, () => {
  test("an incomplete configuration ends the start with code 1, and all mistakes are reported at once", async () => {
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

  test("a complete one starts without demo data, stand-in or greeting, and the demo key is refused", async () => {
    const databaseUrl = await newDatabase();
    const server = await startServer(productionSettings(databaseUrl, "http://127.0.0.1:9"));
    expect((await catalog(server.url, demoKey)).status).toBe(401);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const key = newApiKey();
    expect((await fetch(`${server.url}/v1/${key}/sk_live_51Habcdefg`)).status).toBe(404);
    expect((await server.end("SIGTERM")).code).toBe(0);
    expect(server.output()).toContain("/v1/[removed]/[removed]");
    expect(server.output()).not.toContain(key);
    expect(server.output()).not.toContain("Counterpart is running");
    expect(await storesIn(databaseUrl)).toEqual({ slugs: [], keys: [] });
  });

  test("the demo key is invalid even on a database that has served a demo", async () => {
    const databaseUrl = await newDatabase();
    const development = await startServer({ PORT: "0", DATABASE_URL: databaseUrl });
    const opened = await catalog(development.url, demoKey);
    expect(opened.status).toBe(200);
    expect(development.output()).toContain(demoKey);
    const { data } = (await opened.json()) as { data: { products: { images: { url: string }[] }[] } };
    const pictures = data.products.flatMap(({ images }) => images.map(({ url }) => url));
    expect(data.products.length).toBeGreaterThan(0);
    expect(pictures.length).toBeGreaterThanOrEqual(data.products.length);
    for (const picture of new Set(pictures)) {
      const { status, headers } = await fetch(picture);
      expect({ picture, status, type: headers.get("content-type") }).toEqual({
        picture,
        status: 200,
        type: "image/svg+xml",
      });
      // Pages at other addresses show them.
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    expect((await development.end("SIGTERM")).code).toBe(0);
    expect(await storesIn(databaseUrl)).toEqual({ slugs: ["demo"], keys: [] });

    const production = await startServer(productionSettings(databaseUrl, "http://127.0.0.1:9"));
    expect((await catalog(production.url, demoKey)).status).toBe(401);
    expect((await production.end("SIGINT")).code).toBe(0);
  });
});

/** Held by another server until the test is over. */
async function takenPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

describe("what an operator can fix ends the start with code 1 and one sentence:", {
  timeout: 180_000,
}, () => {
  /** Its complete output when it doesn't start: one line. */
  async function refusalOf(env: Record<string, string>): Promise<string> {
    const settings = productionSettings(await newDatabase(), "http://127.0.0.1:9");
    const { code, output } = await runServer({ ...settings, ...env });
    expect(code, output).toBe(1);
    const lines = output.trim().split("\n");
    expect(lines, output).toHaveLength(1);
    expect(output).not.toContain("hunter2");
    return output.trim();
  }

  test("a port in use", async () => {
    const port = await takenPort();
    expect(await refusalOf({ PORT: `${port}` })).toBe(
      `PORT is ${port}, but another process is already listening there (EADDRINUSE).`,
    );
    expect(await refusalOf({ METRICS_PORT: `${port}` })).toMatch(/^METRICS_PORT is /);
  });

  test("a host that isn't ours", async () => {
    expect(await refusalOf({ HOST: "192.0.2.7" })).toBe(
      "HOST is 192.0.2.7, which isn't an address of this machine.",
    );
  });

  test("a database file that is a folder, or inside a file", async () => {
    expect(await refusalOf({ DATABASE_URL: `file:${await temporaryFolder()}` })).toMatch(
      /^The database that DATABASE_URL names can't be opened: unable to open database file/,
    );
    expect(await refusalOf({ DATABASE_URL: "file:/dev/null/shop.db" })).toContain("DATABASE_URL");
  });

  test("a file that isn't a database", async () => {
    const file = path.join(await temporaryFolder(), "shop.db");
    await writeFile(file, "This is a letter and no database. ".repeat(100));
    expect(await refusalOf({ DATABASE_URL: `file:${file}` })).toContain("the file isn't an SQLite database");
  });

  test("a folder that can't be written to", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    const settings = productionSettings(`file:${path.join(folder, "shop.db")}`, "http://127.0.0.1:9");
    const { code, output } = await runServer(settings, asUnprivileged);
    expect(code, output).toBe(1);
    expect(output.trim()).toMatch(/^The database that DATABASE_URL names can't be opened: .*may not write/);
    expect(output.trim().split("\n")).toHaveLength(1);
  });

  withPostgres("on PostgreSQL,", (server) => {
    test("a missing database", async () => {
      const url = new URL(server);
      url.pathname = "/nobody_made_this";
      expect(await refusalOf({ DATABASE_URL: url.href })).toBe(
        "The database that DATABASE_URL names can't be opened: the server has no database of this name.",
      );
    });

    test("an unknown user", async () => {
      const url = new URL(server);
      url.username = "nobody_made_them";
      url.password = "hunter2";
      expect(await refusalOf({ DATABASE_URL: url.href })).toMatch(
        /^The database that DATABASE_URL names can't be opened: (the server doesn't let this user in|the user or the password is wrong)\.$/,
      );
    });
  });

  withRedis("on Redis,", (server) => {
    test("a wrong password", async () => {
      const url = new URL(server);
      url.username = "nobody_made_them";
      url.password = "hunter2";
      const { code, output } = await runServer({
        ...productionSettings(await newDatabase(), "http://127.0.0.1:9"),
        REDIS_URL: url.href,
      });
      expect(code, output).toBe(1);
      expect(output).toContain("The Redis that REDIS_URL names refuses its user or password.");
      expect(output).not.toContain("hunter2");
      expect(output).not.toContain("    at ");
    });
  });
});

describe("a start waits for a database server,", { timeout: 180_000 }, () => {
  const waits = (server: Pick<ServerProcess, "output">) =>
    expect
      .poll(() => server.output(), { timeout: 60_000 })
      .toMatch(
        /"reason":"no server listens on its host and port","seconds":60,"msg":"waiting for the database"/,
      );

  test("and a signal ends the wait", async () => {
    const server = launchServer(
      productionSettings("postgres://shop:hunter2@127.0.0.1:9/shop", "http://127.0.0.1:9"),
    );
    await waits(server);
    expect((await server.end("SIGTERM")).code).toBe(0);
    expect(server.output()).not.toContain("hunter2");
  });

  test.skipIf(!hasPostgresPrograms)("until it runs and is no longer a standby", async () => {
    const { primary, standby } = await startReplicatedPostgres();
    await Promise.all([primary.kill(), standby.kill()]);
    const server = launchServer(productionSettings(standby.url, "http://127.0.0.1:9"));
    await waits(server);
    await standby.start();
    await standby.run("select pg_promote()");
    await expect.poll(() => server.output(), { timeout: 120_000 }).toContain('"msg":"listening"');
    expect(server.output().match(/waiting for the database|the database is available/g)).toEqual([
      "waiting for the database",
      "the database is available",
    ]);
    expect((await server.end("SIGTERM")).code).toBe(0);
  });
});

describe("outside production", { timeout: 180_000 }, () => {
  /** A database in which another store has opened a checkout session. */
  const filled = preparedDatabase(emptySqlite, fillStore);
  async function soldFrom(): Promise<string> {
    const { url, drop } = await filled();
    onTestFinished(drop);
    return url;
  }

  test("neither the stand-in nor the demo changes a database with other stores' sales", async () => {
    const databaseUrl = await soldFrom();
    const before = await sessionsIn(databaseUrl);
    expect(before).toContain("open");
    const { code, output } = await runServer({ PORT: "0", DATABASE_URL: databaseUrl });
    expect(code, output).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain("DATABASE_URL");
    expect(output).toContain("STRIPE_SECRET_KEY");
    expect(await sessionsIn(databaseUrl)).toEqual(before);
  });

  test("a developer's own stores are served by the stand-in again, if they sold with the stand-in", async () => {
    const env = { PORT: "0", DATABASE_URL: await newDatabase() };
    const first = await startServer(env);
    const database = await openDatabase(env.DATABASE_URL, Date.now);
    const seeded = await seedMerchant(database, { slug: "own" }, sampleProducts);
    await database.close();
    const merchant = {
      ...seeded,
      client: createApiClient({ baseUrl: first.url, auth: { apiKey: seeded.key } }),
    };
    await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    await first.end("SIGTERM");
    expect(await sessionsIn(env.DATABASE_URL)).toContain("open");
    const second = await startServer(env);
    expect((await catalog(second.url, seeded.key)).status).toBe(200);
    await second.end("SIGTERM");
    expect(await sessionsIn(env.DATABASE_URL)).toContain("open");
  });

  test("with test keys it serves such a database, without a demo", async () => {
    const databaseUrl = await soldFrom();
    const before = await sessionsIn(databaseUrl);
    const server = await startServer({
      PORT: "0",
      DATABASE_URL: databaseUrl,
      STRIPE_SECRET_KEY: "sk_test_own",
      STRIPE_API_BASE: "http://127.0.0.1:9",
    });
    expect((await catalog(server.url, demoKey)).status).toBe(401);
    await server.end("SIGTERM");
    expect(await sessionsIn(databaseUrl)).toEqual(before);
  });

  test("NODE_ENV=prod starts nothing", async () => {
    const { code, output } = await runServer({ NODE_ENV: "prod", DATABASE_URL: await newDatabase() });
    expect(code).toBe(1);
    expect(output).toContain("- NODE_ENV must be production, development or test");
  });
});

async function sessionsIn(databaseUrl: string): Promise<string[]> {
  const engine = await openEngine(databaseUrl);
  try {
    const rows = await engine.read.selectFrom("checkout_sessions").select("status").orderBy("id").execute();
    return rows.map(({ status }) => status);
  } finally {
    await engine.close();
  }
}
