import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";

/** OpenAPI 3.0, with hardly any examples and without the toolkit's extensions. */
const document = fileURLToPath(new URL("fixtures/boatyard.json", import.meta.url));
const lines: string[] = [];
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document, port: 0, onAnswer: (line) => lines.push(line) });
});
afterAll(() => mock.close());

const key = { "X-Yard-Key": "any" };
const json = { ...key, "Content-Type": "application/json" };
const ask = (path: string, init: RequestInit = {}) => fetch(mock.url + path, init);

describe("without examples", () => {
  test("200 with a body and headers generated from their schemas", async () => {
    const response = await ask("/boats?kind=sail", { headers: key });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("X-Total-Count"))).toBeGreaterThanOrEqual(3);
    expect(await response.json()).toEqual([expect.objectContaining({ id: expect.any(String), length: 1 })]);
  });

  test("200 with a generated body if that is preferred", async () => {
    const response = await ask("/boats/b1", { headers: { Prefer: "dynamic=true" } });
    expect(await response.json()).toMatchObject({ id: expect.any(String), name: expect.any(String) });
  });

  test("503 from the default response, and 4xx from a range", async () => {
    expect((await ask("/boats/b1", { headers: { Prefer: "code=503" } })).status).toBe(503);
    const preferred = { method: "POST", headers: { ...json, Prefer: "code=451" }, body: '{"name":"Gull"}' };
    expect((await ask("/boats", preferred)).status).toBe(451);
  });

  test("200 from a range, at a literal path that a template matches too", async () => {
    const response = await ask("/boats/newest", { headers: { Cookie: "yard=any" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ newest: true });
  });

  test("200 with a tiny image if there is no schema", async () => {
    const response = await ask("/boats/b1/photo", { headers: key });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 1, 4)).toBe("PNG");
  });
});

describe("media types", () => {
  test("JSON, XML or the only type, as the caller accepts", async () => {
    const type = async (Accept: string) =>
      (await ask("/boats/b1", { headers: { Accept } })).headers.get("Content-Type");
    expect(await type("application/json")).toContain("application/json");
    expect(await type("application/xml")).toContain("application/xml");
    expect(await type("image/webp")).toContain("application/json");
  });

  test("text stays text", async () => {
    const response = await ask("/log");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(await response.text()).toBe("boat,berth\nGull,C4\n");
  });

  test("201 and 400 for a form", async () => {
    const send = (name: string) =>
      ask("/boats", { method: "POST", headers: key, body: new URLSearchParams({ name }) });
    const created = await send("Gull");
    expect(created.status).toBe(201);
    expect(created.headers.get("Location")).toBe("/boats/b1");
    expect((await send("G")).status).toBe(400);
  });

  test("204 and 400 for a multipart form", async () => {
    const send = (caption: string) => {
      const body = new FormData();
      body.set("caption", caption);
      body.set("photo", new Blob(["pixels"], { type: "image/png" }), "gull.png");
      return ask("/boats/b1/photo", { method: "PUT", headers: key, body });
    };
    const kept = await send("The gull");
    expect(kept.status).toBe(204);
    expect(await kept.text()).toBe("");
    expect((await send("G")).status).toBe(400);
  });
});

describe("refusals", () => {
  test("400 with the code, wherever the document puts it", async () => {
    const send = async (body: string) => {
      const response = await ask("/boats", { method: "POST", headers: json, body });
      expect(response.status).toBe(400);
      expect(response.headers.get("Content-Type")).toContain("application/vnd.yard+json");
      return response.json();
    };
    expect(await send('{"name":')).toMatchObject({ errors: [{ reason: "INVALID_REQUEST" }] });
    expect(await send('{"name":"G"}')).toMatchObject({ errors: [{ reason: "VALIDATION_ERROR" }] });
    expect(await send('{"name":"Gull","wings":2}')).toMatchObject({
      errors: [{ reason: "VALIDATION_ERROR" }],
    });
  });

  test("422 if the document uses it instead of 400, with the document's example", async () => {
    const response = await ask("/boats?kind=raft", { headers: key });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ errors: [{ reason: "unfit", text: "Repair it." }] });
    expect(lines).toContainEqual(expect.stringMatching(/^GET \/boats\?kind=raft → 422 .*query\.kind/));
  });

  test("413 and 415 from the range", async () => {
    const send = (headers: Record<string, string>, body: string) =>
      ask("/boats", { method: "POST", headers, body });
    const large = await send(json, JSON.stringify({ name: "x".repeat(2 ** 21) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toHaveProperty("errors");
    const wrong = await send({ ...key, "Content-Type": "text/plain" }, "hello");
    expect(wrong.status).toBe(415);
    expect(await wrong.json()).toHaveProperty("errors");
  });

  test("undocumented 401, 404 and 405 in the shape of the document's other errors", async () => {
    const answers = [
      [401, await ask("/boats?kind=sail")],
      [404, await ask("/nothing")],
      [405, await ask("/log", { method: "PATCH", headers: key })],
    ] as const;
    for (const [status, response] of answers) {
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ errors: [expect.any(Object)] });
    }
  });
});

describe("credentials", () => {
  test("one of the alternatives is enough", async () => {
    const headers = { Authorization: "Bearer any" };
    expect((await ask("/boats?kind=sail", { headers })).status).toBe(200);
  });

  test("all schemes of one alternative are needed, and a 401 may have no body", async () => {
    const scrap = (headers: Record<string, string>) => ask("/boats/b1", { method: "DELETE", headers });
    const refused = await scrap(key);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toBe("");
    expect((await scrap({ ...key, Authorization: "Basic YTpi" })).status).toBe(204);
  });

  test("none is needed if the document requires none", async () => {
    expect((await ask("/boats/b1")).status).toBe(200);
    expect((await ask("/log")).status).toBe(200);
  });
});

test("a deprecated operation says since when, and until when", async () => {
  const headers = { ...key, Authorization: "Basic YTpi" };
  const response = await ask("/boats/b1", { method: "DELETE", headers });
  expect(response.headers.get("Deprecation")).toBe(`@${Date.parse("2026-01-01") / 1000}`);
  expect(response.headers.get("Sunset")).toBe("Thu, 31 Dec 2026 00:00:00 GMT");
});
