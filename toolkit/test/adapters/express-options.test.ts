import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import express from "express";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { type ContractFinding, type ContractOptions, contract } from "../../server/express.ts";
import { boatsDocument } from "./boats-document.ts";

afterEach(() => void vi.restoreAllMocks());

async function serve(app: express.Application): Promise<string> {
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const document = readDocument(boatsDocument());
const opened = async (options: ContractOptions) => await contract(options);

test("a single operation moves to a handler, and the other routes stay", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const getBoat = vi.fn(({ path: { boatId } }, services) => ({ status: 200, body: services.boats[boatId] }));
  const services = { boats: { 1: { name: "Ida" } } };
  const app = express().use(contract({ document, handlers: { getBoat }, services, requests: "off" }));
  app.get("/boats", (_req, res) => void res.json([]));
  const url = await serve(app);
  expect(await (await fetch(`${url}/boats/1`)).json()).toEqual({ name: "Ida" });
  expect(await (await fetch(`${url}/boats`)).json()).toEqual([]);
  // Enforced whatever the modes.
  expect((await fetch(`${url}/boats/ida`)).status).toBe(400);
  expect((await fetch(`${url}/boats/2`)).status).toBe(500);
  expect(getBoat).toHaveBeenCalledTimes(2);
});

test("a handler of no operation ends the start", async () => {
  const handlers = { getBaot: () => ({ status: 204 }) };
  await expect(opened({ document, handlers })).rejects.toThrow("getBaot");
});

test("a document that can't be read fails the awaited start, and every request of one that isn't awaited", async () => {
  await expect(opened({ document: "missing.yaml" })).rejects.toThrow("missing.yaml");
  const app = express().use(contract({ document: "missing.yaml" }));
  const answerError: express.ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(503).end(error.code);
  const url = await serve(app.use(answerError));
  const response = await fetch(`${url}/boats`);
  expect([response.status, await response.text()]).toEqual([503, "ENOENT"]);
});

test("the awaited middleware is the same", async () => {
  const app = express().use(await contract({ document, requests: "enforce" }));
  const url = await serve(app);
  expect((await fetch(`${url}/boats/ida`)).status).toBe(400);
});

test("with authenticators, credentials are checked; without them, they are left to the application", async () => {
  const raw = boatsDocument();
  raw.components.securitySchemes = { token: { type: "http", scheme: "bearer" } };
  raw.paths["/boats"].get.security = [{ token: [] }];
  raw.paths["/boats"].get.responses["401"] = raw.paths["/boats"].get.responses["400"];
  const secured = readDocument(raw);
  const authenticators = {
    token: ({ credential }: { credential: string }) =>
      credential === "good" ? { caller: { name: "Ada" }, bucket: "ada" } : undefined,
  };
  const callers: unknown[] = [];
  const open = (given: object) => {
    const app = express().use(contract({ document: secured, requests: "enforce", ...given }));
    app.get("/boats", (req, res) => {
      callers.push(req.contract?.caller);
      res.json([]);
    });
    return serve(app);
  };
  const statusOf = async (url: string, key?: string) =>
    (await fetch(`${url}/boats`, { headers: key === undefined ? {} : { Authorization: `Bearer ${key}` } }))
      .status;
  const checked = await open({ authenticators });
  expect([await statusOf(checked), await statusOf(checked, "bad"), await statusOf(checked, "good")]).toEqual([
    401, 401, 200,
  ]);
  expect(await statusOf(await open({}))).toBe(200);
  expect(callers).toEqual([{ name: "Ada" }, undefined]);
  await expect(opened({ document: secured, authenticators: {} })).rejects.toThrow("token");
});

test("in strict, another method needs the credential of the document, as on its own server", async () => {
  const raw = boatsDocument();
  raw.components.securitySchemes = { token: { type: "http", scheme: "bearer" } };
  raw.security = [{ token: [] }];
  const authenticators = { token: () => ({ caller: {}, bucket: "ada" }) };
  const given = { document: readDocument(raw), requests: "enforce", strict: true, authenticators } as const;
  const url = await serve(express().use(contract(given)));
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(url + path, { method: "PUT", headers })).status;
  expect(await statusOf("/boats")).toBe(401);
  expect(await statusOf("/boats", { Authorization: "Bearer good" })).toBe(405);
  expect(await statusOf("/nowhere")).toBe(404);
});

test("mounted below a path, the document has the path with it or without it", async () => {
  const app = express().use("/boats", contract({ document, requests: "enforce" }));
  app.use("/api", contract({ document, requests: "enforce" }));
  const url = await serve(app);
  expect((await fetch(`${url}/boats/ida`)).status).toBe(400);
  expect((await fetch(`${url}/api/boats/ida`)).status).toBe(400);
});

test("by default, each kind of finding is written to the console once", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const app = express().use(contract({ document }));
  app.get("/boats", (_req, res) => void res.json([{ nom: "Ida" }]));
  const url = await serve(app);
  for (const at of ["/boats?limit=none", "/boats?limit=none", "/boats"]) await fetch(url + at);
  expect(warn.mock.calls.map(([line]) => line)).toEqual([
    "GET /boats → 400: Invalid request: query.limit must be integer.",
    expect.stringMatching(/^GET \/boats → 200: listBoats answered 200, but/),
  ]);
  expect(warn.mock.calls.join()).not.toContain("Ida");
});

test("middleware that changes the response works on both sides", async () => {
  const findings: ContractFinding[] = [];
  const app = express();
  const late: express.RequestHandler = (_req, res, next) => {
    // As sessions and on-headers do.
    const { writeHead, end } = res;
    res.writeHead = ((...args: unknown[]) => {
      res.appendHeader("Set-Cookie", "late=1");
      return writeHead.apply(res, args as never);
    }) as typeof writeHead;
    res.end = ((...args: unknown[]) => {
      setImmediate(() => end.apply(res, args as never));
      return res;
    }) as typeof end;
    next();
  };
  app.use(late, contract({ document, responses: "enforce", report: (one) => void findings.push(one) }), late);
  app.get("/boats/1", (_req, res) => void res.json({ name: "Ida" }));
  app.get("/boats/2", (_req, res) => void res.json({ nom: "Ida" }));
  const url = await serve(app);
  const right = await fetch(`${url}/boats/1`);
  expect([right.status, await right.json()]).toEqual([200, { name: "Ida" }]);
  expect(right.headers.getSetCookie().length).toBeGreaterThan(0);
  const wrong = await fetch(`${url}/boats/2`);
  expect([wrong.status, await wrong.json()]).toMatchObject([500, { status: 500 }]);
  expect(findings).toHaveLength(1);
});

class Vessel {
  get name() {
    return "Ida";
  }
}

test.each<[string, unknown, number, ((app: express.Application) => void)?]>([
  ["a plain value", { name: "Ida", length: 7.5 }, 200],
  ["a member that is left out", { name: "Ida", nom: undefined }, 200],
  ["a required member that is left out", { name: undefined }, 500],
  ["a number that becomes null", { name: "Ida", length: Number.NaN }, 500],
  ["an inherited member", new Vessel(), 500],
  [
    "an inherited member beside an own one",
    Object.assign(Object.create({ nom: "Ida" }), { name: "Ida" }),
    200,
  ],
  ["a value with a right toJSON", { toJSON: () => ({ name: "Ida" }), nom: "Ida" }, 200],
  ["a value with a wrong toJSON", { toJSON: () => ({ nom: "Ida" }), name: "Ida" }, 500],
  [
    "a setting that leaves a member out",
    { name: "Ida" },
    500,
    (app) =>
      app.set("json replacer", (name: string, value: unknown) => (name === "name" ? undefined : value)),
  ],
  [
    "middleware that changes the text",
    { name: "Ida" },
    500,
    (app) =>
      app.use((_req, res, next) => {
        const { send } = res;
        res.send = (body) => send.call(res, String(body).replace("name", "nom"));
        next();
      }),
  ],
])("res.json is checked as sent: %s", async (_, value, status, change) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const app = express().use(contract({ document, responses: "enforce", report: () => {} }));
  change?.(app);
  app.get("/boats/1", (_req, res) => void res.json(value));
  const response = await fetch(`${await serve(app)}/boats/1`);
  expect(response.status).toBe(status);
  if (status === 200) expect(await response.text()).toBe(JSON.stringify(value));
});

test("res.json keeps the application's value as it is", async () => {
  const raw = boatsDocument();
  raw.components.schemas.Boat.properties.builtAt = { type: "string", format: "date-time" };
  raw.components.schemas.Boat.properties.flag = { type: "string", default: "FR" };
  const boat = Object.freeze({ name: "Ida", builtAt: new Date(0) });
  const plain = { name: "Ida", length: 7.5 };
  const app = express().use(
    contract({ document: readDocument(raw), responses: "enforce", report: () => {} }),
  );
  app.get("/boats/1", (_req, res) => void res.json(boat));
  app.get("/boats/2", (_req, res) => void res.json(plain));
  const url = await serve(app);
  expect(await (await fetch(`${url}/boats/1`)).json()).toEqual({
    name: "Ida",
    builtAt: "1970-01-01T00:00:00.000Z",
  });
  expect((await fetch(`${url}/boats/2`)).status).toBe(200);
  expect(plain).toEqual({ name: "Ida", length: 7.5 });
});

test("res.json of another documented type is checked as its text", async () => {
  const raw = boatsDocument();
  const text = { type: "string", pattern: "^[{]" };
  raw.paths["/boats/{boatId}"].get.responses["200"].content = { "text/plain": { schema: text } };
  const options = { document: readDocument(raw), responses: "enforce", report: () => {} } as const;
  const app = express().use(contract(options));
  app.get("/boats/1", (_req, res) => void res.type("text/plain").json({ name: "Ida" }));
  app.get("/boats/2", (_req, res) => void res.type("text/plain").json("{"));
  const url = await serve(app);
  expect((await fetch(`${url}/boats/1`)).status).toBe(200);
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect((await fetch(`${url}/boats/2`)).status).toBe(500);
});

test("CommonJS requires it", async () => {
  const folder = await mkdtemp(path.join(import.meta.dirname, "commonjs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "app.cjs");
  await writeFile(
    file,
    `const express = require("express");
const { contract } = require("@counterpart/server/express");
const app = express().use(contract({ document: process.argv[2], requests: "enforce" }));
app.listen(0, "127.0.0.1", async function () {
  const response = await fetch("http://127.0.0.1:" + this.address().port + "/boats/ida");
  console.log(response.status);
  process.exit();
});`,
  );
  const spec = path.join(folder, "openapi.yaml");
  await writeFile(spec, JSON.stringify(boatsDocument()));
  const { stdout } = await promisify(execFile)(process.execPath, [file, spec]);
  expect(stdout).toBe("400\n");
});
