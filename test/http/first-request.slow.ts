import { expect, onTestFinished, test } from "vitest";
import { seedShop } from "../helpers/data/seed-shop.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { startServer } from "../helpers/processes/server-process.ts";

const logsCompiledFunctions = `
  import { subscribe } from "node:diagnostics_channel";
  const original = Function;
  subscribe("http.server.request.start", () => {
    globalThis.Function = new Proxy(original, {
      construct(target, args) {
        console.error("A request compiles a function.");
        return Reflect.construct(target, args);
      },
    });
  });
`;

test("the first request to an operation compiles nothing", { timeout: 180_000 }, async () => {
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  const shop = await seedShop(database.url, "http://127.0.0.1:9");
  const preloaded = `data:text/javascript,${encodeURIComponent(logsCompiledFunctions)}`;
  const server = await startServer({ ...shop.env, NODE_OPTIONS: `--import=${preloaded}` });
  const { client } = shop.merchantAt(server.url);
  expect((await client.GET("/v1/products")).response.status).toBe(200);
  const cart = await client.POST("/v1/cart");
  expect(cart.response.status).toBe(200);
  const { output } = await server.end("SIGTERM");
  expect(output).not.toContain("compiles a function");
});
