import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOptions } from "../front/contract-options.ts";
import { createFront } from "../front/create-front.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request as the document describes it; undefined if the document doesn't have it. */
    contract?: Contract;
  }
}

/**
 * Puts a document in front of the routes of a Fastify 5 server, or answers its operations with `handlers`.
 *
 * ```ts
 * await fastify.register(contract, { document: "openapi.yaml", requests: "enforce" });
 * ```
 *
 * Register it before the routes, whose hooks Fastify collects when they are added.
 */
export const contract: FastifyPluginAsync<ContractOptions> = async (fastify, options) => {
  const front = await createFront(options);
  fastify.decorateRequest("contract", undefined);
  // Before Fastify parses the body.
  fastify.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw: req, originalUrl } = request;
    const { raw: res } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) res.setHeader(name, value);
    const passing = { req, res, targets: [originalUrl], address: () => request.ip, parsed: undefined };
    const { isAnswered, contract: found } = await front(passing);
    if (isAnswered) return reply.hijack();
    if (found) request.contract = found;
  });
};

// The hook is for the routes beside the plugin, not for routes within it.
Object.assign(contract, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "contract",
});
