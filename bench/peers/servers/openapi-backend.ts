import addFormats from "ajv-formats";
import type { Response } from "express";
import { type Context, OpenAPIBackend } from "openapi-backend";
import { expressAround } from "./express-around.ts";
import { document, errorOf, errors, findProduct, isKey, listProducts, port, updateLine } from "./shop.ts";

const api = new OpenAPIBackend({
  definition: document as never,
  // Its OpenAPI schema lacks the additions of 3.1, so the document itself isn't validated.
  quick: true,
  ajvOpts: { strict: false },
  customizeAjv: (ajv) => {
    addFormats.default(ajv);
    return ajv;
  },
  securityHandlers: {
    apiKey: ({ request }: Context) => isKey(String(request.headers.authorization)),
  },
  handlers: {
    listProducts: () => listProducts(),
    getProduct: (c: Context) => findProduct(String(c.request.params.productId)),
    updateCartLine: (c: Context) =>
      updateLine(
        String(c.request.params.cartId),
        String(c.request.params.productId),
        c.request.requestBody.quantity,
      ),
    validationFail: (_c, _req, res: Response) => void res.status(400).json(errors[400]),
    unauthorizedHandler: (_c, _req, res: Response) => void res.status(401).json(errors[401]),
    notFound: (_c, _req, res: Response) => void res.status(404).json(errors[404]),
    postResponseHandler(c: Context, _req, res: Response) {
      if (res.headersSent) return;
      if (c.response === undefined) return void res.status(404).json(errors[404]);
      const isValid = c.operation && !c.api.validateResponse(c.response, c.operation, 200).errors;
      res.status(isValid ? 200 : 500).json(isValid ? c.response : errors[500]);
    },
  },
});
await api.init();

const app = expressAround();
app.use(async (req, res) => {
  try {
    const { method, path, query, body, headers } = req;
    await api.handleRequest({ method, path, query, body, headers } as never, req, res);
  } catch (error) {
    const { status, body } = errorOf((error as { status?: number }).status);
    res.status(status).json(body);
  }
});
app.listen(port, "127.0.0.1");
