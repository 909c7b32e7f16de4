import { exampleRequestOf, operationOf, send } from "@counterpart/testing";
import { describe, expect, test } from "vitest";
import type { ApiClient } from "../../generated/client.ts";
import { brokenServices } from "./broken-services.ts";
import type { Merchant, World } from "./world.ts";

/** The client's type when the operation isn't known at compile time. */
interface UntypedClient {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ response: Response; error?: { code: string; error: string } }>;
}

/**
 * The errors that every operation has: the key, the plan, the rate limit, our own failure, and invalid bodies. The
 * request is the document's own example.
 * @param world with a limit of at most a few hundred requests in the operation's scope
 */
export function testCommonRefusals(world: World, operationId: string): void {
  const { document } = world;
  const operation = operationOf(document, operationId);
  const { method, path, pathParams, json: body } = exampleRequestOf(document, operationId);
  const call = (client: ApiClient) =>
    (client as unknown as UntypedClient).request(operation.method, operation.path, {
      params: { path: pathParams },
      ...(body !== undefined && { body }),
    });

  describe("like every operation", () => {
    test("401 UNAUTHORIZED without a key", async () => {
      const { response, error } = await call(world.client());
      expect(response.status).toBe(401);
      expect(error?.code).toBe("UNAUTHORIZED");
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    });

    test("401 UNAUTHORIZED with a revoked key", async () => {
      const { client, store } = await world.merchant();
      const { keys } = world.services.database;
      expect((await call(client)).response.status).not.toBe(401);
      for (const { id } of await keys.list(store.id)) await keys.revoke(id);
      const { response, error } = await call(client);
      expect(response.status).toBe(401);
      expect(error?.code).toBe("UNAUTHORIZED");
    });

    test("403 PRO_PLAN_REQUIRED on the free plan", async () => {
      const { client } = await world.merchant({ plan: "free" });
      const { response, error } = await call(client);
      expect(response.status).toBe(403);
      expect(error?.code).toBe("PRO_PLAN_REQUIRED");
    });

    test("403 FORBIDDEN with a key that lacks the operation's scope", async () => {
      const { store } = await world.merchant();
      const isForCatalog = operation.security.some(({ apiKey }) => apiKey?.includes("catalog"));
      const { key } = await world.services.database.keys.create({
        storeId: store.id,
        label: null,
        scopes: [isForCatalog ? "storefront" : "catalog"],
      });
      const { response, error } = await call(world.client(key));
      expect([response.status, error?.code]).toEqual([403, "FORBIDDEN"]);
      expect(error?.error).toContain(isForCatalog ? "catalog" : "storefront");
    });

    test("429 RATE_LIMITED once the allowance of its scope is used up", async () => {
      const { client } = await world.merchant();
      const first = await call(client);
      const limit = Number(first.response.headers.get("RateLimit-Limit"));
      expect(limit).toBeLessThan(500);
      const rest = await Promise.all(Array.from({ length: limit - 1 }, () => call(client)));
      for (const { response } of rest) expect(response.status).not.toBe(429);
      const { response, error } = await call(client);
      expect(response.status).toBe(429);
      expect(error?.code).toBe("RATE_LIMITED");
      expect(response.headers.get("RateLimit-Remaining")).toBe("0");
      expect(response.headers.get("Retry-After")).toBe(response.headers.get("RateLimit-Reset"));
    });

    test("500 INTERNAL_ERROR when the database fails; the cause is in the log and not in the response", async () => {
      const { client } = await world.merchant();
      const cause = `the disk of ${operationId} is on fire`;
      const { response, error } = await world.withServices(
        () => brokenServices(new Error(cause)),
        () => call(client),
      );
      expect(response.status).toBe(500);
      expect(error?.code).toBe("INTERNAL_ERROR");
      const requestId = response.headers.get("X-Request-Id") ?? "";
      expect(error?.error).toContain(requestId);
      expect(JSON.stringify(error)).not.toContain("fire");
      const line = world.logLines.find((one) => one.includes(cause));
      expect(JSON.parse(line ?? "{}")).toMatchObject({ requestId, operationId, level: 50 });
    });

    test("500 INTERNAL_ERROR with Retry-After when the database is away; the cause is only in the log", async () => {
      const { client } = await world.merchant();
      const away = Object.assign(new Error(`no database for ${operationId}`), { code: "ECONNREFUSED" });
      const { response, error } = await world.withServices(
        () => brokenServices(away),
        () => call(client),
      );
      expect([response.status, error?.code]).toEqual([500, "INTERNAL_ERROR"]);
      expect(response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      const requestId = response.headers.get("X-Request-Id") ?? "";
      expect(error?.error).toContain(requestId);
      expect(JSON.stringify(error)).not.toContain("no database");
      const line = world.logLines.find((one) => one.includes(away.message));
      expect(JSON.parse(line ?? "{}")).toMatchObject({ requestId, operationId, level: 50 });
    });

    if (operation.requestBody) testBodies({ world, method, path, example: body });
  });
}

function testBodies({
  world,
  method,
  path,
  example,
}: {
  world: World;
  method: string;
  path: string;
  example: unknown;
}): void {
  const json = { "Content-Type": "application/json" };
  const sendTo = ({ key }: Merchant, content: object) => send(world, method, path, { key, ...content });

  test("400 VALIDATION_ERROR without a body", async () => {
    const { status, code } = await sendTo(await world.merchant(), {});
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("400 VALIDATION_ERROR with an undocumented property", async () => {
    const body = { ...(example as object), colour: "blue" };
    const { status, code, text } = await sendTo(await world.merchant(), { json: body });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(text).toContain("colour");
  });

  test("400 VALIDATION_ERROR with an undocumented query parameter", async () => {
    const { key } = await world.merchant();
    const { status, code, text } = await send(world, method, `${path}?colour=blue`, { key, json: example });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(text).toContain("colour");
  });

  test("400 INVALID_REQUEST when the body isn't JSON", async () => {
    const { status, code } = await sendTo(await world.merchant(), { body: '{"half": ', headers: json });
    expect([status, code]).toEqual([400, "INVALID_REQUEST"]);
  });

  test("413 INVALID_REQUEST when the body is too large", async () => {
    const body = JSON.stringify({ padding: "x".repeat(3 * 1024 * 1024) });
    const { status, code } = await sendTo(await world.merchant(), { body, headers: json });
    expect([status, code]).toEqual([413, "INVALID_REQUEST"]);
  });

  test("415 INVALID_REQUEST when the Content-Type isn't JSON", async () => {
    const body = JSON.stringify(example);
    const headers = { "Content-Type": "text/plain" };
    const { status, code } = await sendTo(await world.merchant(), { body, headers });
    expect([status, code]).toEqual([415, "INVALID_REQUEST"]);
  });
}
