import { listen } from "@counterpart/server";
import { exampleRequests, send } from "@counterpart/testing";
import express from "express";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

test("mounted with app.use, the API answers only requests that an Express middleware has passed on", async () => {
  const seen: string[] = [];
  const app = express();
  app.use((req, res, next) => {
    seen.push(`${req.method} ${req.path}`);
    res.setHeader("X-Seen", `${seen.length}`);
    next();
  });
  app.use(world.app);
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  onTestFinished(() => server.stop());
  server.serve(app);
  const mounted = { ...world, url: `http://127.0.0.1:${server.port}` };
  const { key } = await world.merchant();

  const asked: string[] = [];
  const ask = async (method: string, path: string, content: Parameters<typeof send>[3]) => {
    asked.push(`${method} ${path}`);
    const { status, headers } = await send(mounted, method, path, content);
    expect([path, headers.get("X-Seen")]).toEqual([path, `${asked.length}`]);
    expect([path, headers.get("X-API-Version")]).toEqual([path, "v1"]);
    return status;
  };
  const statuses = new Set<number>();
  for (const { method, path, body, headers } of exampleRequests(world.document)) {
    const keyed = { ...headers, Authorization: `Bearer ${key}` };
    statuses.add(await ask(method, path, { headers: keyed, ...(body !== undefined && { body }) }));
    statuses.add(await ask(method, path, {}));
  }
  statuses.add(await ask("GET", "/no-such-place", { key }));
  expect(seen).toEqual(asked);
  expect(statuses).toEqual(new Set([200, 401, 404]));
});
