import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { renderFromDocument } from "../../server/http/errors/render-error.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { boatsDocument } from "./boats-document.ts";

export interface Served {
  url: string;
  close(): Promise<unknown>;
}

export interface ServedParts {
  document: ApiDocument;
  handlers: Record<string, AnyHandler>;
  renderError: ReturnType<typeof renderFromDocument>;
  maxBodyBytes: number;
}

const problem = (status: number) => ({ title: expect.any(String), status });
const piece = Buffer.alloc(64 * 1024, "a");

/** The same requests to a server, whose operations are handlers. */
export function handlersSuite(name: string, serve: (parts: ServedParts) => Promise<Served>): void {
  describe(`handlers on ${name}`, () => {
    let served: Served;
    const called = vi.fn();
    /** What happens to the endless photo. */
    let made = 0;
    const closed = vi.fn();

    beforeAll(async () => {
      // Failures are logged there where no log is given.
      vi.spyOn(console, "error").mockImplementation(() => {});
      const document = readDocument(boatsDocument());
      const handlers: Record<string, AnyHandler> = {
        listBoats: ({ query }) => {
          called("listBoats", query);
          return { status: 200, body: [{ name: "Ida" }], headers: { "X-Count": 1 } };
        },
        addBoat: ({ body }) => {
          called("addBoat", body);
          return { status: 201, body };
        },
        getBoat: ({ path }) => {
          if (path.boatId === 1) return { status: 200, body: { name: "Ida" } };
          if (path.boatId === 2) throw new ApiError("NOT_FOUND", "There is no such boat.");
          if (path.boatId === 3) throw new Error("secret of the stack");
          return { status: 200, body: { nom: "Ida" } };
        },
        deleteBoat: () => ({ status: 204 }),
        getPhoto: ({ path }) => ({
          status: 200,
          body: (async function* () {
            try {
              yield piece;
              made++;
              if (path.boatId === 3) throw new Error("The disk is gone.");
              if (path.boatId === 1) return;
              for (;;) {
                yield piece;
                made++;
              }
            } finally {
              closed();
            }
          })(),
        }),
        putPhoto: async ({ body }) => ({
          status: 200,
          body: { bytes: (await body.photo.arrayBuffer()).byteLength, width: body.width },
        }),
        watchPositions: () => ({
          status: 200,
          body: (async function* () {
            yield { x: 1 };
            yield { x: 2 };
          })(),
        }),
        order: ({ body }) => ({ status: 200, body: { count: body?.count } }),
      };
      served = await serve({
        document,
        handlers,
        renderError: renderFromDocument(document),
        maxBodyBytes: 10_000,
      });
    });
    afterAll(async () => {
      vi.restoreAllMocks();
      await served.close();
    });
    beforeEach(() => {
      called.mockClear();
      closed.mockClear();
      made = 0;
    });

    const get = (path: string, init?: RequestInit) => fetch(served.url + path, init);
    const post = (path: string, body: NonNullable<RequestInit["body"]>, type = "application/json") =>
      get(path, { method: "POST", body, headers: { "Content-Type": type }, duplex: "half" } as RequestInit);

    /** A request of which the test writes and reads what it likes. */
    function open(
      method: string,
      path: string,
      headers: Record<string, string | number> = {},
    ): ClientRequest {
      return request(served.url + path, { method, headers }).on("error", () => {});
    }

    test("200 with the input in the document's types", async () => {
      const response = await get("/boats?limit=3&tags=a,b");
      expect([response.status, await response.json()]).toEqual([200, [{ name: "Ida" }]]);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("x-count")).toBe("1");
      expect(called).toHaveBeenCalledWith("listBoats", { limit: 3, tags: ["a", "b"] });
    });

    test("200 without a body for HEAD", async () => {
      const response = await get("/boats", { method: "HEAD" });
      expect([response.status, await response.text()]).toEqual([200, ""]);
      expect(response.headers.get("content-length")).toBe("16");
    });

    test("201 for a body, 204 without one", async () => {
      const response = await post("/boats", JSON.stringify({ name: "Ida", length: 7.5 }));
      expect([response.status, await response.json()]).toEqual([201, { name: "Ida", length: 7.5 }]);
      expect((await get("/boats/1", { method: "DELETE" })).status).toBe(204);
    });

    test("201 for a body in chunks", async () => {
      const response = await post("/boats", new Blob(['{"name":', '"Ida"}']).stream());
      expect([response.status, await response.json()]).toEqual([201, { name: "Ida" }]);
    });

    test("200 for a form, with files or without", async () => {
      const form = new FormData();
      form.set("photo", new Blob([piece], { type: "image/png" }), "ida.png");
      form.set("width", "640");
      const response = await get("/boats/1/photo", { method: "PUT", body: form });
      expect([response.status, await response.json()]).toEqual([200, { bytes: piece.length, width: 640 }]);
      const ordered = await post("/orders", "count=3", "application/x-www-form-urlencoded");
      expect([ordered.status, await ordered.json()]).toEqual([200, { count: 3 }]);
      const without = await get("/orders", { method: "POST" });
      expect([without.status, await without.json()]).toEqual([200, {}]);
    });

    test("200 with a stream of items", async () => {
      const response = await get("/positions");
      expect([response.status, await response.text()]).toEqual([200, '{"x":1}\n{"x":2}\n']);
    });

    test.each([
      ["a wrong parameter", () => get("/boats?limit=none"), 400],
      ["a wrong path", () => get("/boats/ida"), 400],
      ["a body that isn't JSON", () => post("/boats", '{"name":'), 400],
      ["a body of another type", () => post("/boats", "Ida", "text/plain"), 415],
      ["a body that doesn't conform", () => post("/boats", '{"name":""}'), 400],
      ["no body", () => get("/boats", { method: "POST" }), 400],
      [
        "a form that doesn't conform",
        () => post("/orders", "count=many", "application/x-www-form-urlencoded"),
        400,
      ],
      ["a body over the bound", () => post("/boats", JSON.stringify({ name: "a".repeat(20_000) })), 413],
      ["a refusal", () => get("/boats/2"), 404],
      ["a handler that fails", () => get("/boats/3"), 500],
      ["a response that doesn't conform", () => get("/boats/4"), 500],
    ])("the document's error for %s", async (_, send, status) => {
      const response = await send();
      const text = await response.text();
      expect([response.status, response.headers.get("content-type"), JSON.parse(text)]).toEqual([
        status,
        "application/problem+json; charset=utf-8",
        problem(status),
      ]);
      expect(text).not.toMatch(/secret|\.ts|at /);
    });

    test("400 for two Hosts, since proxies may choose the other", async () => {
      const { host } = new URL(served.url);
      const sent = request(served.url, { path: "/boats", headers: ["Host", host, "Host", host] }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      expect([response.statusCode, await json(response)]).toEqual([400, problem(400)]);
    });

    test("413 for a body in chunks as soon as it is over the bound", async () => {
      const sent = open("POST", "/boats", { "Content-Type": "application/json" });
      sent.write(" ".repeat(11_000));
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      sent.destroy();
    });

    test("the connection is good for the next request after a body over the bound", async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (
        method: string,
        path: string,
        body = "",
      ): Promise<[number | undefined, boolean]> => {
        const headers = { "Content-Type": "application/json", "Content-Length": body.length };
        const sent = request(served.url + path, { method, agent, headers }).end(body);
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        await once(response.resume(), "end");
        return [response.statusCode, sent.reusedSocket];
      };
      expect(await send("POST", "/boats", " ".repeat(1_000_000))).toEqual([413, false]);
      expect(await send("GET", "/boats/1")).toEqual([200, true]);
      agent.destroy();
    });

    test("no call of the handler if the client leaves within its body", async () => {
      const sent = open("POST", "/boats", { "Content-Type": "application/json", "Content-Length": 100 });
      sent.write('{"name":');
      await once(sent, "socket").then(([socket]) => once(socket, "connect"));
      sent.destroy();
      expect((await get("/boats/1")).status).toBe(200);
      expect(called).not.toHaveBeenCalled();
    });

    test("an aborted response if the handler fails after the head", async () => {
      const response = await get("/boats/3/photo");
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
      expect((await get("/boats/1")).status).toBe(200);
    });

    test("a handler that waits for a slow reader, and ends when it leaves", async () => {
      const sent = open("GET", "/boats/2/photo");
      sent.end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.pause();
      // It stops once all buffers are full: no more is made while other requests are answered.
      await vi.waitFor(async () => {
        const before = made;
        for (let turn = 0; turn < 5; turn++) await (await get("/boats/1")).text();
        expect(made).toBe(before);
      }, 60_000);
      expect(closed).not.toHaveBeenCalled();
      response.destroy();
      await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    });
  });
}
