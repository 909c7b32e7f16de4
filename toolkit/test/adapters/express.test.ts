import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
// @ts-expect-error Version 4 has no types here.
import express4 from "express4";
import { contract } from "../../server/express.ts";
import { handlersSuite, type Served } from "./handlers-suite.ts";
import { routesSuite, upload } from "./routes-suite.ts";

async function serve(app: RequestListener): Promise<Served> {
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

for (const [name, create] of [
  ["Express 5", express],
  ["Express 4", express4 as unknown as typeof express],
] as const) {
  handlersSuite(name, ({ document, ...parts }) => serve(create().use(contract({ document, ...parts }))));

  routesSuite(`${name}, before the parsers`, (options, routes) =>
    serve(create().use(contract(options)).use(create.json()).use(routes(create))),
  );

  routesSuite(`${name}, after the parsers`, (options, routes) => {
    const parsers = [create.json(), create.urlencoded({ extended: true }), upload()];
    return serve(create().use(parsers).use(contract(options)).use(routes(create)));
  });
}
