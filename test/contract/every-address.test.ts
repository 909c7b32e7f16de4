import { exampleRequestOf, send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { knownIds } from "../helpers/data/known-ids.ts";
import { matchesTemplate } from "../helpers/matches-template.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld();
const narrow = await startWorld({ rateLimits: { global: 3 } });
afterAll(() => Promise.all([world.close(), narrow.close()]));
const { document } = world;

const merchant = await world.merchant({ createsInvoices: true });
const { key } = merchant;
const known = await knownIds(merchant);

/** The document's paths, with ids that exist. */
const addresses = [...new Set(document.operations.map(({ path }) => path))].map((template) => {
  const path = template.replace(/\{([^}]+)\}/g, (_, name) => known[name] ?? name);
  // A concrete path also has the methods of a template that matches it: PUT /v1/products/store replaces a product.
  const methods = document.operations.filter((operation) => matchesTemplate(operation.path, path));
  // A template's GET at a concrete path has another object: there is no product with the id batch.
  const hasOwnGet = methods.some((one) => one.path === template && one.method === "get");
  return {
    template,
    path,
    hasOwnGet,
    methods: [...new Set(methods.map(({ method }) => method.toUpperCase()))],
  };
});

describe.each(addresses)("$template", ({ path, methods, hasOwnGet }) => {
  const allowed = [...methods, "OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])].sort().join(", ");
  const others = ["GET", "PUT", "POST", "DELETE", "PATCH"].filter((method) => !methods.includes(method));

  test("204 to OPTIONS, with the supported methods", async () => {
    const { status, headers } = await send(world, "OPTIONS", path);
    expect([status, headers.get("Allow")]).toEqual([204, allowed]);
  });

  test("405 INVALID_REQUEST to every other method, with the supported ones", async () => {
    for (const method of others) {
      const { status, code, headers } = await send(world, method, path, { key });
      expect([method, status, code]).toEqual([method, 405, "INVALID_REQUEST"]);
      expect(headers.get("Allow")).toBe(allowed);
    }
  });

  test("401 UNAUTHORIZED before 405 without a key, and 403 PRO_PLAN_REQUIRED without the plan", async () => {
    const poor = await world.merchant({ plan: "free" });
    const [method = "PUT"] = others;
    expect((await send(world, method, path)).code).toBe("UNAUTHORIZED");
    expect((await send(world, method, path, { key: poor.key })).code).toBe("PRO_PLAN_REQUIRED");
  });

  if (hasOwnGet) {
    test("200 to HEAD", async () => {
      const { status, text } = await send(world, "HEAD", path, { key });
      expect([status, text]).toEqual([200, ""]);
    });
  }
});

test("404 NOT_FOUND at an undocumented path, with or without a key", async () => {
  for (const method of ["GET", "PUT", "POST", "DELETE", "PATCH"]) {
    expect((await send(world, method, "/no-such-place")).code).toBe("NOT_FOUND");
    expect((await send(world, method, "/no-such-place", { key })).code).toBe("NOT_FOUND");
  }
});

test("429 RATE_LIMITED before 404 and 405, with Retry-After", async () => {
  const { key } = await narrow.merchant();
  const { path } = exampleRequestOf(document, document.operations[0]?.operationId ?? "");
  for (const address of [path, "/no-such-place"]) {
    let answer = await send(narrow, "PUT", address, { key });
    for (let n = 0; n < 3; n++) answer = await send(narrow, "PUT", address, { key });
    expect([answer.status, answer.code]).toEqual([429, "RATE_LIMITED"]);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
  }
});
