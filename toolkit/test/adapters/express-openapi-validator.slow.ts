import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import * as validator from "express-openapi-validator";
import { expect, onTestFinished, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { contract } from "../../server/express.ts";
import { boatsDocument } from "./boats-document.ts";

// What docs/coming-from-express-openapi-validator.md says of both, tried with both.

const raw = { ...boatsDocument(), openapi: "3.1.0" };
delete raw.paths["/positions"];

const theirs = (): RequestHandler[] =>
  validator.middleware({
    apiSpec: structuredClone(raw) as never,
    validateResponses: true,
  }) as RequestHandler[];
const ours = (): RequestHandler[] => [
  contract({ document: readDocument(raw), requests: "enforce", responses: "enforce", report: () => {} }),
];

async function serve(front: RequestHandler[], parsers: RequestHandler[] = [express.json()]) {
  const seen: unknown[] = [];
  const app = express();
  for (const one of [...parsers, ...front]) app.use(one);
  app.get("/hidden", (_req, res) => void res.end("open"));
  app.get("/boats", (req, res) => {
    seen.push(req.query.limit, req.contract?.query?.limit);
    res.json([]);
  });
  app.post("/boats", express.json(), (req, res) => void res.status(201).json(req.body));
  app.get("/boats/1", (_req, res) => void res.json({ nom: "Ida" }));
  app.get("/boats/2", (_req, res) => void res.type("json").end('{"nom":"Ida"}'));
  app.get("/boats/3", (_req, res) => void res.status(202).json({ name: "Ida" }));
  app.get("/boats/4", (_req, res) => void res.type("html").send("<p>Ida</p>"));
  const answerError: express.ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error.status ?? 500).json({ handler: error.message });
  const server = createServer(app.use(answerError)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test.each([
  ["an invalid request", "/boats?limit=none", 400, 400],
  ["an undocumented query parameter", "/boats?colour=red", 400, 200],
  ["an undocumented route", "/hidden", 404, 200],
  ["a wrong body by res.json", "/boats/1", 500, 500],
  ["a wrong body by res.end", "/boats/2", 200, 500],
  ["an undocumented status", "/boats/3", 500, 500],
  ["an undocumented media type", "/boats/4", 200, 500],
])("%s", async (_, path, their, our) => {
  expect((await fetch((await serve(theirs())).url + path)).status).toBe(their);
  expect((await fetch((await serve(ours())).url + path)).status).toBe(our);
});

test("errors go to the application's handler there, and have the document's shape here", async () => {
  const bodyOf = async (front: RequestHandler[]) =>
    (await fetch(`${(await serve(front)).url}/boats?limit=x`)).json();
  expect(await bodyOf(theirs())).toEqual({ handler: expect.any(String) });
  expect(await bodyOf(ours())).toEqual({ title: expect.any(String), status: 400 });
});

test("typed values replace the query there, and are in req.contract here", async () => {
  const [their, our] = [await serve(theirs()), await serve(ours())];
  for (const { url } of [their, our]) await fetch(`${url}/boats?limit=3`);
  expect([their.seen, our.seen]).toEqual([
    [3, undefined],
    ["3", 3],
  ]);
});

test("a body needs a parser in front there, and none here", async () => {
  const post = async (front: RequestHandler[]) => {
    const { url } = await serve(front, []);
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${url}/boats`, { method: "POST", body: '{"name":"Ida"}', headers })).status;
  };
  expect(await post(theirs())).not.toBe(201);
  expect(await post(ours())).toBe(201);
});
