import type { AnyHandler, Authenticators, Limiter } from "@counterpart/server";
import { renderFromDocument } from "@counterpart/server/http";
import { readDocument } from "@counterpart/server/read-document";
import { type Example, examples, document as raw, validators } from "./served.ts";

const document = readDocument(raw as never);

/** The token `any` is a caller's. */
const authenticators: Authenticators = Object.fromEntries(
  Object.keys(document.securitySchemes).map((name) => [
    name,
    ({ credential }) => (credential === "any" ? { caller: {}, bucket: "any" } : undefined),
  ]),
);

/** Every request is the first, so that the responses to equal requests are equal. */
const limiter: Limiter = { count: () => ({ used: 1, resetMs: 60_000 }) };

export const handlers: Record<string, AnyHandler> = Object.fromEntries(
  Object.entries(examples).map(([operationId, { isEcho = false, ...example }]) => [
    operationId,
    ({ body = "" }) => (isEcho ? { ...example, body } : example),
  ]),
);

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

/** What every adapter's server is made of. */
export const checks = {
  document,
  authenticators,
  services: {},
  renderError: renderFromDocument(document),
  ...(validators && { validators }),
};

/** What the servers of the whole pipeline have besides. */
export const shop = {
  ...checks,
  handlers,
  limiter,
  limits: document.rateLimits,
  log: silent,
  pages: [],
  cors: { origins: () => true, credentials: true },
};

/** Routes of an application for every other operation, which answer with the examples. The contract has the others. */
export const routes = document.operations
  .filter((_, index) => index % 2 === 0)
  .map(({ operationId, method, path }) => ({
    method: method as "get",
    path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    example: examples[operationId] as Example,
  }));

export const handlersOfTheOthers = Object.fromEntries(
  document.operations
    .filter((_, index) => index % 2 === 1)
    .map(({ operationId }) => [operationId, handlers[operationId] as AnyHandler]),
);

/** Reports to the suite where the server listens. */
export function listening(port: number | undefined): void {
  console.log(JSON.stringify({ port }));
}
