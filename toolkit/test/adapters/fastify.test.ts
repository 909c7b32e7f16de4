import { PassThrough } from "node:stream";
import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { type ContractFinding, type ContractMode, contract } from "../../server/fastify.ts";
import { boatsDocument } from "./boats-document.ts";
import { handlersSuite } from "./handlers-suite.ts";

handlersSuite("Fastify 5", async ({ document, ...parts }) => {
  const server = fastify({ forceCloseConnections: true });
  await server.register(contract, { document, ...parts });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, close: () => server.close() };
});

describe("routes of Fastify 5, injected", () => {
  const document = readDocument(boatsDocument());
  const findings: ContractFinding[] = [];
  const reached = vi.fn();
  let send: (request: FastifyRequest, reply: FastifyReply) => unknown;
  const servers: Record<string, FastifyInstance> = {};

  beforeAll(async () => {
    for (const mode of ["report", "enforce"] as ContractMode[]) {
      const server = fastify();
      await server.register(multipart);
      const report = (one: ContractFinding) => void findings.push(one);
      await server.register(contract, { document, requests: mode, responses: mode, report });
      server.post("/boats", async (request, reply) => {
        reached(request.body, request.contract?.body);
        return reply.code(201).send(request.body);
      });
      server.put("/boats/:id/photo", async (request) => {
        const file = await request.file();
        return { bytes: (await file?.toBuffer())?.length, width: 640 };
      });
      server.get("/hidden", async () => ({ open: true }));
      for (const url of ["/boats", "/boats/:id", "/boats/:id/photo", "/positions"])
        server.get(url, async (request, reply) => {
          reached(request.contract?.operationId, request.contract?.query);
          return send(request, reply);
        });
      servers[mode] = server;
    }
  });
  afterAll(() => Promise.all(Object.values(servers).map((one) => one.close())));
  beforeEach(() => {
    findings.length = 0;
    reached.mockClear();
  });

  const inject = (mode: string, method: "GET" | "POST" | "PUT", url: string, more: object = {}) =>
    (servers[mode] as FastifyInstance).inject({ method, url, ...more });

  test.each(["report", "enforce"])("a valid request passes with its typed input (%s)", async (mode) => {
    send = async () => [];
    expect((await inject(mode, "GET", "/boats?limit=3")).statusCode).toBe(200);
    expect(reached).toHaveBeenCalledWith("listBoats", { limit: 3 });
    const boat = { name: "Ida" };
    const added = await inject(mode, "POST", "/boats", { payload: boat });
    expect([added.statusCode, added.json()]).toEqual([201, boat]);
    expect(reached).toHaveBeenCalledWith(boat, boat);
    expect(findings).toEqual([]);
  });

  test("an upload passes its parser behind the contract", async () => {
    const form = new FormData();
    form.set("width", "640");
    form.set("photo", new Blob(["picture"], { type: "image/png" }), "ida.png");
    const url = await (servers.enforce as FastifyInstance).listen({ host: "127.0.0.1", port: 0 });
    const response = await fetch(`${url}/boats/1/photo`, { method: "PUT", body: form });
    expect([response.status, await response.json()]).toEqual([200, { bytes: 7, width: 640 }]);
  });

  test.each([
    ["a parameter", (mode: string) => inject(mode, "GET", "/boats?limit=none"), 400],
    ["a body", (mode: string) => inject(mode, "POST", "/boats", { payload: { name: 7 } }), 400],
  ])("%s that doesn't conform is reported, or refused with the document's error", async (_, ask, status) => {
    send = async () => [];
    await ask("report");
    expect(findings.map((one) => [one.side, one.status])).toContainEqual(["request", status]);
    expect(reached).toHaveBeenCalledOnce();
    const response = await ask("enforce");
    expect([response.statusCode, response.json()]).toEqual([status, { title: expect.any(String), status }]);
    expect(reached).toHaveBeenCalledOnce();
  });

  test.each<[string, typeof send]>([
    ["a returned value", async () => ({ nom: "Ida" })],
    ["reply.send", async (_request, reply) => reply.send({ nom: "Ida" })],
    [
      "a stream",
      async (_request, reply) => {
        const source = new PassThrough();
        source.end('{"nom":"Ida"}');
        return reply.type("application/json").send(source);
      },
    ],
    ["an undocumented status", async (_request, reply) => reply.code(202).send({ name: "Ida" })],
    [
      "the raw response",
      async (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { "Content-Type": "application/json" }).end('{"nom":"Ida"}');
      },
    ],
  ])("%s that doesn't conform is reported, and 500 in enforce", async (_, way) => {
    send = way;
    expect((await inject("report", "GET", "/boats/1")).json()).not.toHaveProperty("title");
    const refused = await inject("enforce", "GET", "/boats/1");
    expect([refused.statusCode, refused.json()]).toEqual([500, { title: expect.any(String), status: 500 }]);
    expect(findings.map(({ side, operationId }) => `${side} ${operationId}`)).toEqual([
      "response getBoat",
      "response getBoat",
    ]);
  });

  test("routes that the document doesn't have pass", async () => {
    expect((await inject("enforce", "GET", "/hidden")).json()).toEqual({ open: true });
    expect((await inject("enforce", "GET", "/nothing")).statusCode).toBe(404);
  });
});
