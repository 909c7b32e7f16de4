import { type Running, start } from "../servers/start.ts";

export interface Peer {
  name: string;
  /** Below `servers/`. */
  module: string;
  /** Further environment variables. */
  env?: Record<string, string>;
}

export const peers: Peer[] = [
  {
    name: "express-openapi-validator, express-rate-limit, helmet, pino-http",
    module: "express-openapi-validator.ts",
  },
  { name: "openapi-backend, express-rate-limit, helmet, pino-http", module: "openapi-backend.ts" },
  {
    name: "fastify-openapi-glue, @fastify/rate-limit, helmet and response-validation",
    module: "fastify-openapi-glue.ts",
  },
];

export function startPeer(
  { module, env = {} }: Peer,
  shopFile: string,
  { limit = 1e9, isFaulty = false } = {},
): Promise<Running> {
  return start({
    module: new URL(`servers/${module}`, import.meta.url),
    env: {
      NODE_ENV: "production",
      PEER_SHOP: shopFile,
      PEER_LIMIT: String(limit),
      ...(isFaulty && { PEER_FAULTY: "1" }),
      ...env,
    },
  });
}
