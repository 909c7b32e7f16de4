import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { loadDocument } from "@counterpart/server";
import type { ContractFinding } from "@counterpart/server/express";
import { createJudge } from "@counterpart/testing/judge";
import { startProxy } from "@counterpart/testing/proxy";
import type { RequestHandler } from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApp } from "../../examples/existing-app/app.ts";
import { enforce, move, report } from "../../examples/existing-app/steps.ts";
import { createTools } from "../../examples/existing-app/tools.ts";

type Front = (given: { report: (one: ContractFinding) => void }) => RequestHandler;

async function serve(front?: Front, spoil: RequestHandler[] = []) {
  const findings: ContractFinding[] = [];
  const tools = createTools();
  const first = front ? [front({ report: (one) => void findings.push(one) })] : [];
  const server: Server = createApp([...first, ...spoil], tools).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, findings };
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

/** A session's requests to every operation. @returns the status of each */
async function walk(url: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let cookie = "";
  const send = async (name: string, path: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as object), ...(cookie !== "" && { Cookie: cookie }) };
    const response = await fetch(url + path, { ...init, headers });
    const given = response.headers.getSetCookie().map((one) => one.split(";")[0]);
    if (given.length > 0) cookie = given.join("; ");
    statuses[name] = response.status;
    await response.arrayBuffer();
  };
  const photo = new FormData();
  photo.set("photo", new Blob(["picture"], { type: "image/png" }), "sander.png");
  const tool = { name: "Plane", category: "wood", deposit: 15 };
  await send("ping", "/ping");
  await send("listTools", "/tools?limit=5&category=wood");
  await send("addTool before sign-in", "/tools", json("POST", tool));
  await send("signIn", "/session", json("POST", { member: "Ada" }));
  await send("addTool", "/tools", json("POST", tool));
  await send("getTool", "/tools/3");
  await send("getTool, missing", "/tools/99");
  await send("changeTool", "/tools/3", json("PATCH", { deposit: 20 }));
  await send("putPhoto", "/tools/3/photo", { method: "PUT", body: photo });
  await send("getPhoto", "/tools/3/photo");
  await send("getPhoto, placeholder", "/tools/1/photo");
  await send("lend", "/loans", json("POST", { toolId: 3, until: "2026-12-24" }));
  await send("listLoans", "/loans");
  await send("exportLoans", "/loans/export");
  await send("removeTool", "/tools/2", { method: "DELETE" });
  await send("signOut", "/session", { method: "DELETE" });
  return statuses;
}

const steps: [string, Front][] = [
  ["report", report],
  ["enforce", enforce],
  ["move", (given) => move(createTools(), given)],
];

describe("the existing app", () => {
  test.each(steps)("answers as before, without a finding, in the step %s", async (step, front) => {
    const before = await walk((await serve()).url);
    const { url, findings } = await serve(front);
    // The handler has its own tools here.
    const expected = step === "move" ? { ...before, getTool: 404 } : before;
    expect(await walk(url)).toEqual(expected);
    expect(findings).toEqual([]);
  });

  test("400 in the document's format in the step enforce", async () => {
    const { url, findings } = await serve(enforce);
    const response = await fetch(`${url}/tools?limit=many`);
    expect([response.status, await response.json()]).toEqual([400, { error: expect.any(String) }]);
    expect(findings).toHaveLength(1);
  });
});

type Body = Record<string, unknown>;
const first = (value: unknown): Body => (Array.isArray(value) ? value[0] : value) as Body;

/** What routes get wrong, by what they hand to `res.json`. */
const faults: Record<string, (value: unknown) => unknown> = {
  "missing field": (value) => delete first(value).name && value,
  "extra field": (value) => Object.assign(first(value), { internal: true }) && value,
  "number as string": (value) => Object.assign(first(value), { deposit: "40" }) && value,
  "boolean as number": (value) => Object.assign(first(value), { deposit: true }) && value,
  "null for string": (value) => Object.assign(first(value), { name: null }) && value,
  "enum in capitals": (value) => Object.assign(first(value), { category: "WOOD" }) && value,
  "fraction for integer": (value) => Object.assign(first(value), { id: 1.5 }) && value,
  "wrapped in data": (value) => ({ data: value }),
  "list for object, object for list": (value) => (Array.isArray(value) ? value[0] : [value]),
  "nothing but null": () => null,
};

/** What they get wrong around it. */
const sendings: Record<string, (res: Parameters<RequestHandler>[1], text: string) => unknown> = {
  "undocumented status": (res, text) => res.status(202).type("json").end(text),
  "html for JSON": (res, text) => res.type("html").end(text),
  "no Content-Type": (res, text) => res.end(text),
  "empty body": (res) => res.type("json").end(),
  "truncated JSON": (res, text) => res.type("json").end(text.slice(0, -2)),
  "warning before JSON": (res, text) => res.type("json").end(`<b>Warning</b>${text}`),
  "body sent twice": (res, text) => res.type("json").end(text + text),
  "JSON with a mark": (res, text) => res.type("json").end(`\uFEFF${text}`),
  "Latin-1": (res, text) => res.type("json").end(Buffer.from(text.replace("a", "é"), "latin1")),
  "gzip in name only": (res, text) => res.type("json").set("Content-Encoding", "gzip").end(text),
};

describe("a fault of a route", async () => {
  const document = await loadDocument(
    fileURLToPath(new URL("../../examples/existing-app/openapi.yaml", import.meta.url)),
  );
  const spoils: [string, RequestHandler][] = [
    ...Object.entries(faults).map(([name, spoil]): [string, RequestHandler] => [
      name,
      (_req, res, next) => {
        const { json: send } = res;
        res.json = (value) => send.call(res, res.statusCode < 300 ? spoil(structuredClone(value)) : value);
        next();
      },
    ]),
    ...Object.entries(sendings).map(([name, send]): [string, RequestHandler] => [
      name,
      (_req, res, next) => {
        res.json = (value) => send(res, JSON.stringify(value)) as typeof res;
        next();
      },
    ]),
  ];

  test.each(spoils)("%s is found as by the proxy", async (_, spoil) => {
    const { url, findings } = await serve(report, [spoil]);
    const plain = await serve(undefined, [spoil]);
    const seen: string[] = [];
    const proxy = await startProxy({
      document,
      judge: createJudge(document),
      to: plain.url,
      onExchange: ({ exchange: { request }, findings: found }) => {
        if (found.some(({ severity }) => severity === "error")) seen.push(request.target);
      },
    });
    onTestFinished(() => proxy.close());
    for (const path of ["/tools", "/tools/1"])
      for (const address of [url, proxy.url])
        await fetch(address + path)
          .then((one) => one.arrayBuffer())
          .catch(() => {});
    expect(seen).toEqual(["/tools", "/tools/1"]);
    expect(findings.map((one) => one.path)).toEqual(seen);
  });
});
