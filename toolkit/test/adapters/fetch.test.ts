import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createFetch, type Fetch } from "../../server/fetch.ts";
import { handlersSuite, type Served } from "./handlers-suite.ts";

export async function serveFetch(api: Fetch): Promise<Served> {
  const server = createAdaptorServer({ fetch: (request) => api(request) }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

handlersSuite("fetch", async (parts) => serveFetch(await createFetch({ ...parts, log: silent })));
