// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { operations } from "./types.ts";

/** The input and output of each operation. */
export interface Operations {
  /** `GET /v1/catalog`: Read the whole catalog */
  getCatalog: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["getCatalog"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetCatalog304 | GetCatalog400 | GetCatalog401 | GetCatalog403 | GetCatalog404 | GetCatalog409 | GetCatalog429 | GetCatalog500 | GetCatalog200;
  };
  /** `GET /v1/products/store`: Read the store in brief */
  getStore: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["getStore"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetStore304 | GetStore401 | GetStore403 | GetStore429 | GetStore500 | GetStore200;
  };
  /** `GET /v1/products`: List the products for sale */
  listProducts: {
    input: {
      path: Record<never, never>;
      query: NonNullable<operations["listProducts"]["parameters"]["query"]>;
      headers: NonNullable<operations["listProducts"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: ListProducts304 | ListProducts400 | ListProducts401 | ListProducts403 | ListProducts404 | ListProducts429 | ListProducts500 | ListProducts200;
  };
  /** `POST /v1/products`: Add a product */
  createProduct: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createProduct"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreateProduct400 | CreateProduct401 | CreateProduct403 | CreateProduct409 | CreateProduct413 | CreateProduct415 | CreateProduct429 | CreateProduct500 | CreateProduct200;
  };
  /** `POST /v1/products/batch`: Change many products */
  changeProducts: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["changeProducts"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["changeProducts"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: ChangeProducts400 | ChangeProducts401 | ChangeProducts403 | ChangeProducts409 | ChangeProducts413 | ChangeProducts415 | ChangeProducts429 | ChangeProducts500 | ChangeProducts200;
  };
  /** `GET /v1/products/{productId}`: Read one product */
  getProduct: {
    input: {
      path: NonNullable<operations["getProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetProduct304 | GetProduct401 | GetProduct403 | GetProduct404 | GetProduct429 | GetProduct500 | GetProduct200;
  };
  /** `PUT /v1/products/{productId}`: Replace a product */
  replaceProduct: {
    input: {
      path: NonNullable<operations["replaceProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["replaceProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["replaceProduct"]["requestBody"]>["content"]["application/json"];
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: ReplaceProduct400 | ReplaceProduct401 | ReplaceProduct403 | ReplaceProduct404 | ReplaceProduct409 | ReplaceProduct412 | ReplaceProduct413 | ReplaceProduct415 | ReplaceProduct429 | ReplaceProduct500 | ReplaceProduct200;
  };
  /** `DELETE /v1/products/{productId}`: Delete a product */
  deleteProduct: {
    input: {
      path: NonNullable<operations["deleteProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["deleteProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: DeleteProduct400 | DeleteProduct401 | DeleteProduct403 | DeleteProduct404 | DeleteProduct412 | DeleteProduct429 | DeleteProduct500 | DeleteProduct200;
  };
  /** `PATCH /v1/products/{productId}`: Change a product */
  updateProduct: {
    input: {
      path: NonNullable<operations["updateProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["updateProduct"]["requestBody"]>["content"]["application/json"];
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: UpdateProduct400 | UpdateProduct401 | UpdateProduct403 | UpdateProduct404 | UpdateProduct409 | UpdateProduct412 | UpdateProduct413 | UpdateProduct415 | UpdateProduct429 | UpdateProduct500 | UpdateProduct200;
  };
  /** `POST /v1/products/{productId}/stock`: Change the stock of a product */
  changeStock: {
    input: {
      path: NonNullable<operations["changeStock"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["changeStock"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["changeStock"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: ChangeStock400 | ChangeStock401 | ChangeStock403 | ChangeStock404 | ChangeStock409 | ChangeStock413 | ChangeStock415 | ChangeStock429 | ChangeStock500 | ChangeStock200;
  };
  /** `POST /v1/cart`: Create a cart */
  createCart: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createCart"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreateCart400 | CreateCart401 | CreateCart403 | CreateCart409 | CreateCart429 | CreateCart500 | CreateCart200;
  };
  /** `GET /v1/cart/{cartId}`: Read a cart */
  getCart: {
    input: {
      path: NonNullable<operations["getCart"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getCart"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetCart304 | GetCart401 | GetCart403 | GetCart404 | GetCart429 | GetCart500 | GetCart200;
  };
  /** `DELETE /v1/cart/{cartId}`: Empty a cart */
  clearCart: {
    input: {
      path: NonNullable<operations["clearCart"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["clearCart"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: ClearCart401 | ClearCart403 | ClearCart404 | ClearCart412 | ClearCart429 | ClearCart500 | ClearCart200;
  };
  /** `POST /v1/cart/{cartId}/lines`: Add a product to a cart */
  addCartLine: {
    input: {
      path: NonNullable<operations["addCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["addCartLine"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["addCartLine"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: AddCartLine400 | AddCartLine401 | AddCartLine403 | AddCartLine404 | AddCartLine409 | AddCartLine412 | AddCartLine413 | AddCartLine415 | AddCartLine429 | AddCartLine500 | AddCartLine200;
  };
  /** `DELETE /v1/cart/{cartId}/lines/{productId}`: Remove a line */
  removeCartLine: {
    input: {
      path: NonNullable<operations["removeCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["removeCartLine"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: RemoveCartLine401 | RemoveCartLine403 | RemoveCartLine404 | RemoveCartLine412 | RemoveCartLine429 | RemoveCartLine500 | RemoveCartLine200;
  };
  /** `PATCH /v1/cart/{cartId}/lines/{productId}`: Set the quantity of a line */
  updateCartLine: {
    input: {
      path: NonNullable<operations["updateCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateCartLine"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["updateCartLine"]["requestBody"]>["content"]["application/json"];
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output: UpdateCartLine400 | UpdateCartLine401 | UpdateCartLine403 | UpdateCartLine404 | UpdateCartLine409 | UpdateCartLine412 | UpdateCartLine413 | UpdateCartLine415 | UpdateCartLine429 | UpdateCartLine500 | UpdateCartLine200;
  };
  /** `POST /v1/checkout/session`: Create a checkout session */
  createCheckoutSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createCheckoutSession"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreateCheckoutSession400 | CreateCheckoutSession401 | CreateCheckoutSession403 | CreateCheckoutSession404 | CreateCheckoutSession409 | CreateCheckoutSession413 | CreateCheckoutSession415 | CreateCheckoutSession429 | CreateCheckoutSession500 | CreateCheckoutSession200;
  };
  /** `GET /v1/checkout/sessions/{sessionId}`: Read a checkout session */
  getCheckoutSession: {
    input: {
      path: NonNullable<operations["getCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetCheckoutSession304 | GetCheckoutSession401 | GetCheckoutSession403 | GetCheckoutSession404 | GetCheckoutSession429 | GetCheckoutSession500 | GetCheckoutSession200;
  };
  /** `GET /v1/orders`: List orders */
  listOrders: {
    input: {
      path: Record<never, never>;
      query: WithDefaults<NonNullable<operations["listOrders"]["parameters"]["query"]>, "limit">;
      headers: NonNullable<operations["listOrders"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: ListOrders304 | ListOrders400 | ListOrders401 | ListOrders403 | ListOrders404 | ListOrders429 | ListOrders500 | ListOrders200;
  };
  /** `GET /v1/orders/{orderId}`: Read an order */
  getOrder: {
    input: {
      path: NonNullable<operations["getOrder"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getOrder"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetOrder304 | GetOrder401 | GetOrder403 | GetOrder404 | GetOrder429 | GetOrder500 | GetOrder200;
  };
  /** `PATCH /v1/orders/{orderId}`: Fulfil an order */
  updateOrder: {
    input: {
      path: NonNullable<operations["updateOrder"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["updateOrder"]["requestBody"]>["content"]["application/json"];
    };
    output: UpdateOrder400 | UpdateOrder401 | UpdateOrder403 | UpdateOrder404 | UpdateOrder409 | UpdateOrder413 | UpdateOrder415 | UpdateOrder429 | UpdateOrder500 | UpdateOrder200;
  };
  /** `GET /v1/orders/{orderId}/invoice`: Read an order's invoice */
  getOrderInvoice: {
    input: {
      path: NonNullable<operations["getOrderInvoice"]["parameters"]["path"]>;
      query: NonNullable<operations["getOrderInvoice"]["parameters"]["query"]>;
      headers: NonNullable<operations["getOrderInvoice"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetOrderInvoice304 | GetOrderInvoice400 | GetOrderInvoice401 | GetOrderInvoice403 | GetOrderInvoice404 | GetOrderInvoice429 | GetOrderInvoice500 | GetOrderInvoice200;
  };
  /** `GET /v1/orders/{orderId}/downloads`: List an order's downloads */
  listDownloads: {
    input: {
      path: NonNullable<operations["listDownloads"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["listDownloads"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: ListDownloads304 | ListDownloads401 | ListDownloads403 | ListDownloads404 | ListDownloads429 | ListDownloads500 | ListDownloads200;
  };
  /** `POST /v1/orders/{orderId}/downloads`: Create a download link */
  createDownload: {
    input: {
      path: NonNullable<operations["createDownload"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createDownload"]["requestBody"]>["content"]["application/json"];
    };
    output: CreateDownload400 | CreateDownload401 | CreateDownload403 | CreateDownload404 | CreateDownload409 | CreateDownload413 | CreateDownload415 | CreateDownload429 | CreateDownload500 | CreateDownload200;
  };
  /** `POST /v1/orders/{orderId}/parcels`: Record a parcel */
  createParcel: {
    input: {
      path: NonNullable<operations["createParcel"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["createParcel"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createParcel"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreateParcel400 | CreateParcel401 | CreateParcel403 | CreateParcel404 | CreateParcel409 | CreateParcel413 | CreateParcel415 | CreateParcel429 | CreateParcel500 | CreateParcel200;
  };
  /** `POST /v1/orders/{orderId}/returns`: Record a return */
  createReturn: {
    input: {
      path: NonNullable<operations["createReturn"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["createReturn"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createReturn"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreateReturn400 | CreateReturn401 | CreateReturn403 | CreateReturn404 | CreateReturn409 | CreateReturn413 | CreateReturn415 | CreateReturn429 | CreateReturn500 | CreateReturn200;
  };
  /** `PATCH /v1/orders/{orderId}/returns/{returnId}`: Receive a return */
  updateReturn: {
    input: {
      path: NonNullable<operations["updateReturn"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: NonNullable<operations["updateReturn"]["requestBody"]>["content"]["application/json"];
    };
    output: UpdateReturn400 | UpdateReturn401 | UpdateReturn403 | UpdateReturn404 | UpdateReturn409 | UpdateReturn413 | UpdateReturn415 | UpdateReturn429 | UpdateReturn500 | UpdateReturn200;
  };
  /** `GET /v1/subscriptions`: List subscriptions */
  listSubscriptions: {
    input: {
      path: Record<never, never>;
      query: WithDefaults<NonNullable<operations["listSubscriptions"]["parameters"]["query"]>, "limit">;
      headers: NonNullable<operations["listSubscriptions"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: ListSubscriptions304 | ListSubscriptions400 | ListSubscriptions401 | ListSubscriptions403 | ListSubscriptions404 | ListSubscriptions429 | ListSubscriptions500 | ListSubscriptions200;
  };
  /** `GET /v1/subscriptions/{subscriptionId}`: Read a subscription */
  getSubscription: {
    input: {
      path: NonNullable<operations["getSubscription"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getSubscription"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output: GetSubscription304 | GetSubscription401 | GetSubscription403 | GetSubscription404 | GetSubscription429 | GetSubscription500 | GetSubscription200;
  };
  /** `POST /v1/subscription/portal`: Create a billing portal session */
  createPortalSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createPortalSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NonNullable<operations["createPortalSession"]["requestBody"]>["content"]["application/json"];
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output: CreatePortalSession400 | CreatePortalSession401 | CreatePortalSession403 | CreatePortalSession404 | CreatePortalSession409 | CreatePortalSession413 | CreatePortalSession415 | CreatePortalSession429 | CreatePortalSession500 | CreatePortalSession200;
  };
}

export type OperationId = keyof Operations;

/** The validated request. `caller` comes from the security schemes; it may be undefined if anonymous calls are allowed. */
export type Input<Id extends OperationId, Caller> = Operations[Id]["input"] & {
  caller: Operations[Id] extends { open: true } ? Caller | undefined : Caller;
};

/** The documented responses of an operation, distinguished by `status`. */
export type Output<Id extends OperationId> = Operations[Id]["output"] | NoOutput;

/** Every operation of the document; a missing one doesn't compile. */
export type Handlers<Caller, Services> = {
  [Id in OperationId]: (input: Input<Id, Caller>, services: Services) => Output<Id> | Promise<Output<Id>>;
};

/** The document's routes, in its order. */
export const routes = [
  {"operationId":"getCatalog","method":"get","path":"/v1/catalog"},
  {"operationId":"getStore","method":"get","path":"/v1/products/store"},
  {"operationId":"listProducts","method":"get","path":"/v1/products"},
  {"operationId":"createProduct","method":"post","path":"/v1/products"},
  {"operationId":"changeProducts","method":"post","path":"/v1/products/batch"},
  {"operationId":"getProduct","method":"get","path":"/v1/products/{productId}"},
  {"operationId":"replaceProduct","method":"put","path":"/v1/products/{productId}"},
  {"operationId":"deleteProduct","method":"delete","path":"/v1/products/{productId}"},
  {"operationId":"updateProduct","method":"patch","path":"/v1/products/{productId}"},
  {"operationId":"changeStock","method":"post","path":"/v1/products/{productId}/stock"},
  {"operationId":"createCart","method":"post","path":"/v1/cart"},
  {"operationId":"getCart","method":"get","path":"/v1/cart/{cartId}"},
  {"operationId":"clearCart","method":"delete","path":"/v1/cart/{cartId}"},
  {"operationId":"addCartLine","method":"post","path":"/v1/cart/{cartId}/lines"},
  {"operationId":"removeCartLine","method":"delete","path":"/v1/cart/{cartId}/lines/{productId}"},
  {"operationId":"updateCartLine","method":"patch","path":"/v1/cart/{cartId}/lines/{productId}"},
  {"operationId":"createCheckoutSession","method":"post","path":"/v1/checkout/session"},
  {"operationId":"getCheckoutSession","method":"get","path":"/v1/checkout/sessions/{sessionId}"},
  {"operationId":"listOrders","method":"get","path":"/v1/orders"},
  {"operationId":"getOrder","method":"get","path":"/v1/orders/{orderId}"},
  {"operationId":"updateOrder","method":"patch","path":"/v1/orders/{orderId}"},
  {"operationId":"getOrderInvoice","method":"get","path":"/v1/orders/{orderId}/invoice"},
  {"operationId":"listDownloads","method":"get","path":"/v1/orders/{orderId}/downloads"},
  {"operationId":"createDownload","method":"post","path":"/v1/orders/{orderId}/downloads"},
  {"operationId":"createParcel","method":"post","path":"/v1/orders/{orderId}/parcels"},
  {"operationId":"createReturn","method":"post","path":"/v1/orders/{orderId}/returns"},
  {"operationId":"updateReturn","method":"patch","path":"/v1/orders/{orderId}/returns/{returnId}"},
  {"operationId":"listSubscriptions","method":"get","path":"/v1/subscriptions"},
  {"operationId":"getSubscription","method":"get","path":"/v1/subscriptions/{subscriptionId}"},
  {"operationId":"createPortalSession","method":"post","path":"/v1/subscription/portal"},
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];

/**
 * Never returned. As it has no `body` and no `headers`, the compiler checks those of a handler against the response with
 * the same status, and not against all responses at once: its messages are about one response.
 */
interface NoOutput {
  status: never;
}

declare const none: unique symbol;

/** A response without a body. */
type NoBody = { [none]: never };

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { [none]?: never };

/** Parameters, some of which are always present: the server fills in their defaults. */
type WithDefaults<T, Names extends keyof T> = T & { [Name in Names]-?: Exclude<T[Name], undefined> };

interface GetCatalog304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetCatalog400 {
  status: 400;
  body: operations["getCatalog"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog401 {
  status: 401;
  body: operations["getCatalog"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog403 {
  status: 403;
  body: operations["getCatalog"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog404 {
  status: 404;
  body: operations["getCatalog"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog409 {
  status: 409;
  body: operations["getCatalog"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog429 {
  status: 429;
  body: operations["getCatalog"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog500 {
  status: 500;
  body: operations["getCatalog"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCatalog200 {
  status: 200;
  body: operations["getCatalog"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetStore304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetStore401 {
  status: 401;
  body: operations["getStore"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetStore403 {
  status: 403;
  body: operations["getStore"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetStore429 {
  status: 429;
  body: operations["getStore"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetStore500 {
  status: 500;
  body: operations["getStore"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetStore200 {
  status: 200;
  body: operations["getStore"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ListProducts400 {
  status: 400;
  body: operations["listProducts"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts401 {
  status: 401;
  body: operations["listProducts"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts403 {
  status: 403;
  body: operations["listProducts"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts404 {
  status: 404;
  body: operations["listProducts"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts429 {
  status: 429;
  body: operations["listProducts"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts500 {
  status: 500;
  body: operations["listProducts"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListProducts200 {
  status: 200;
  body: operations["listProducts"]["responses"][200]["content"]["application/json"];
  headers?: { "Link"?: NonNullable<operations["listProducts"]["responses"][200]["headers"]["Link"]> };
}
interface CreateProduct400 {
  status: 400;
  body: operations["createProduct"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct401 {
  status: 401;
  body: operations["createProduct"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct403 {
  status: 403;
  body: operations["createProduct"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct409 {
  status: 409;
  body: operations["createProduct"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct413 {
  status: 413;
  body: operations["createProduct"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct415 {
  status: 415;
  body: operations["createProduct"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct429 {
  status: 429;
  body: operations["createProduct"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct500 {
  status: 500;
  body: operations["createProduct"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateProduct200 {
  status: 200;
  body: operations["createProduct"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts400 {
  status: 400;
  body: operations["changeProducts"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts401 {
  status: 401;
  body: operations["changeProducts"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts403 {
  status: 403;
  body: operations["changeProducts"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts409 {
  status: 409;
  body: operations["changeProducts"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts413 {
  status: 413;
  body: operations["changeProducts"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts415 {
  status: 415;
  body: operations["changeProducts"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts429 {
  status: 429;
  body: operations["changeProducts"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts500 {
  status: 500;
  body: operations["changeProducts"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeProducts200 {
  status: 200;
  body: operations["changeProducts"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetProduct401 {
  status: 401;
  body: operations["getProduct"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct403 {
  status: 403;
  body: operations["getProduct"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct404 {
  status: 404;
  body: operations["getProduct"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct429 {
  status: 429;
  body: operations["getProduct"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct500 {
  status: 500;
  body: operations["getProduct"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetProduct200 {
  status: 200;
  body: operations["getProduct"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct400 {
  status: 400;
  body: operations["replaceProduct"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct401 {
  status: 401;
  body: operations["replaceProduct"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct403 {
  status: 403;
  body: operations["replaceProduct"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct404 {
  status: 404;
  body: operations["replaceProduct"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct409 {
  status: 409;
  body: operations["replaceProduct"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct412 {
  status: 412;
  body: operations["replaceProduct"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct413 {
  status: 413;
  body: operations["replaceProduct"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct415 {
  status: 415;
  body: operations["replaceProduct"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct429 {
  status: 429;
  body: operations["replaceProduct"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct500 {
  status: 500;
  body: operations["replaceProduct"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ReplaceProduct200 {
  status: 200;
  body: operations["replaceProduct"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct400 {
  status: 400;
  body: operations["deleteProduct"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct401 {
  status: 401;
  body: operations["deleteProduct"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct403 {
  status: 403;
  body: operations["deleteProduct"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct404 {
  status: 404;
  body: operations["deleteProduct"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct412 {
  status: 412;
  body: operations["deleteProduct"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct429 {
  status: 429;
  body: operations["deleteProduct"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct500 {
  status: 500;
  body: operations["deleteProduct"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface DeleteProduct200 {
  status: 200;
  body: operations["deleteProduct"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct400 {
  status: 400;
  body: operations["updateProduct"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct401 {
  status: 401;
  body: operations["updateProduct"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct403 {
  status: 403;
  body: operations["updateProduct"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct404 {
  status: 404;
  body: operations["updateProduct"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct409 {
  status: 409;
  body: operations["updateProduct"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct412 {
  status: 412;
  body: operations["updateProduct"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct413 {
  status: 413;
  body: operations["updateProduct"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct415 {
  status: 415;
  body: operations["updateProduct"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct429 {
  status: 429;
  body: operations["updateProduct"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct500 {
  status: 500;
  body: operations["updateProduct"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateProduct200 {
  status: 200;
  body: operations["updateProduct"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock400 {
  status: 400;
  body: operations["changeStock"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock401 {
  status: 401;
  body: operations["changeStock"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock403 {
  status: 403;
  body: operations["changeStock"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock404 {
  status: 404;
  body: operations["changeStock"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock409 {
  status: 409;
  body: operations["changeStock"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock413 {
  status: 413;
  body: operations["changeStock"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock415 {
  status: 415;
  body: operations["changeStock"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock429 {
  status: 429;
  body: operations["changeStock"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock500 {
  status: 500;
  body: operations["changeStock"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ChangeStock200 {
  status: 200;
  body: operations["changeStock"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart400 {
  status: 400;
  body: operations["createCart"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart401 {
  status: 401;
  body: operations["createCart"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart403 {
  status: 403;
  body: operations["createCart"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart409 {
  status: 409;
  body: operations["createCart"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart429 {
  status: 429;
  body: operations["createCart"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart500 {
  status: 500;
  body: operations["createCart"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCart200 {
  status: 200;
  body: operations["createCart"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetCart401 {
  status: 401;
  body: operations["getCart"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart403 {
  status: 403;
  body: operations["getCart"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart404 {
  status: 404;
  body: operations["getCart"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart429 {
  status: 429;
  body: operations["getCart"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart500 {
  status: 500;
  body: operations["getCart"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCart200 {
  status: 200;
  body: operations["getCart"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart401 {
  status: 401;
  body: operations["clearCart"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart403 {
  status: 403;
  body: operations["clearCart"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart404 {
  status: 404;
  body: operations["clearCart"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart412 {
  status: 412;
  body: operations["clearCart"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart429 {
  status: 429;
  body: operations["clearCart"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart500 {
  status: 500;
  body: operations["clearCart"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ClearCart200 {
  status: 200;
  body: operations["clearCart"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine400 {
  status: 400;
  body: operations["addCartLine"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine401 {
  status: 401;
  body: operations["addCartLine"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine403 {
  status: 403;
  body: operations["addCartLine"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine404 {
  status: 404;
  body: operations["addCartLine"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine409 {
  status: 409;
  body: operations["addCartLine"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine412 {
  status: 412;
  body: operations["addCartLine"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine413 {
  status: 413;
  body: operations["addCartLine"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine415 {
  status: 415;
  body: operations["addCartLine"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine429 {
  status: 429;
  body: operations["addCartLine"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine500 {
  status: 500;
  body: operations["addCartLine"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface AddCartLine200 {
  status: 200;
  body: operations["addCartLine"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine401 {
  status: 401;
  body: operations["removeCartLine"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine403 {
  status: 403;
  body: operations["removeCartLine"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine404 {
  status: 404;
  body: operations["removeCartLine"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine412 {
  status: 412;
  body: operations["removeCartLine"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine429 {
  status: 429;
  body: operations["removeCartLine"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine500 {
  status: 500;
  body: operations["removeCartLine"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface RemoveCartLine200 {
  status: 200;
  body: operations["removeCartLine"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine400 {
  status: 400;
  body: operations["updateCartLine"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine401 {
  status: 401;
  body: operations["updateCartLine"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine403 {
  status: 403;
  body: operations["updateCartLine"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine404 {
  status: 404;
  body: operations["updateCartLine"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine409 {
  status: 409;
  body: operations["updateCartLine"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine412 {
  status: 412;
  body: operations["updateCartLine"]["responses"][412]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine413 {
  status: 413;
  body: operations["updateCartLine"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine415 {
  status: 415;
  body: operations["updateCartLine"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine429 {
  status: 429;
  body: operations["updateCartLine"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine500 {
  status: 500;
  body: operations["updateCartLine"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateCartLine200 {
  status: 200;
  body: operations["updateCartLine"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession400 {
  status: 400;
  body: operations["createCheckoutSession"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession401 {
  status: 401;
  body: operations["createCheckoutSession"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession403 {
  status: 403;
  body: operations["createCheckoutSession"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession404 {
  status: 404;
  body: operations["createCheckoutSession"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession409 {
  status: 409;
  body: operations["createCheckoutSession"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession413 {
  status: 413;
  body: operations["createCheckoutSession"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession415 {
  status: 415;
  body: operations["createCheckoutSession"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession429 {
  status: 429;
  body: operations["createCheckoutSession"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession500 {
  status: 500;
  body: operations["createCheckoutSession"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateCheckoutSession200 {
  status: 200;
  body: operations["createCheckoutSession"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetCheckoutSession401 {
  status: 401;
  body: operations["getCheckoutSession"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession403 {
  status: 403;
  body: operations["getCheckoutSession"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession404 {
  status: 404;
  body: operations["getCheckoutSession"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession429 {
  status: 429;
  body: operations["getCheckoutSession"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession500 {
  status: 500;
  body: operations["getCheckoutSession"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetCheckoutSession200 {
  status: 200;
  body: operations["getCheckoutSession"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ListOrders400 {
  status: 400;
  body: operations["listOrders"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders401 {
  status: 401;
  body: operations["listOrders"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders403 {
  status: 403;
  body: operations["listOrders"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders404 {
  status: 404;
  body: operations["listOrders"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders429 {
  status: 429;
  body: operations["listOrders"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders500 {
  status: 500;
  body: operations["listOrders"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListOrders200 {
  status: 200;
  body: operations["listOrders"]["responses"][200]["content"]["application/json"];
  headers?: { "Link"?: NonNullable<operations["listOrders"]["responses"][200]["headers"]["Link"]> };
}
interface GetOrder304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetOrder401 {
  status: 401;
  body: operations["getOrder"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrder403 {
  status: 403;
  body: operations["getOrder"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrder404 {
  status: 404;
  body: operations["getOrder"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrder429 {
  status: 429;
  body: operations["getOrder"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrder500 {
  status: 500;
  body: operations["getOrder"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrder200 {
  status: 200;
  body: operations["getOrder"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder400 {
  status: 400;
  body: operations["updateOrder"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder401 {
  status: 401;
  body: operations["updateOrder"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder403 {
  status: 403;
  body: operations["updateOrder"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder404 {
  status: 404;
  body: operations["updateOrder"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder409 {
  status: 409;
  body: operations["updateOrder"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder413 {
  status: 413;
  body: operations["updateOrder"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder415 {
  status: 415;
  body: operations["updateOrder"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder429 {
  status: 429;
  body: operations["updateOrder"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder500 {
  status: 500;
  body: operations["updateOrder"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateOrder200 {
  status: 200;
  body: operations["updateOrder"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetOrderInvoice400 {
  status: 400;
  body: operations["getOrderInvoice"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice401 {
  status: 401;
  body: operations["getOrderInvoice"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice403 {
  status: 403;
  body: operations["getOrderInvoice"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice404 {
  status: 404;
  body: operations["getOrderInvoice"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice429 {
  status: 429;
  body: operations["getOrderInvoice"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice500 {
  status: 500;
  body: operations["getOrderInvoice"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetOrderInvoice200 {
  status: 200;
  body: operations["getOrderInvoice"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ListDownloads401 {
  status: 401;
  body: operations["listDownloads"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads403 {
  status: 403;
  body: operations["listDownloads"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads404 {
  status: 404;
  body: operations["listDownloads"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads429 {
  status: 429;
  body: operations["listDownloads"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads500 {
  status: 500;
  body: operations["listDownloads"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListDownloads200 {
  status: 200;
  body: operations["listDownloads"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload400 {
  status: 400;
  body: operations["createDownload"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload401 {
  status: 401;
  body: operations["createDownload"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload403 {
  status: 403;
  body: operations["createDownload"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload404 {
  status: 404;
  body: operations["createDownload"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload409 {
  status: 409;
  body: operations["createDownload"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload413 {
  status: 413;
  body: operations["createDownload"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload415 {
  status: 415;
  body: operations["createDownload"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload429 {
  status: 429;
  body: operations["createDownload"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload500 {
  status: 500;
  body: operations["createDownload"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateDownload200 {
  status: 200;
  body: operations["createDownload"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel400 {
  status: 400;
  body: operations["createParcel"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel401 {
  status: 401;
  body: operations["createParcel"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel403 {
  status: 403;
  body: operations["createParcel"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel404 {
  status: 404;
  body: operations["createParcel"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel409 {
  status: 409;
  body: operations["createParcel"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel413 {
  status: 413;
  body: operations["createParcel"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel415 {
  status: 415;
  body: operations["createParcel"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel429 {
  status: 429;
  body: operations["createParcel"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel500 {
  status: 500;
  body: operations["createParcel"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateParcel200 {
  status: 200;
  body: operations["createParcel"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn400 {
  status: 400;
  body: operations["createReturn"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn401 {
  status: 401;
  body: operations["createReturn"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn403 {
  status: 403;
  body: operations["createReturn"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn404 {
  status: 404;
  body: operations["createReturn"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn409 {
  status: 409;
  body: operations["createReturn"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn413 {
  status: 413;
  body: operations["createReturn"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn415 {
  status: 415;
  body: operations["createReturn"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn429 {
  status: 429;
  body: operations["createReturn"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn500 {
  status: 500;
  body: operations["createReturn"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreateReturn200 {
  status: 200;
  body: operations["createReturn"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn400 {
  status: 400;
  body: operations["updateReturn"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn401 {
  status: 401;
  body: operations["updateReturn"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn403 {
  status: 403;
  body: operations["updateReturn"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn404 {
  status: 404;
  body: operations["updateReturn"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn409 {
  status: 409;
  body: operations["updateReturn"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn413 {
  status: 413;
  body: operations["updateReturn"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn415 {
  status: 415;
  body: operations["updateReturn"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn429 {
  status: 429;
  body: operations["updateReturn"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn500 {
  status: 500;
  body: operations["updateReturn"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface UpdateReturn200 {
  status: 200;
  body: operations["updateReturn"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ListSubscriptions400 {
  status: 400;
  body: operations["listSubscriptions"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions401 {
  status: 401;
  body: operations["listSubscriptions"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions403 {
  status: 403;
  body: operations["listSubscriptions"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions404 {
  status: 404;
  body: operations["listSubscriptions"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions429 {
  status: 429;
  body: operations["listSubscriptions"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions500 {
  status: 500;
  body: operations["listSubscriptions"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface ListSubscriptions200 {
  status: 200;
  body: operations["listSubscriptions"]["responses"][200]["content"]["application/json"];
  headers?: { "Link"?: NonNullable<operations["listSubscriptions"]["responses"][200]["headers"]["Link"]> };
}
interface GetSubscription304 {
  status: 304;
  body?: NoBody;
  headers?: NoHeaders;
}
interface GetSubscription401 {
  status: 401;
  body: operations["getSubscription"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetSubscription403 {
  status: 403;
  body: operations["getSubscription"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetSubscription404 {
  status: 404;
  body: operations["getSubscription"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetSubscription429 {
  status: 429;
  body: operations["getSubscription"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetSubscription500 {
  status: 500;
  body: operations["getSubscription"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface GetSubscription200 {
  status: 200;
  body: operations["getSubscription"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession400 {
  status: 400;
  body: operations["createPortalSession"]["responses"][400]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession401 {
  status: 401;
  body: operations["createPortalSession"]["responses"][401]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession403 {
  status: 403;
  body: operations["createPortalSession"]["responses"][403]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession404 {
  status: 404;
  body: operations["createPortalSession"]["responses"][404]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession409 {
  status: 409;
  body: operations["createPortalSession"]["responses"][409]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession413 {
  status: 413;
  body: operations["createPortalSession"]["responses"][413]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession415 {
  status: 415;
  body: operations["createPortalSession"]["responses"][415]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession429 {
  status: 429;
  body: operations["createPortalSession"]["responses"][429]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession500 {
  status: 500;
  body: operations["createPortalSession"]["responses"][500]["content"]["application/json"];
  headers?: NoHeaders;
}
interface CreatePortalSession200 {
  status: 200;
  body: operations["createPortalSession"]["responses"][200]["content"]["application/json"];
  headers?: NoHeaders;
}
