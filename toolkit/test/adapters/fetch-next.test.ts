import { expect, test, vi } from "vitest";
import { bundleText } from "../../server/document/load-document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createFetch, type Next } from "../../server/fetch.ts";
import { boatsDocument } from "./boats-document.ts";

const silent = { debug() {}, info() {}, warn() {}, error: vi.fn(), child: () => silent };
const document = readDocument(boatsDocument());
const getBoat = () => ({ status: 200, body: { name: "Ida" } });

const open = (next: Next) => createFetch({ document, handlers: { getBoat }, next, log: silent });
const at = (path: string, init?: RequestInit) => new Request(`http://localhost${path}`, init);
const post = (path: string, body: NonNullable<RequestInit["body"]>, type = "application/json") =>
  at(path, { method: "POST", body, headers: { "Content-Type": type }, duplex: "half" } as RequestInit);

test("operations with a handler don't reach next, and unknown paths don't either", async () => {
  const next = vi.fn();
  const api = await open(next);
  expect(await (await api(at("/boats/1"))).json()).toEqual({ name: "Ida" });
  expect((await api(at("/ships"))).status).toBe(404);
  expect(next).not.toHaveBeenCalled();
});

test("next gets valid requests with their body, in one part or several", async () => {
  const api = await open(async (request) => Response.json(await request.json(), { status: 201 }));
  const text = '{"name":"Ida"}';
  const parts = new Blob([text.slice(0, 5), text.slice(5)]).stream();
  for (const body of [text, parts]) {
    const response = await api(post("/boats", body));
    expect([response.status, await response.json()]).toEqual([201, { name: "Ida" }]);
  }
});

test("400 without a call of next for an invalid request", async () => {
  const next = vi.fn();
  const api = await open(next);
  expect((await api(post("/boats", '{"name":7}'))).status).toBe(400);
  expect(next).not.toHaveBeenCalled();
});

test.each<[string, Next]>([
  ["an undocumented status", () => new Response(null, { status: 202 })],
  ["an undocumented media type", () => new Response("Ida", { headers: { "Content-Type": "text/plain" } })],
  ["no media type", () => new Response(new Uint8Array([123, 125]))],
  ["no body", () => new Response(null, { headers: { "Content-Type": "application/json" } })],
  ["a body that doesn't conform", () => Response.json([{ nom: "Ida" }])],
  ["a header that doesn't conform", () => Response.json([], { headers: { "X-Count": "many" } })],
  ["text that isn't JSON", () => new Response("[", { headers: { "Content-Type": "application/json" } })],
  ["an exception", () => Promise.reject(new Error("next is gone"))],
])("500 and a line in the log for %s of next", async (_, next) => {
  silent.error.mockClear();
  const response = await (await open(next))(at("/boats"));
  expect([response.status, (await response.text()).includes("gone")]).toEqual([500, false]);
  expect(silent.error).toHaveBeenCalledOnce();
});

test("a stream of items is passed on item by item, until one doesn't conform", async () => {
  const { writable, readable } = new TransformStream<string, string>();
  const headers = { "Content-Type": "application/jsonl" };
  const api = await open(() => new Response(readable.pipeThrough(new TextEncoderStream()), { headers }));
  const writer = writable.getWriter();
  const begun = writer.write('{"x":1}\n');
  const response = await api(at("/positions"));
  await begun;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"x":1}\n');
  writer.write('{"x":"one"}\n').catch(() => {});
  await expect(reader.read()).rejects.toThrow();
});

test("files pass without being held", async () => {
  let taken = 0;
  const endless = new ReadableStream({
    pull(controller) {
      taken++;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const headers = { "Content-Type": "image/png" };
  const response = await (await open(() => new Response(endless, { headers })))(at("/boats/1/photo"));
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await reader.cancel();
  expect(taken).toBeLessThan(20);
});

test("several cookies stay several lines", async () => {
  const headers = [
    ["Content-Type", "application/json"],
    ["Set-Cookie", "a=1"],
    ["Set-Cookie", "b=2"],
  ] as [string, string][];
  const response = await (await open(() => new Response("[]", { headers })))(at("/boats"));
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("without next, operations without a handler end the start with their names", async () => {
  await expect(createFetch({ document, handlers: { getBoat } })).rejects.toThrow(
    /listBoats, addBoat, .*order/,
  );
});

test("a document is a bundle, a loaded document or a file, and no other object", async () => {
  const next = () => Response.json([]);
  const bundle = JSON.parse(bundleText(boatsDocument()));
  for (const one of [bundle, document]) {
    const api = await createFetch({ document: one, next, log: silent });
    expect((await api(at("/boats"))).status).toBe(200);
  }
  await expect(createFetch({ document: boatsDocument(), next })).rejects.toThrow("isn't a bundle");
});

test("clients without a credential are limited by the address that the server passes", async () => {
  const raw = boatsDocument();
  raw["x-rate-limits"] = { global: { limit: 1, windowSeconds: 60 } };
  const api = await createFetch({ document: readDocument(raw), next: () => Response.json([]), log: silent });
  const statusFor = async (clientAddress: string) => (await api(at("/boats"), { clientAddress })).status;
  expect(await statusFor("192.0.2.1")).toBe(200);
  expect(await statusFor("192.0.2.2")).toBe(200);
  expect(await statusFor("192.0.2.1")).not.toBe(200);
});
