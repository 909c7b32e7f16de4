import path from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { purchase } from "./purchase.ts";

test("the purchase that CI makes in compose works on a development server", {
  timeout: 300_000,
}, async () => {
  const databaseUrl = `file:${path.join(await temporaryFolder(), "shop.db")}`;
  const server = await startServer({ PORT: "0", DATABASE_URL: databaseUrl });
  expect(await purchase(server.url, "cp_demo_key_for_development_only")).toMatch(/^order_\w+ paid$/);
});
