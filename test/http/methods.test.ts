import { docsPages, type Server, send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { matchesTemplate } from "../helpers/matches-template.ts";
import { startWorld } from "../helpers/world.ts";

const note = { text: "Buy ink." };
const app = await startApp({
  raw: notesDocument(),
  pages: docsPages({ document: "generated/openapi.json", docs: "nowhere" }),
  handlers: {
    listNotes: async () => ({ status: 200, body: [note] }),
    readNote: async ({ path }) => ({ status: 200, body: { text: `Note ${path["note-id"]}` } }),
    burnNote: async () => ({ status: 204 }),
  },
});
const world = await startWorld();
afterAll(() => Promise.all([app.close(), world.close()]));

const key = "good";

/** Headers that differ between requests, or concern the connection, which fetch closes after HEAD. */
const passing = new Set(["x-request-id", "date", "connection", "keep-alive"]);
const lasting = (headers: Headers) => [...headers].filter(([name]) => !passing.has(name));

describe("HEAD", () => {
  test("200 with the same headers as GET, Content-Length included, and no body", async () => {
    const get = await send(app, "GET", "/notes", { key });
    const head = await send(app, "HEAD", "/notes", { key });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
    expect(head.headers.get("Content-Length")).toBe(`${get.text.length}`);
  });

  test("401, 400 and 404 where GET has them, without bodies", async () => {
    expect((await send(app, "HEAD", "/notes")).status).toBe(401);
    expect((await send(app, "HEAD", "/notes?limit=0", { key })).status).toBe(400);
    expect((await send(app, "HEAD", "/nothing", { key })).status).toBe(404);
    expect((await send(app, "HEAD", "/notes/1:copy", { key })).status).toBe(400);
  });

  test("200 on every operation of the shop's own document that supports GET", async () => {
    const { key, products } = await world.merchant();
    const cart = (await send(world, "POST", "/v1/cart", { key })).body as { data: { id: string } };
    for (const path of [
      "/v1/catalog",
      "/v1/products",
      "/v1/products/store",
      `/v1/products/${products.poster}`,
    ]) {
      const [get, head] = [await send(world, "GET", path, { key }), await send(world, "HEAD", path, { key })];
      expect([path, head.status, head.text]).toEqual([path, 200, ""]);
      expect(head.headers.get("Content-Length")).toBe(get.headers.get("Content-Length"));
    }
    expect((await send(world, "HEAD", `/v1/cart/${cart.data.id}`, { key })).status).toBe(200);
  });
});

describe("OPTIONS", () => {
  test.each([
    ["/notes", "GET, HEAD, OPTIONS, POST"],
    ["/notes/5", "DELETE, GET, HEAD, OPTIONS"],
    ["/notes/first", "DELETE, GET, HEAD, OPTIONS"],
    ["/notes/5:copy", "DELETE, GET, HEAD, OPTIONS, POST"],
  ])("204 at %s with its methods in Allow, without a token and without a body", async (path, allow) => {
    const { status, headers, text } = await send(app, "OPTIONS", path);
    expect([status, headers.get("Allow"), text]).toEqual([204, allow, ""]);
  });

  test("204 at every path of the shop's own document", async () => {
    for (const { path } of world.document.operations) {
      const { status, headers } = await send(world, "OPTIONS", path.replaceAll(/\{[^}]+\}/g, "some"));
      expect([path, status]).toEqual([path, 204]);
      const methods = world.document.operations.filter((one) => one.path === path);
      for (const { method } of methods) expect(headers.get("Allow")).toContain(method.toUpperCase());
    }
  });
});

describe("405 INVALID_REQUEST", () => {
  test.each([
    ["PUT", "/notes", "GET, HEAD, OPTIONS, POST"],
    ["PATCH", "/notes/5", "DELETE, GET, HEAD, OPTIONS"],
    ["PATCH", "/notes/first", "DELETE, GET, HEAD, OPTIONS"],
    ["PUT", "/notes/5:copy", "DELETE, GET, HEAD, OPTIONS, POST"],
  ])("to %s %s, with the supported methods in Allow", async (method, path, allow) => {
    const { status, code, headers, text } = await send(app, method, path, { key });
    expect([status, code, headers.get("Allow")]).toEqual([405, "INVALID_REQUEST", allow]);
    expect(text).toContain(allow);
  });

  test("to every unsupported method of the paths in the shop's document", async () => {
    const { key } = await world.merchant();
    const paths = new Set(world.document.operations.map(({ path }) => path));
    for (const path of paths) {
      const address = path.replaceAll(/\{[^}]+\}/g, "some");
      // PUT /v1/products/store replaces the product with the id "store".
      const known = world.document.operations
        .filter((one) => matchesTemplate(one.path, address))
        .map(({ method }) => method);
      for (const method of (["get", "post", "put", "patch", "delete"] as const).filter(
        (one) => !known.includes(one),
      )) {
        const { status, headers } = await send(world, method.toUpperCase(), address, { key });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.get("Allow")).toContain("OPTIONS");
      }
    }
  });
});

describe("a page", () => {
  const pages: [string, string, () => Server][] = [
    ["/docs", "GET, HEAD, OPTIONS", () => app],
    ["/openapi.json", "GET, HEAD, OPTIONS", () => app],
    ["/", "GET, HEAD, OPTIONS", () => app],
    ["/healthz", "GET, HEAD, OPTIONS", () => world],
    ["/checkout/success", "GET, HEAD, OPTIONS", () => world],
    ["/webhooks/stripe", "OPTIONS, POST", () => world],
  ];

  test.each(pages)(
    "%s: 405 to methods other than %s, 204 to OPTIONS, without a token",
    async (path, allow, server) => {
      for (const method of ["GET", "PUT", "POST", "DELETE", "PATCH"].filter((one) => !allow.includes(one))) {
        const { status, code, headers } = await send(server(), method, path);
        expect([method, status, code, headers.get("Allow")]).toEqual([method, 405, "INVALID_REQUEST", allow]);
        expect(headers.has("RateLimit-Limit")).toBe(true);
      }
      const { status, headers, text } = await send(server(), "OPTIONS", path);
      expect([status, headers.get("Allow"), text]).toEqual([204, allow, ""]);
    },
  );
});

test("204 for an operation without a response body", async () => {
  const { status, text } = await send(app, "DELETE", "/notes/5", { key });
  expect([status, text]).toEqual([204, ""]);
});
