import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../server/adapters/node/create-app.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { createLog } from "../../server/log/log.ts";
import { boundless } from "../helpers/small-app.ts";

const lines: string[] = [];
const app = createApp({
  document: readDocument({
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: {
      "/heat": {
        get: {
          operationId: "getHeat",
          responses: {
            "200": {
              description: "The heat.",
              content: { "application/json": { schema: { type: "integer" } } },
            },
          },
        },
      },
    },
  }),
  handlers: { getHeat: async () => ({ status: 200, body: 7 }) },
  authenticators: {},
  services: {},
  limiter: boundless,
  limits: {},
  log: createLog({ write: (line) => void lines.push(line) }),
  pages: [
    { method: "GET", path: "/whoami", handler: (req, res) => sendJson(res, [req.ip, req.originalUrl]) },
  ],
});

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [response.status, await response.json()];
  };
}

test("answers in another kind of server", async () => {
  const get = await serve(app);
  expect(await get("/heat")).toEqual([200, 7]);
  expect(await get("/whoami?x=1")).toEqual([200, ["127.0.0.1", "/whoami?x=1"]]);
  expect(await get("/nothing")).toMatchObject([404, { code: "NOT_FOUND" }]);
});

test("answers in an Express app, whose middleware sees every request", async () => {
  const seen: string[] = [];
  const outer = express();
  outer.use((req, _res, next) => {
    seen.push(req.url);
    next();
  });
  outer.use(app);
  const get = await serve(outer);
  expect(await get("/heat")).toEqual([200, 7]);
  expect(await get("/whoami?x=1")).toEqual([200, ["127.0.0.1", "/whoami?x=1"]]);
  expect(await get("/nothing")).toMatchObject([404, { code: "NOT_FOUND" }]);
  expect(seen).toEqual(["/heat", "/whoami?x=1", "/nothing"]);
});
