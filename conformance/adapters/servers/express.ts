import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "@counterpart/server";
import { contract } from "@counterpart/server/express";
import express from "express";
// @ts-expect-error Version 4 has no types here.
import express4 from "express4";
import { checks, handlersOfTheOthers, listening, routes, shop } from "./shop.ts";

const [version, use] = process.argv.slice(3);
const create: typeof express = version === "4" ? express4 : express;
const app = create().disable("x-powered-by");
if (use === "mounted") app.use(createApp(shop));
else {
  const modes = { requests: "enforce", responses: "enforce", strict: true } as const;
  app.use(contract({ ...checks, ...modes, report: () => {}, handlers: handlersOfTheOthers }));
  app.use(create.json());
  for (const { method, path, example } of routes)
    app[method](
      path,
      (_req, res) =>
        void res
          .status(example.status)
          .set(example.headers ?? {})
          .json(example.body),
    );
}
const server = createServer(app).listen(0, "127.0.0.1", () => {
  listening((server.address() as AddressInfo).port);
});
