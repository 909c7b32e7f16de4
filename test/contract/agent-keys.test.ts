import { exampleRequestOf, send } from "@counterpart/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../helpers/world.ts";

let world: World;
let key: string;
beforeAll(async () => {
  world = await startWorld();
  const { store } = await world.merchant();
  ({ key } = await world.services.database.keys.create({
    storeId: store.id,
    label: "agent",
    scopes: ["agent"],
  }));
});
afterAll(() => world.close());

test("a key for agents opens the operations that are tools, and no others", async () => {
  const opened: string[] = [];
  for (const { operationId } of world.document.operations) {
    const { method, path, json } = exampleRequestOf(world.document, operationId);
    const { status, body } = await send(world, method, path, { key, ...(json !== undefined && { json }) });
    if (status !== 403) opened.push(operationId);
    else expect(body).toMatchObject({ code: "FORBIDDEN", error: expect.stringContaining("lacks the scope") });
  }
  const tools = world.document.operations.filter(({ mcp }) => mcp?.omit !== true);
  expect(opened).toEqual(tools.map(({ operationId }) => operationId));
  expect(opened).toHaveLength(14);
});

test("a key for agents can't list orders, subscriptions or their buyers", async () => {
  for (const path of ["/v1/orders", "/v1/subscriptions"]) {
    expect(await send(world, "GET", path, { key })).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN" },
    });
  }
});

test("a rotated key keeps its scope", async () => {
  const { keys } = world.services.database;
  const { store } = await world.merchant();
  const made = await keys.create({ storeId: store.id, label: null, scopes: ["agent"] });
  const rotated = await keys.rotate({ id: made.id, overlapMs: 0, expiresAt: null });
  expect((await send(world, "GET", "/v1/orders", { key: rotated?.key ?? "" })).status).toBe(403);
  expect((await send(world, "GET", "/v1/catalog", { key: rotated?.key ?? "" })).status).toBe(200);
});
