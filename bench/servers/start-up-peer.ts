import type { AddressInfo } from "node:net";
import express, { type NextFunction, type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import { document, examples } from "../../conformance/adapters/servers/served.ts";

// The documents of `bench/start.ts`, checked by express-openapi-validator.

const schemes = Object.keys(
  (document as { components?: { securitySchemes?: object } }).components?.securitySchemes ?? {},
);
const handlers = Object.fromEntries(schemes.map((name) => [name, () => true]));
const app = express();
app.use(express.json());
app.use(
  middleware({
    apiSpec: document as never,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers },
  }),
);
app.use((req: Request & { openapi?: { schema?: { operationId?: string } } }, res: Response) => {
  const { status = 500, headers = {}, body } = examples[req.openapi?.schema?.operationId ?? ""] ?? {};
  res.status(status).set(headers);
  if (body === undefined) res.end();
  else res.json(body);
});
app.use((error: Error & { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
  res.status(error.status ?? 500).json({ error: error.message });
});
const server = app.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
// Node writes its compile cache at the exit.
process.once("SIGTERM", () => process.exit());
