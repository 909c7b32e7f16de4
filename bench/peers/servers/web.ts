import { createServer } from "node:http";
import { createApp } from "@counterpart/server";
import { createFetch } from "@counterpart/server/fetch";
import { readDocument } from "@counterpart/server/read-document";
import { serve } from "@hono/node-server";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { errors, findProduct, document as given, isKey, listProducts, port, updateLine } from "./shop.ts";

/** The same operations on Node and through a bridge to web requests, as `PEER_SERVER` says. */
const servers: Record<string, () => unknown> = {
  node: () => createServer(createApp({ ...shop(), pages: [] })).listen(port, "127.0.0.1"),
  fetch: async () => listen(await createFetch(shop())),
  /** The bridge with the same data, without a router or checks. */
  bridge: () =>
    listen(async (request) => {
      const [, , , cartId = "", , productId = ""] = new URL(request.url).pathname.split("/");
      if (request.method === "GET")
        return Response.json(cartId === "" ? listProducts() : findProduct(cartId));
      const { quantity } = (await request.json()) as { quantity: number };
      return Response.json(updateLine(cartId, productId, quantity));
    }),
  zod: () => listen(honoWithZod().fetch),
};
await servers[process.env.PEER_SERVER ?? "node"]?.();

function listen(fetch: (request: Request) => Response | Promise<Response>): void {
  serve({ fetch, port, hostname: "127.0.0.1" });
}

function shop() {
  const document = readDocument(given as never);
  const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
  const found = (body: unknown) =>
    body === undefined ? { status: 404, body: errors[404] } : { status: 200, body };
  return {
    document,
    log: silent,
    services: {},
    limits: {},
    limiter: { count: () => ({ used: 1, resetMs: 60_000 }) },
    authenticators: {
      apiKey: ({ credential }: { credential: string }) =>
        isKey(`Bearer ${credential}`) ? { caller: {}, bucket: "key" } : undefined,
    },
    handlers: {
      listProducts: () => ({ status: 200, body: listProducts() }),
      getProduct: ({ path }: { path: { productId: string } }) => found(findProduct(path.productId)),
      updateCartLine: ({ path, body }: { path: Record<string, string>; body: { quantity: number } }) =>
        found(updateLine(path.cartId ?? "", path.productId ?? "", body.quantity)),
    } as never,
  };
}

/** Checks keys, requests and responses by the document's schemas. */
function honoWithZod() {
  const app = new OpenAPIHono({
    defaultHook: (result, c) => (result.success ? undefined : c.json(errors[400], 400)),
  });
  app.use(async (c, next) => (isKey(c.req.header("authorization")) ? next() : c.json(errors[401], 401)));
  const { paths, components } = given as {
    paths: Record<string, Record<string, Operation>>;
    components: Components;
  };
  const schemaOf = (schema: object) =>
    z.fromJSONSchema(
      JSON.parse(
        JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
          "#/components/schemas/",
          "#/$defs/",
        ),
      ),
    );
  const jsonOf = (described: unknown) => schemaOf((described as Content).content["application/json"].schema);
  const text = z.string().min(1).max(255);
  const ok = {
    200: { description: "OK" },
    404: { description: "Not found" },
    500: { description: "Failed" },
  };

  const list = jsonOf(paths["/v1/products"]?.get?.responses["200"]);
  app.openapi(createRoute({ method: "get", path: "/v1/products", responses: ok }), (c) =>
    checked(c, list, listProducts()),
  );
  const product = jsonOf(paths["/v1/products/{productId}"]?.get?.responses["200"]);
  app.openapi(
    createRoute({
      method: "get",
      path: "/v1/products/{productId}",
      request: { params: z.object({ productId: text }) },
      responses: ok,
    }),
    (c) => checked(c, product, findProduct(c.req.valid("param").productId)),
  );
  const update = paths["/v1/cart/{cartId}/lines/{productId}"]?.patch;
  const line = jsonOf(update?.responses["200"]);
  const change = jsonOf(update?.requestBody);
  app.openapi(
    createRoute({
      method: "patch",
      path: "/v1/cart/{cartId}/lines/{productId}",
      request: {
        params: z.object({ cartId: text, productId: text }),
        body: { required: true, content: { "application/json": { schema: change } } },
      },
      responses: ok,
    }),
    (c) => {
      const { cartId, productId } = c.req.valid("param");
      const { quantity } = c.req.valid("json" as never) as { quantity: number };
      return checked(c, line, updateLine(cartId, productId, quantity));
    },
  );
  return app;
}

interface Content {
  content: { "application/json": { schema: object } };
}
interface Operation {
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
interface Components {
  schemas: object;
}

function checked(
  c: { json: (body: unknown, status: 200 | 404 | 500) => Response },
  schema: { safeParse(value: unknown): { success: boolean } },
  body: unknown,
): Response {
  if (body === undefined) return c.json(errors[404], 404);
  return schema.safeParse(body).success ? c.json(body, 200) : c.json(errors[500], 500);
}
