import http from "node:http";
import { afterEach, expect, test } from "vitest";
import { createSharedApp } from "../../server/adapters/node/create-app.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createLog } from "../../server/log/log.ts";
import { type Listening, listen } from "../../server/process/listen/listen.ts";
import { boundless } from "../helpers/small-app.ts";

const mebibyte = 1024 * 1024;

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Depot", version: "1.0.0" },
  security: [{ key: [] }],
  paths: {
    "/boxes": {
      post: {
        operationId: "storeBox",
        requestBody: { content: { "application/json": { schema: { type: "string" } } } },
        responses: { "204": { description: "Stored." } },
      },
    },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
});

const parts = (name: string) => ({
  name,
  basePath: `/${name}`,
  document,
  handlers: { storeBox: async () => ({ status: 204 }) },
  authenticators: { key: ({ credential }: { credential: string }) => ({ caller: {}, bucket: credential }) },
  services: {},
  limiter: boundless,
  limits: {},
  log: createLog({ write: () => {} }),
  pages: [],
  maxBodyBytes: 16 * mebibyte,
});

let server: Listening;
const requests: http.ClientRequest[] = [];
afterEach(async () => {
  for (const request of requests.splice(0)) request.destroy();
  await server.stop();
});

test("the bodies of all documents share the memory of one process", async () => {
  server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  server.serve(createSharedApp([parts("a"), parts("b")]));

  /** Announces a body of 16 MiB without sending it. Resolves to 100 once the server waits for it. */
  const announce = (path: string, key: string) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request({
        port: server.port,
        path,
        method: "POST",
        headers: {
          "X-Key": key,
          "Content-Type": "application/json",
          "Content-Length": 16 * mebibyte,
          Expect: "100-continue",
        },
      });
      request.once("continue", () => resolve(100));
      request.once("response", (response) => resolve(response.statusCode ?? 0));
      request.on("error", reject);
      requests.push(request);
      request.flushHeaders();
    });

  const waiting = ["k1", "k2", "k3", "k4"].map((key) => announce("/a/boxes", key));
  expect(await Promise.all(waiting)).toEqual([100, 100, 100, 100]);
  expect(await announce("/b/boxes", "k5")).toBe(500);
});
