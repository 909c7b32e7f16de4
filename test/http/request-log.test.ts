import { request } from "node:http";
import { send } from "@counterpart/testing";
import { afterAll, describe, expect, test, vi } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";

const begun = Promise.withResolvers<void>();
const app = await startApp({
  raw: notesDocument(),
  authenticators: {
    token: async ({ credential }) =>
      credential === "good" ? { caller: {}, bucket: "ines", log: { reader: "ines" } } : undefined,
  },
  handlers: {
    listNotes: async () => ({ status: 200, body: [] }),
    burnNote: () => {
      begun.resolve();
      return new Promise(() => {});
    },
  },
});
afterAll(() => app.close());

/** The line of a request, which is written when the request is finished. */
function lineOf(requestId: string): Promise<Record<string, unknown>> {
  return vi.waitFor(() => {
    const line = app.logLines.find(
      (one) => one.includes(`"${requestId}"`) && one.includes('"msg":"request"'),
    );
    expect(line).toBeDefined();
    return JSON.parse(line ?? "");
  });
}

describe("one line per request", () => {
  test("with id, operation, caller, status and duration, and nothing else", async () => {
    await send(app, "GET", "/notes?limit=1", { key: "good", headers: { "X-Request-Id": "one" } });
    const line = await lineOf("one");
    expect(line).toMatchObject({
      requestId: "one",
      operationId: "listNotes",
      reader: "ines",
      status: 200,
      level: 30,
    });
    expect(Object.keys(line).sort()).toEqual(
      ["level", "time", "requestId", "operationId", "reader", "status", "ms", "msg"].sort(),
    );
    expect(line.ms).toBeGreaterThan(0);
  });

  test("with method and path if no operation matches, and never the query or the token", async () => {
    const headers = { "X-Request-Id": "two", Authorization: "Bearer not-so-good" };
    await send(app, "GET", "/nothing?key=hunter2", { headers });
    expect(await lineOf("two")).toMatchObject({ method: "GET", path: "/nothing", status: 404 });
    await send(app, "GET", "/notes", { headers: { ...headers, "X-Request-Id": "three" } });
    expect(await lineOf("three")).toMatchObject({
      operationId: "listNotes",
      status: 401,
      code: "UNAUTHORIZED",
      reason: expect.stringContaining("Authorization: Bearer"),
    });
    expect(app.logLines.join("")).not.toMatch(/hunter2|not-so-good|good"/);
  });

  test("that says so if the client went away", async () => {
    const { hostname, port } = new URL(app.url);
    const headers = { Authorization: "Bearer good", "X-Request-Id": "four" };
    const out = request({ hostname, port, path: "/notes/1", method: "DELETE", headers });
    out.on("error", () => {});
    out.end();
    await begun.promise;
    out.destroy();
    expect(await lineOf("four")).toMatchObject({ operationId: "burnNote", status: "aborted" });
  });
});
