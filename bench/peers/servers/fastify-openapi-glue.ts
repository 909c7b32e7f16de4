import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import responseValidation from "@fastify/response-validation";
import addFormats from "ajv-formats";
import fastify, { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import openapiGlue from "fastify-openapi-glue";
import {
  document,
  errorOf,
  errors,
  findProduct,
  isKey,
  limit,
  listProducts,
  minuteMs,
  port,
  updateLine,
} from "./shop.ts";

type Params = Record<string, string>;

const app = fastify({
  // One line per request, like the other peers, instead of two.
  logger: true,
  logController: new LogController({ disableRequestLogging: true }),
  ajv: { customOptions: { strict: false, coerceTypes: false } },
});
app.addHook("onResponse", (req, reply, done) => {
  req.log.info({ req, res: reply, responseTime: reply.elapsedTime }, "request completed");
  done();
});
app.setErrorHandler((error: { statusCode?: number }, _req, reply) => {
  const { status, body } = errorOf(error.statusCode);
  return reply.code(status).send(body);
});
await app.register(helmet);
await app.register(rateLimit, {
  max: limit,
  timeWindow: minuteMs,
  keyGenerator: (req) => req.headers.authorization ?? "none",
});
await app.register(responseValidation, { ajv: { strict: false, plugins: [addFormats.default] } });
await app.register(openapiGlue, {
  specification: document,
  securityHandlers: {
    async apiKey(req: FastifyRequest) {
      if (!isKey(req.headers.authorization)) throw Object.assign(new Error("No key."), { statusCode: 401 });
    },
  },
  serviceHandlers: {
    async listProducts() {
      return listProducts();
    },
    async getProduct(req: FastifyRequest, reply: FastifyReply) {
      const { productId = "" } = req.params as Params;
      return findProduct(productId) ?? reply.code(404).send(errors[404]);
    },
    async updateCartLine(req: FastifyRequest, reply: FastifyReply) {
      const { cartId = "", productId = "" } = req.params as Params;
      const { quantity } = req.body as { quantity: number };
      return updateLine(cartId, productId, quantity) ?? reply.code(404).send(errors[404]);
    },
  },
});
await app.listen({ port, host: "127.0.0.1" });
