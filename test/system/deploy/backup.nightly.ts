import path from "node:path";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { describe, expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { buy } from "../../helpers/shopping.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { commandsOf, typeCommands } from "./typed-commands.ts";

const page = "docs/operating/backup.md";

async function sellsBacksUpAndRestores(
  engine: string,
  databaseUrl: string,
  restoredUrl: string,
): Promise<void> {
  const standIn = await createStripeStandIn().listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const shop = await seedShop(databaseUrl, standIn.url);
  const env = {
    DATABASE_URL: databaseUrl,
    BACKUP: path.join(await temporaryFolder(), "backup"),
    RESTORED_URL: restoredUrl,
  };
  const server = await startServer(shop.env);
  const first = await buy(shop.merchantAt(server.url), { poster: 2 });
  // The server keeps serving.
  await typeCommands(commandsOf(page, `${engine} backup`), env);
  const second = await buy(shop.merchantAt(server.url), { font: 1 });
  expect((await server.end("SIGTERM")).code).toBe(0);

  const status = await typeCommands(commandsOf(page, `${engine} restore`), env);
  expect(status).not.toContain("pending");
  const restored = await startServer({ ...shop.env, DATABASE_URL: restoredUrl });
  const merchant = shop.merchantAt(restored.url);
  const { data } = await merchant.client.GET("/v1/orders");
  const orders = data?.data.map(({ id }) => id) ?? [];
  expect(orders).toEqual([first.id]);
  expect(orders).not.toContain(second.id);
  await buy(merchant, { notebook: 1 });
}

describe("docs/operating/backup.md", { timeout: 120_000 }, () => {
  test("the embedded database: sales before the backup are restored, and selling continues", async () => {
    const folder = await temporaryFolder();
    await sellsBacksUpAndRestores(
      "embedded",
      `file:${path.join(folder, "shop.db")}`,
      `file:${path.join(folder, "restored.db")}`,
    );
  });

  withPostgres("PostgreSQL:", (server) => {
    test("sales before the backup are restored, and selling continues", async () => {
      const [database, restored] = [await emptyPostgres(server), await emptyPostgres(server)];
      onTestFinished(async () => {
        await database.drop();
        await restored.drop();
      });
      await sellsBacksUpAndRestores("postgres", database.url, restored.url);
    });
  });
});
