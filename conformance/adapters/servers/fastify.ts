import { contract } from "@counterpart/server/fastify";
import fastify from "fastify";
import { checks, handlersOfTheOthers, listening, routes } from "./shop.ts";

const app = fastify();
const modes = { requests: "enforce", responses: "enforce", strict: true } as const;
await app.register(contract, { ...checks, ...modes, report: () => {}, handlers: handlersOfTheOthers });
for (const { method, path, example } of routes)
  app[method](path, (_request, reply) =>
    reply
      .code(example.status)
      .headers(example.headers ?? {})
      .send(example.body),
  );
listening(Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port));
