import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { acceptAnyone } from "../../server/http/credentials/accept-anyone.ts";
import type { Authenticators } from "../../server/http/credentials/authenticate.ts";
import { NotImplemented } from "../../server/http/errors/not-implemented.ts";
import type { RunParts } from "../../server/process/documents/served-document.ts";
import { ConfigError } from "../../server/process/settings.ts";
import { readTraffic, writeTraffic } from "../../testing/coverage/traffic.ts";
import { type RunningService, type StartOptions, startService } from "../../testing/service/start-service.ts";

const body = (example: object) => ({ "application/json": { schema: { type: "object" }, example } });
const refusals = {
  "401": { description: "Who are you?", content: body({}) },
  "429": { description: "Too often.", content: body({}) },
};
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Ferry", version: "1.0.0" },
  security: [{ ticket: [] }],
  "x-rate-limits": { global: { limit: 1, windowSeconds: 60 } },
  paths: {
    "/sailings": {
      get: {
        operationId: "listSailings",
        responses: {
          "200": {
            description: "All.",
            content: {
              "application/json": { schema: { type: "object", properties: { next: { type: "string" } } } },
            },
          },
          ...refusals,
        },
      },
    },
    "/seats": {
      get: {
        operationId: "listSeats",
        responses: { "200": { description: "All.", content: body({ free: 4 }) }, ...refusals },
      },
    },
  },
  components: { securitySchemes: { ticket: { type: "http", scheme: "bearer" } } },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-ferry-"));
  await writeFile(path.join(folder, "openapi.json"), JSON.stringify(raw));
});
afterAll(() => rm(folder, { recursive: true }));

const running: RunningService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

interface Services {
  harbour: string | undefined;
}
let closed = 0;

let url: string;

async function start(
  {
    authenticators = { ticket: acceptAnyone() },
    ...options
  }: StartOptions & { authenticators?: Authenticators } = {},
  answer = (services: Services): object => services,
) {
  const parts: RunParts<Services, Services> = {
    document: pathToFileURL(path.join(folder, "openapi.json")),
    handlers: {
      listSailings: async (_input, services) => ({ status: 200, body: answer(services as Services) }),
      listSeats: async () => {
        throw new NotImplemented();
      },
    },
    service: {
      mcp: true,
      readSettings({ given, mistakes }) {
        if (given.HARBOUR === "none") mistakes.push("HARBOUR must be a harbour");
        return { harbour: given.HARBOUR };
      },
      open: async ({ settings, localUrl }) => {
        url = localUrl;
        return {
          services: settings,
          authenticators,
          pages: [],
          close: async () => {
            closed++;
          },
        };
      },
    },
  };
  const service = await startService(parts, options);
  running.push(service);
  const get = (at: string, ticket = "any") =>
    service.fetch(service.url + at, { headers: { Authorization: `Bearer ${ticket}` } });
  return { ...service, get };
}

test("runs the handlers with the service and its environment, without rate limits", async () => {
  const { get, exchanges, logLines } = await start({ env: { HARBOUR: "Rosslare" } });
  for (const _ of [1, 2, 3]) expect(await (await get("/sailings")).json()).toEqual({ harbour: "Rosslare" });
  expect(exchanges).toHaveLength(3);
  await expect.poll(() => logLines.filter((line) => line.includes("listSailings"))).toHaveLength(3);
});

test("the mock answers operations without a handler", async () => {
  const response = await (await start()).get("/seats");
  expect(response.headers.get("x-mock")).toBe("true");
  expect(await response.json()).toEqual({ free: 4 });
});

test("exchanges count for the contract coverage, except the mock's answers", async () => {
  const { get, document } = await start();
  const traffic = async (name: string) => {
    await writeTraffic(path.join(folder, name));
    return readTraffic(path.join(folder, name), document);
  };
  await traffic("before");
  await get("/seats");
  expect((await traffic("mocked")).exchanges).toBe(0);
  await get("/sailings");
  const { exchanges, seen } = await traffic("answered");
  expect(exchanges).toBe(1);
  expect(Object.keys(seen).join()).toContain("listSailings");
});

test("calls of tools count for the contract coverage", async () => {
  const { url, document } = await start();
  const client = new Client({ name: "test", version: "1" });
  const headers = { Authorization: "Bearer any" };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  const traffic = async (name: string) => {
    await writeTraffic(path.join(folder, name));
    return readTraffic(path.join(folder, name), document);
  };
  await traffic("before calls");
  await client.callTool({ name: "listSeats", arguments: {} });
  expect((await traffic("mocked calls")).exchanges).toBe(0);
  await client.callTool({ name: "listSailings", arguments: {} });
  const { exchanges, seen } = await traffic("calls");
  expect(exchanges).toBe(1);
  expect(Object.keys(seen).join()).toContain("listSailings");
  await client.close();
});

test("401 for every credential but the only one, and 429 at a given limit", async () => {
  const { get } = await start({ onlyCredential: "mine", rateLimits: { global: 2 } });
  expect((await get("/sailings", "theirs")).status).toBe(401);
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await get("/sailings", "mine")).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test("fetch throws if an answer isn't as documented", async () => {
  const { get, document } = await start();
  expect(document.operations).toHaveLength(2);
  const { fetch, url } = await start();
  // 404 isn't documented anywhere.
  await expect(fetch(`${url}/nowhere`)).rejects.toThrow();
  expect((await get("/sailings")).status).toBe(200);
});

test("close ends the server and the service", async () => {
  const { url, close } = await start();
  running.pop();
  closed = 0;
  await close();
  expect(closed).toBe(1);
  await expect(fetch(url)).rejects.toThrow();
});

test("a mistake in the environment is reported, and nothing is left running", async () => {
  await expect(start({ env: { HARBOUR: "none" } })).rejects.toThrow(ConfigError);
});

test("a server that can't start leaves nothing running", async () => {
  closed = 0;
  await expect(start({ authenticators: {} })).rejects.toThrow("ticket");
  expect(closed).toBe(1);
  await expect(fetch(url)).rejects.toThrow();
});
