import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import type express from "express";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import multer from "multer";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import type { ContractFinding, ContractOptions } from "../../server/express.ts";
import { boatsDocument } from "./boats-document.ts";
import type { Served } from "./handlers-suite.ts";

type Send = (req: Request, res: Response, next: NextFunction) => void;
type CreateRoutes = (create: typeof express) => RequestHandler;

/** Reads the form of an upload. */
export const upload = (): RequestHandler => multer().single("photo");

const document = readDocument(boatsDocument());
const folder = mkdtempSync(path.join(tmpdir(), "boats-"));
const boatFile = path.join(folder, "boat.json");
const wrongFile = path.join(folder, "wrong.json");
writeFileSync(boatFile, '{"name":"Ida"}');
writeFileSync(wrongFile, '{"nom":"Ida"}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ways in which routes send JSON. */
const ways: Record<string, (value: object, file: string) => Send> = {
  "res.json": (value) => (_req, res) => void res.json(value),
  "res.send": (value) => (_req, res) => void res.send(value),
  "res.send of text": (value) => (_req, res) => void res.type("json").send(JSON.stringify(value)),
  "res.end": (value) => (_req, res) => void res.type("json").end(JSON.stringify(value)),
  "res.write, in parts": (value) => (_req, res) => {
    const text = JSON.stringify(value);
    res.type("json").write(text.slice(0, 3));
    setImmediate(() => res.end(text.slice(3)));
  },
  "res.writeHead": (value) => (_req, res) => {
    res.writeHead(200, "Fine", { "Content-Type": "application/json" }).end(JSON.stringify(value));
  },
  "res.sendFile": (_, file) => (_req, res) => res.sendFile(file),
  "a pipe": (_, file) => (_req, res) => void createReadStream(file).pipe(res.type("json")),
};

/** The same requests to an application, whose routes are behind the contract. */
export function routesSuite(
  name: string,
  serve: (options: ContractOptions, routes: CreateRoutes) => Promise<Served>,
): void {
  describe(`routes of ${name}`, () => {
    let send: Send = () => {};
    const reached = vi.fn();
    const findings: ContractFinding[] = [];
    const report = (finding: ContractFinding) => void findings.push(finding);
    const routes: CreateRoutes = (create) => {
      const router = create.Router();
      const readForm = upload();
      router.post("/boats", create.json({ limit: "5mb" }), (req, res) => {
        reached(req.body, req.contract?.body);
        res.status(201).json(req.body);
      });
      router.put("/boats/:id/photo", (req, res, next) => (req.file ? next() : readForm(req, res, next)));
      router.put("/boats/:id/photo", (req, res) => {
        reached(req.file?.size, req.contract?.body);
        res.json({ bytes: req.file?.size, width: Number(req.body.width) });
      });
      router.post("/orders", create.urlencoded({ extended: true }), (req, res) => {
        reached(req.body, req.contract?.body);
        res.json({});
      });
      router.get("/hidden", (_req, res) => void res.json({ open: true }));
      router.use((req, res, next) => {
        reached(req.contract?.operationId, req.contract?.query);
        send(req, res, next);
      });
      const answerError: express.ErrorRequestHandler = (error, _req, res, next) => {
        if (res.headersSent) next(error);
        else res.status(500).json({ title: error.message, status: 500 });
      };
      // An error handler of Express has four parameters.
      router.use(answerError);
      return router;
    };
    const served: Record<string, Served> = {};
    beforeAll(async () => {
      served.report = await serve({ document, report }, routes);
      served.enforce = await serve({ document, report, requests: "enforce", responses: "enforce" }, routes);
      served.strict = await serve({ document, report, requests: "enforce", strict: true }, routes);
      served.off = await serve({ document, report, requests: "off", responses: "off" }, routes);
    });
    afterAll(() => Promise.all(Object.values(served).map((one) => one.close())));
    beforeEach(() => {
      reached.mockClear();
      findings.length = 0;
    });

    const get = (mode: string, at: string, init?: RequestInit) => fetch((served[mode]?.url ?? "") + at, init);
    const post = (mode: string, at: string, body: string, type = "application/json") =>
      get(mode, at, { method: "POST", body, headers: { "Content-Type": type } });
    const summary = () => findings.map(({ side, operationId, status }) => `${side} ${operationId} ${status}`);

    test.each(["report", "enforce"])("a valid request passes with its typed input (%s)", async (mode) => {
      send = (_req, res) => void res.json([]);
      expect((await get(mode, "/boats?limit=3&tags=a,b")).status).toBe(200);
      expect(reached).toHaveBeenCalledWith("listBoats", { limit: 3, tags: ["a", "b"] });
      expect(findings).toEqual([]);
    });

    test.each(["report", "enforce"])("the parsers behind get the body (%s)", async (mode) => {
      const boat = { name: "Ida", length: 7.5 };
      const response = await post(mode, "/boats", JSON.stringify(boat));
      expect([response.status, await response.json()]).toEqual([201, boat]);
      expect(reached).toHaveBeenCalledWith(boat, boat);
      const ordered = await post(mode, "/orders", "count=3", "application/x-www-form-urlencoded");
      expect(ordered.status).toBe(200);
      expect(reached).toHaveBeenCalledWith({ count: "3" }, { count: 3 });
      expect(findings).toEqual([]);
    });

    test("a body in many parts arrives whole", async () => {
      const boat = { name: "a".repeat(90_000) };
      const text = JSON.stringify(boat);
      const parts = Array.from({ length: 91 }, (_, at) => text.slice(at * 1000, (at + 1) * 1000));
      const body = new Blob(parts).stream();
      const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": "application/json" } };
      const response = await get("enforce", "/boats", init as RequestInit);
      expect([response.status, await response.json()]).toEqual([201, boat]);
    });

    test("an upload passes multer, in front of the contract or behind it", async () => {
      const form = new FormData();
      form.set("width", "640");
      form.set("photo", new Blob(["picture"], { type: "image/png" }), "ida.png");
      const response = await get("enforce", "/boats/1/photo", { method: "PUT", body: form });
      expect([response.status, await response.json()]).toEqual([200, { bytes: 7, width: 640 }]);
      form.set("width", "wide");
      expect((await get("enforce", "/boats/1/photo", { method: "PUT", body: form })).status).toBe(400);
      form.delete("photo");
      form.set("width", "640");
      expect((await get("enforce", "/boats/1/photo", { method: "PUT", body: form })).status).toBe(400);
      expect(reached).toHaveBeenCalledOnce();
    });

    test.each([
      ["a parameter", (mode: string) => get(mode, "/boats?limit=none"), "listBoats 400"],
      ["a path", (mode: string) => get(mode, "/boats/ida"), "getBoat 400"],
      ["a body", (mode: string) => post(mode, "/boats", '{"name":7}'), "addBoat 400"],
      ["a media type", (mode: string) => post(mode, "/boats", "Ida", "text/plain"), "addBoat 415"],
      [
        "a form",
        (mode: string) => post(mode, "/orders", "count=x", "application/x-www-form-urlencoded"),
        "order 400",
      ],
      ["no body", (mode: string) => get(mode, "/boats", { method: "POST" }), "addBoat 400"],
    ])("%s that doesn't conform is reported, or refused with the document's error", async (_, ask, found) => {
      send = (_req, res) => void res.type("json").send('{"name":"Ida"}');
      await ask("report");
      expect(summary()[0]).toBe(`request ${found}`);
      expect(reached).toHaveBeenCalledOnce();
      reached.mockClear();
      const response = await ask("enforce");
      const text = await response.text();
      const status = Number(found.split(" ")[1]);
      expect([response.status, JSON.parse(text)]).toEqual([status, { title: expect.any(String), status }]);
      expect(response.headers.get("content-type")).toContain("application/problem+json");
      expect(reached).not.toHaveBeenCalled();
      expect(text).not.toMatch(/\.ts|\bat /);
      findings.length = 0;
      reached.mockClear();
      await ask("off");
      expect([findings, reached.mock.calls.length]).toEqual([[], 1]);
    });

    test.each(["report", "enforce"])(
      "a client that leaves within its body is no finding (%s)",
      async (mode) => {
        const log = vi.spyOn(console, "error").mockImplementation(() => {});
        onTestFinished(() => log.mockRestore());
        const headers = { "Content-Type": "application/json", "Content-Length": 100 };
        const sent = request(`${served[mode]?.url}/boats`, { method: "POST", headers }).on("error", () => {});
        sent.write('{"name":');
        await once(sent, "socket").then(([socket]) => once(socket, "connect"));
        sent.destroy();
        expect((await get(mode, "/hidden")).status).toBe(200);
        expect([findings, reached.mock.calls, log.mock.calls]).toEqual([[], [], []]);
      },
    );

    test.each(Object.keys(ways))("a response by %s is checked as it is sent", async (way) => {
      const boat = { name: "Ida" };
      for (const mode of ["report", "enforce"]) {
        send = ways[way]?.(boat, boatFile) as Send;
        const right = await get(mode, "/boats/1");
        expect([right.status, await right.json(), summary()]).toEqual([200, boat, []]);
      }
      send = ways[way]?.({ nom: "Ida" }, wrongFile) as Send;
      const reported = await get("report", "/boats/1");
      expect([reported.status, await reported.json()]).toEqual([200, { nom: "Ida" }]);
      const refused = await get("enforce", "/boats/1");
      expect([refused.status, await refused.json()]).toEqual([
        500,
        { title: expect.any(String), status: 500 },
      ]);
      expect(refused.headers.get("etag")).toBeNull();
      expect(summary()).toEqual(["response getBoat 200", "response getBoat 200"]);
      expect(findings[0]?.message).toMatch(/^getBoat answered 200, but/);
    });

    test.each<[string, Send]>([
      ["an undocumented status", (_req, res) => void res.status(202).json({ name: "Ida" })],
      ["an undocumented media type", (_req, res) => void res.type("html").send("<p>Ida</p>")],
      ["no media type", (_req, res) => void res.end('{"name":"Ida"}')],
      ["no body", (_req, res) => void res.type("json").end()],
      ["text that isn't JSON", (_req, res) => void res.type("json").end("{")],
    ])("%s of a route is reported, and 500 in enforce", async (_, way) => {
      send = way;
      await get("report", "/boats/1");
      const response = await get("enforce", "/boats/1");
      expect([response.status, await response.json()]).toMatchObject([500, { status: 500 }]);
      expect(findings).toHaveLength(2);
    });

    test("conditional and partial requests get what HTTP has for them", async () => {
      send = (_req, res) => res.sendFile(boatFile);
      const etag = (await get("enforce", "/boats/1")).headers.get("etag") as string;
      // Otherwise fetch asks for no cache.
      const headers = { "If-None-Match": etag, "Cache-Control": "max-age=60" };
      expect((await get("enforce", "/boats/1", { headers })).status).toBe(304);
      expect((await get("enforce", "/boats/1", { headers: { Range: "bytes=0-3" } })).status).toBe(206);
      expect((await get("enforce", "/boats/1", { method: "HEAD" })).status).toBe(200);
      expect(findings).toEqual([]);
    });

    test("files aren't held back", async () => {
      const source = new PassThrough();
      send = (_req, res) => void source.pipe(res.type("png"));
      source.write("first");
      const response = await get("enforce", "/boats/1/photo");
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first");
      source.end("second");
      expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("second");
    });

    test("JSON over the bound is sent before it is checked, and reported", async () => {
      const many = JSON.stringify(
        Array.from({ length: 120_000 }, () => ({ name: "Ida" })).concat({ nom: "x" } as never),
      );
      send = (_req, res) => {
        res.type("json");
        for (let at = 0; at < many.length; at += 100_000) res.write(many.slice(at, at + 100_000));
        res.end();
      };
      const response = await get("enforce", "/boats");
      expect([response.status, (await response.text()).length]).toEqual([200, many.length]);
      expect(summary()).toEqual(["response listBoats 200"]);
    });

    test.each<[string, (res: Response, text: string) => void]>([
      ["res.send", (res, text) => void res.send(text)],
      ["res.end with text", (res, text) => void res.end(text)],
      ["res.end with bytes", (res, text) => void res.end(Buffer.from(text))],
      ["res.end with text in another encoding", (res, text) => void res.end(text, "latin1")],
    ])("JSON over the bound that is sent at once by %s is checked before", async (_, end) => {
      const listOf = (last: object) => JSON.stringify([...Array(120_000).fill({ name: "Ida" }), last]);
      send = (_req, res) => end(res.type("json"), listOf({ name: "Jan" }));
      expect(await (await get("enforce", "/boats")).text()).toBe(listOf({ name: "Jan" }));
      send = (_req, res) => end(res.type("json"), listOf({ nom: "Jan" }));
      expect((await get("enforce", "/boats")).status).toBe(500);
      expect(summary()).toEqual(["response listBoats 200"]);
    });

    test("items of a stream pass one by one, until one doesn't conform", async () => {
      let source: Readable = new PassThrough();
      send = (_req, res) => void source.pipe(res.type("application/jsonl"));
      (source as PassThrough).write('{"x":1}\n');
      const response = await get("enforce", "/positions");
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('{"x":1}\n');
      (source as PassThrough).write('{"x":"one"}\n');
      await expect(reader.read()).rejects.toThrow();
      expect(summary()).toEqual(["response watchPositions 200"]);
      source = new PassThrough();
      (source as PassThrough).end('{"x":1}\n{"x":"one"}\n');
      expect(await (await get("report", "/positions")).text()).toBe('{"x":1}\n{"x":"one"}\n');
      expect(findings).toHaveLength(2);
    });

    test("an error after the head aborts the response", async () => {
      send = (_req, res, next) => {
        res.type("png").write("first");
        setImmediate(() => next(new Error("The disk is gone.")));
      };
      const response = await get("enforce", "/boats/1/photo");
      await expect(response.text()).rejects.toThrow();
      send = (_req, res, next) => {
        res.type("json").write('{"name":');
        setImmediate(() => next(new Error("The disk is gone.")));
      };
      await expect(get("enforce", "/boats/1").then((one) => one.text())).rejects.toThrow();
      expect((await get("enforce", "/hidden")).status).toBe(200);
    });

    test("routes that the document doesn't have pass unless strict", async () => {
      for (const mode of ["report", "enforce", "off"]) expect((await get(mode, "/hidden")).status).toBe(200);
      expect(findings).toEqual([]);
      expect((await get("strict", "/hidden")).status).toBe(404);
      expect((await get("strict", "/boats", { method: "DELETE" })).status).toBe(405);
      expect(summary()).toEqual(["request undefined 404", "request undefined 405"]);
    });
  });
}
