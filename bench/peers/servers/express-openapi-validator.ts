import type { NextFunction, Request, Response } from "express";
import { middleware } from "express-openapi-validator";
import { expressAround } from "./express-around.ts";
import { document, errorOf, errors, findProduct, isKey, listProducts, port, updateLine } from "./shop.ts";

const app = expressAround();
app.use(
  middleware({
    apiSpec: document as never,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { apiKey: (req) => isKey(req.headers.authorization) } },
  }),
);
app.get("/v1/products", (_req, res) => void res.json(listProducts()));
app.get("/v1/products/:productId", (req, res) => {
  const found = findProduct(req.params.productId);
  res.status(found ? 200 : 404).json(found ?? errors[404]);
});
app.patch("/v1/cart/:cartId/lines/:productId", (req, res) => {
  const updated = updateLine(req.params.cartId, req.params.productId, req.body.quantity);
  res.status(updated ? 200 : 404).json(updated ?? errors[404]);
});
app.use((error: { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
  const { status, body } = errorOf(error.status);
  res.status(status).json(body);
});
app.listen(port, "127.0.0.1");
