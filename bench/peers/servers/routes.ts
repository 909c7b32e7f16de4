import { contract } from "@counterpart/server/express";
import { readDocument } from "@counterpart/server/read-document";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import { middleware } from "express-openapi-validator";
import { document, errorOf, errors, findProduct, isKey, listProducts, port, updateLine } from "./shop.ts";

/** An application's routes, with the check named by `PEER_CHECK` in front of them. */
const checks: Record<string, () => RequestHandler | ReturnType<typeof middleware>> = {
  none: () => (_req, _res, next) => next(),
  contract: () =>
    contract({
      document: readDocument(document as never),
      requests: "enforce",
      responses: "enforce",
      report: () => {},
      authenticators: {
        apiKey: ({ credential }) =>
          isKey(`Bearer ${credential}`) ? { caller: {}, bucket: "key" } : undefined,
      },
    }),
  "express-openapi-validator": () =>
    middleware({
      apiSpec: document as never,
      validateRequests: true,
      validateResponses: true,
      validateSecurity: { handlers: { apiKey: (req) => isKey(req.headers.authorization) } },
    }),
};

const app = express();
app.use(express.json());
app.use(checks[process.env.PEER_CHECK ?? "none"]?.() as RequestHandler);
app.get("/v1/products", (_req, res) => void res.json(listProducts()));
app.get("/v1/products/:productId", (req, res) => {
  const found = findProduct(String(req.params.productId));
  res.status(found ? 200 : 404).json(found ?? errors[404]);
});
app.patch("/v1/cart/:cartId/lines/:productId", (req, res) => {
  const updated = updateLine(String(req.params.cartId), String(req.params.productId), req.body.quantity);
  res.status(updated ? 200 : 404).json(updated ?? errors[404]);
});
app.use((error: { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
  const { status, body } = errorOf(error.status);
  res.status(status).json(body);
});
app.listen(port, "127.0.0.1");
