// Written by `npm run generate` from spec/. Don't edit: change the document.

import type { operations } from "./types.ts";

/** What each operation is given, and what it may answer. */
export interface Operations {
  /** `GET /v1/catalog`: Read the whole catalog */
  getCatalog: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["getCatalog"]["responses"][200]["content"]["application/json"] }
      | { status: 400; body: operations["getCatalog"]["responses"][400]["content"]["application/json"] }
      | { status: 401; body: operations["getCatalog"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["getCatalog"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["getCatalog"]["responses"][404]["content"]["application/json"] }
      | { status: 409; body: operations["getCatalog"]["responses"][409]["content"]["application/json"] }
      | { status: 429; body: operations["getCatalog"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["getCatalog"]["responses"][500]["content"]["application/json"] };
  };
  /** `GET /v1/products/store`: Read the store in brief */
  getStore: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["getStore"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["getStore"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["getStore"]["responses"][403]["content"]["application/json"] }
      | { status: 429; body: operations["getStore"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["getStore"]["responses"][500]["content"]["application/json"] };
  };
  /** `GET /v1/products`: List the products for sale */
  listProducts: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["listProducts"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["listProducts"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["listProducts"]["responses"][403]["content"]["application/json"] }
      | { status: 429; body: operations["listProducts"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["listProducts"]["responses"][500]["content"]["application/json"] };
  };
  /** `GET /v1/products/{productId}`: Read one product */
  getProduct: {
    input: {
      path: NonNullable<operations["getProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["getProduct"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["getProduct"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["getProduct"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["getProduct"]["responses"][404]["content"]["application/json"] }
      | { status: 429; body: operations["getProduct"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["getProduct"]["responses"][500]["content"]["application/json"] };
  };
  /** `POST /v1/cart`: Create a cart */
  createCart: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["createCart"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["createCart"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["createCart"]["responses"][403]["content"]["application/json"] }
      | { status: 429; body: operations["createCart"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["createCart"]["responses"][500]["content"]["application/json"] };
  };
  /** `GET /v1/cart/{cartId}`: Read a cart */
  getCart: {
    input: {
      path: NonNullable<operations["getCart"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["getCart"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["getCart"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["getCart"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["getCart"]["responses"][404]["content"]["application/json"] }
      | { status: 429; body: operations["getCart"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["getCart"]["responses"][500]["content"]["application/json"] };
  };
  /** `DELETE /v1/cart/{cartId}`: Empty a cart */
  clearCart: {
    input: {
      path: NonNullable<operations["clearCart"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["clearCart"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["clearCart"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["clearCart"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["clearCart"]["responses"][404]["content"]["application/json"] }
      | { status: 429; body: operations["clearCart"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["clearCart"]["responses"][500]["content"]["application/json"] };
  };
  /** `POST /v1/cart/{cartId}/lines`: Add a product to a cart */
  addCartLine: {
    input: {
      path: NonNullable<operations["addCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["addCartLine"]["requestBody"]>["content"]["application/json"];
    };
    output:
      | { status: 200; body: operations["addCartLine"]["responses"][200]["content"]["application/json"] }
      | { status: 400; body: operations["addCartLine"]["responses"][400]["content"]["application/json"] }
      | { status: 401; body: operations["addCartLine"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["addCartLine"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["addCartLine"]["responses"][404]["content"]["application/json"] }
      | { status: 409; body: operations["addCartLine"]["responses"][409]["content"]["application/json"] }
      | { status: 413; body: operations["addCartLine"]["responses"][413]["content"]["application/json"] }
      | { status: 415; body: operations["addCartLine"]["responses"][415]["content"]["application/json"] }
      | { status: 429; body: operations["addCartLine"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["addCartLine"]["responses"][500]["content"]["application/json"] };
  };
  /** `DELETE /v1/cart/{cartId}/lines/{productId}`: Remove a line */
  removeCartLine: {
    input: {
      path: NonNullable<operations["removeCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["removeCartLine"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["removeCartLine"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["removeCartLine"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["removeCartLine"]["responses"][404]["content"]["application/json"] }
      | { status: 429; body: operations["removeCartLine"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["removeCartLine"]["responses"][500]["content"]["application/json"] };
  };
  /** `PATCH /v1/cart/{cartId}/lines/{productId}`: Set the quantity of a line */
  updateCartLine: {
    input: {
      path: NonNullable<operations["updateCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["updateCartLine"]["requestBody"]>["content"]["application/json"];
    };
    output:
      | { status: 200; body: operations["updateCartLine"]["responses"][200]["content"]["application/json"] }
      | { status: 400; body: operations["updateCartLine"]["responses"][400]["content"]["application/json"] }
      | { status: 401; body: operations["updateCartLine"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["updateCartLine"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["updateCartLine"]["responses"][404]["content"]["application/json"] }
      | { status: 409; body: operations["updateCartLine"]["responses"][409]["content"]["application/json"] }
      | { status: 413; body: operations["updateCartLine"]["responses"][413]["content"]["application/json"] }
      | { status: 415; body: operations["updateCartLine"]["responses"][415]["content"]["application/json"] }
      | { status: 429; body: operations["updateCartLine"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["updateCartLine"]["responses"][500]["content"]["application/json"] };
  };
  /** `POST /v1/checkout/session`: Create a checkout session */
  createCheckoutSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createCheckoutSession"]["requestBody"]>["content"]["application/json"];
    };
    output:
      | { status: 200; body: operations["createCheckoutSession"]["responses"][200]["content"]["application/json"] }
      | { status: 400; body: operations["createCheckoutSession"]["responses"][400]["content"]["application/json"] }
      | { status: 401; body: operations["createCheckoutSession"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["createCheckoutSession"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["createCheckoutSession"]["responses"][404]["content"]["application/json"] }
      | { status: 409; body: operations["createCheckoutSession"]["responses"][409]["content"]["application/json"] }
      | { status: 413; body: operations["createCheckoutSession"]["responses"][413]["content"]["application/json"] }
      | { status: 415; body: operations["createCheckoutSession"]["responses"][415]["content"]["application/json"] }
      | { status: 429; body: operations["createCheckoutSession"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["createCheckoutSession"]["responses"][500]["content"]["application/json"] };
  };
  /** `GET /v1/checkout/sessions/{sessionId}`: Read a checkout session */
  getCheckoutSession: {
    input: {
      path: NonNullable<operations["getCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | { status: 200; body: operations["getCheckoutSession"]["responses"][200]["content"]["application/json"] }
      | { status: 401; body: operations["getCheckoutSession"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["getCheckoutSession"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["getCheckoutSession"]["responses"][404]["content"]["application/json"] }
      | { status: 429; body: operations["getCheckoutSession"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["getCheckoutSession"]["responses"][500]["content"]["application/json"] };
  };
  /** `POST /v1/subscription/portal`: Create a billing portal session */
  createPortalSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createPortalSession"]["requestBody"]>["content"]["application/json"];
    };
    output:
      | { status: 200; body: operations["createPortalSession"]["responses"][200]["content"]["application/json"] }
      | { status: 400; body: operations["createPortalSession"]["responses"][400]["content"]["application/json"] }
      | { status: 401; body: operations["createPortalSession"]["responses"][401]["content"]["application/json"] }
      | { status: 403; body: operations["createPortalSession"]["responses"][403]["content"]["application/json"] }
      | { status: 404; body: operations["createPortalSession"]["responses"][404]["content"]["application/json"] }
      | { status: 409; body: operations["createPortalSession"]["responses"][409]["content"]["application/json"] }
      | { status: 413; body: operations["createPortalSession"]["responses"][413]["content"]["application/json"] }
      | { status: 415; body: operations["createPortalSession"]["responses"][415]["content"]["application/json"] }
      | { status: 429; body: operations["createPortalSession"]["responses"][429]["content"]["application/json"] }
      | { status: 500; body: operations["createPortalSession"]["responses"][500]["content"]["application/json"] };
  };
}

export type OperationId = keyof Operations;

/** What the validated request hands to a handler; `caller` is who the security schemes found, if anybody must be. */
export type Input<Id extends OperationId, Caller> = Operations[Id]["input"] & {
  caller: Operations[Id] extends { open: true } ? Caller | undefined : Caller;
};

export type Output<Id extends OperationId> = Operations[Id]["output"];

/** One operation: a validated request and the services it names in, a documented answer out. */
export type Handler<Id extends OperationId, Caller, Services> = (
  input: Input<Id, Caller>,
  services: Services,
) => Promise<Output<Id>>;

/** Every operation of the document: one that is missing does not compile. */
export type Handlers<Caller, Services> = { [Id in OperationId]: Handler<Id, Caller, Services> };

/** The document's routes, in its order. */
export const routes = [
  {"operationId":"getCatalog","method":"get","path":"/v1/catalog"},
  {"operationId":"getStore","method":"get","path":"/v1/products/store"},
  {"operationId":"listProducts","method":"get","path":"/v1/products"},
  {"operationId":"getProduct","method":"get","path":"/v1/products/{productId}"},
  {"operationId":"createCart","method":"post","path":"/v1/cart"},
  {"operationId":"getCart","method":"get","path":"/v1/cart/{cartId}"},
  {"operationId":"clearCart","method":"delete","path":"/v1/cart/{cartId}"},
  {"operationId":"addCartLine","method":"post","path":"/v1/cart/{cartId}/lines"},
  {"operationId":"removeCartLine","method":"delete","path":"/v1/cart/{cartId}/lines/{productId}"},
  {"operationId":"updateCartLine","method":"patch","path":"/v1/cart/{cartId}/lines/{productId}"},
  {"operationId":"createCheckoutSession","method":"post","path":"/v1/checkout/session"},
  {"operationId":"getCheckoutSession","method":"get","path":"/v1/checkout/sessions/{sessionId}"},
  {"operationId":"createPortalSession","method":"post","path":"/v1/subscription/portal"},
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];
