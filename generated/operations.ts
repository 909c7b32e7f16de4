// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined } from "./client-runtime/or-undefined.ts";
import type {
  AddCartLine200Body,
  AddCartLineRequest,
  BatchKeyConflictBody,
  CartChangedBody,
  CartNotFoundBody,
  CartOrLineNotFoundBody,
  CartOrMemberSessionNotFoundBody,
  CartOrProductNotFoundBody,
  CatalogChangingBody,
  CatalogForbiddenBody,
  ChangeProducts200Body,
  ChangeProductsRequest,
  ChangeStock200Body,
  ChangeStockRequest,
  CheckoutConflictBody,
  CheckoutSessionNotFoundBody,
  ClearCart200Body,
  CreateCart200Body,
  CreateCheckoutSession200Body,
  CreateCheckoutSessionRequest,
  CreateDownload200Body,
  CreateDownloadRequest,
  CreateParcel200Body,
  CreateParcelRequest,
  CreatePortalSession200Body,
  CreatePortalSessionRequest,
  CreateProduct200Body,
  CreateReturn200Body,
  CreateReturnRequest,
  DeleteProduct200Body,
  DownloadConflictBody,
  GetCart200Body,
  GetCatalog200Body,
  GetCheckoutSession200Body,
  GetOrder200Body,
  GetOrderInvoice200Body,
  GetOrderInvoiceQuery,
  GetProduct200Body,
  GetStore200Body,
  GetSubscription200Body,
  InternalErrorBody,
  InvalidBody,
  InvalidCheckoutBody,
  InvalidKeyBody,
  InvalidListQueryBody,
  InvalidPaymentQueryBody,
  InvoiceNotFoundBody,
  KeyConflictBody,
  LineConflictBody,
  ListDownloads200Body,
  ListOrders200Body,
  ListOrdersQuery,
  ListProducts200Body,
  ListProductsQuery,
  ListSubscriptions200Body,
  ListSubscriptionsQuery,
  MemberSessionNotFoundBody,
  NewProduct,
  NewProductConflictBody,
  OrderConflictBody,
  OrderNotFoundBody,
  ParcelConflictBody,
  PayloadTooLargeBody,
  PlanRequiredBody,
  PortalConflictBody,
  PortalForbiddenBody,
  ProductChangedBody,
  ProductConflictBody,
  ProductNotFoundBody,
  QuantityConflictBody,
  RateLimitedBody,
  ReceiptConflictBody,
  RemoveCartLine200Body,
  ReplaceProduct200Body,
  ReturnConflictBody,
  ReturnNotFoundBody,
  StockConflictBody,
  StoreNotFoundBody,
  SubscriptionNotFoundBody,
  UnauthorizedBody,
  UnknownQueryBody,
  UnsupportedMediaTypeBody,
  UpdateCartLine200Body,
  UpdateCartLineRequest,
  UpdateOrder200Body,
  UpdateOrderRequest,
  UpdateProduct200Body,
  UpdateProductRequest,
  UpdateReturn200Body,
  UpdateReturnRequest,
  operations,
} from "./types.ts";

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
    output:
      | EmptyReply<304>
      | Reply<400, "application/json", UnknownQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", StoreNotFoundBody>
      | Reply<409, "application/json", CatalogChangingBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetCatalog200Body>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetStore200Body>;
  };
  /** `GET /v1/products`: List the products for sale */
  listProducts: {
    input: {
      path: Record<never, never>;
      query: ListProductsQuery;
      headers: NonNullable<operations["listProducts"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | EmptyReply<304>
      | Reply<400, "application/json", InvalidListQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ListProducts200Body, { Link?: string }>;
  };
  /** `POST /v1/products`: Add a product */
  createProduct: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NewProduct;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<409, "application/json", NewProductConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateProduct200Body>;
  };
  /** `POST /v1/products/batch`: Change many products */
  changeProducts: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["changeProducts"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: ChangeProductsRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<409, "application/json", BatchKeyConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ChangeProducts200Body>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetProduct200Body>;
  };
  /** `PUT /v1/products/{productId}`: Replace a product */
  replaceProduct: {
    input: {
      path: NonNullable<operations["replaceProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["replaceProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NewProduct;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<409, "application/json", ProductConflictBody>
      | Reply<412, "application/json", ProductChangedBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ReplaceProduct200Body>;
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
    output:
      | Reply<400, "application/json", UnknownQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<412, "application/json", ProductChangedBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", DeleteProduct200Body>;
  };
  /** `PATCH /v1/products/{productId}`: Change a product */
  updateProduct: {
    input: {
      path: NonNullable<operations["updateProduct"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: UpdateProductRequest;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<409, "application/json", ProductConflictBody>
      | Reply<412, "application/json", ProductChangedBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", UpdateProduct200Body>;
  };
  /** `POST /v1/products/{productId}/stock`: Change the stock of a product */
  changeStock: {
    input: {
      path: NonNullable<operations["changeStock"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["changeStock"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: ChangeStockRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", ProductNotFoundBody>
      | Reply<409, "application/json", StockConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ChangeStock200Body>;
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
    output:
      | Reply<400, "application/json", InvalidKeyBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<409, "application/json", KeyConflictBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateCart200Body>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetCart200Body>;
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
    output:
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartNotFoundBody>
      | Reply<412, "application/json", CartChangedBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ClearCart200Body>;
  };
  /** `POST /v1/cart/{cartId}/lines`: Add a product to a cart */
  addCartLine: {
    input: {
      path: NonNullable<operations["addCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["addCartLine"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: AddCartLineRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartOrProductNotFoundBody>
      | Reply<409, "application/json", LineConflictBody>
      | Reply<412, "application/json", CartChangedBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", AddCartLine200Body>;
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
    output:
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartOrLineNotFoundBody>
      | Reply<412, "application/json", CartChangedBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", RemoveCartLine200Body>;
  };
  /** `PATCH /v1/cart/{cartId}/lines/{productId}`: Set the quantity of a line */
  updateCartLine: {
    input: {
      path: NonNullable<operations["updateCartLine"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateCartLine"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: UpdateCartLineRequest;
      /** Whether `If-Match` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartOrLineNotFoundBody>
      | Reply<409, "application/json", QuantityConflictBody>
      | Reply<412, "application/json", CartChangedBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", UpdateCartLine200Body>;
  };
  /** `POST /v1/checkout/session`: Create a checkout session */
  createCheckoutSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CreateCheckoutSessionRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidCheckoutBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CartOrMemberSessionNotFoundBody>
      | Reply<409, "application/json", CheckoutConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateCheckoutSession200Body>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", CheckoutSessionNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetCheckoutSession200Body>;
  };
  /** `GET /v1/orders`: List orders */
  listOrders: {
    input: {
      path: Record<never, never>;
      query: WithDefaults<ListOrdersQuery, "limit">;
      headers: NonNullable<operations["listOrders"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | EmptyReply<304>
      | Reply<400, "application/json", InvalidListQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ListOrders200Body, { Link?: string }>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetOrder200Body>;
  };
  /** `PATCH /v1/orders/{orderId}`: Fulfil an order */
  updateOrder: {
    input: {
      path: NonNullable<operations["updateOrder"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: UpdateOrderRequest;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<409, "application/json", OrderConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", UpdateOrder200Body>;
  };
  /** `GET /v1/orders/{orderId}/invoice`: Read an order's invoice */
  getOrderInvoice: {
    input: {
      path: NonNullable<operations["getOrderInvoice"]["parameters"]["path"]>;
      query: GetOrderInvoiceQuery;
      headers: NonNullable<operations["getOrderInvoice"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | EmptyReply<304>
      | Reply<400, "application/json", InvalidPaymentQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", InvoiceNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetOrderInvoice200Body>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ListDownloads200Body>;
  };
  /** `POST /v1/orders/{orderId}/downloads`: Create a download link */
  createDownload: {
    input: {
      path: NonNullable<operations["createDownload"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: CreateDownloadRequest;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<409, "application/json", DownloadConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateDownload200Body>;
  };
  /** `POST /v1/orders/{orderId}/parcels`: Record a parcel */
  createParcel: {
    input: {
      path: NonNullable<operations["createParcel"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["createParcel"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CreateParcelRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<409, "application/json", ParcelConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateParcel200Body>;
  };
  /** `POST /v1/orders/{orderId}/returns`: Record a return */
  createReturn: {
    input: {
      path: NonNullable<operations["createReturn"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["createReturn"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CreateReturnRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<409, "application/json", ReturnConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateReturn200Body>;
  };
  /** `PATCH /v1/orders/{orderId}/returns/{returnId}`: Receive a return */
  updateReturn: {
    input: {
      path: NonNullable<operations["updateReturn"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: UpdateReturnRequest;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", ReturnNotFoundBody>
      | Reply<409, "application/json", ReceiptConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", UpdateReturn200Body>;
  };
  /** `GET /v1/subscriptions`: List subscriptions */
  listSubscriptions: {
    input: {
      path: Record<never, never>;
      query: WithDefaults<ListSubscriptionsQuery, "limit">;
      headers: NonNullable<operations["listSubscriptions"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | EmptyReply<304>
      | Reply<400, "application/json", InvalidListQueryBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", SubscriptionNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", ListSubscriptions200Body, { Link?: string }>;
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
    output:
      | EmptyReply<304>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PlanRequiredBody>
      | Reply<404, "application/json", SubscriptionNotFoundBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", GetSubscription200Body>;
  };
  /** `POST /v1/subscription/portal`: Create a billing portal session */
  createPortalSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createPortalSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CreatePortalSessionRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", PortalForbiddenBody>
      | Reply<404, "application/json", MemberSessionNotFoundBody>
      | Reply<409, "application/json", PortalConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreatePortalSession200Body>;
  };
}

export type OperationId = keyof Operations;

/**
 * The validated request. `caller` comes from the security schemes; it may be undefined if anonymous calls are allowed.
 */
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
  {
    "operationId": "replaceProduct",
    "method": "put",
    "path": "/v1/products/{productId}"
  },
  {
    "operationId": "deleteProduct",
    "method": "delete",
    "path": "/v1/products/{productId}"
  },
  {
    "operationId": "updateProduct",
    "method": "patch",
    "path": "/v1/products/{productId}"
  },
  {
    "operationId": "changeStock",
    "method": "post",
    "path": "/v1/products/{productId}/stock"
  },
  {"operationId":"createCart","method":"post","path":"/v1/cart"},
  {"operationId":"getCart","method":"get","path":"/v1/cart/{cartId}"},
  {"operationId":"clearCart","method":"delete","path":"/v1/cart/{cartId}"},
  {"operationId":"addCartLine","method":"post","path":"/v1/cart/{cartId}/lines"},
  {
    "operationId": "removeCartLine",
    "method": "delete",
    "path": "/v1/cart/{cartId}/lines/{productId}"
  },
  {
    "operationId": "updateCartLine",
    "method": "patch",
    "path": "/v1/cart/{cartId}/lines/{productId}"
  },
  {
    "operationId": "createCheckoutSession",
    "method": "post",
    "path": "/v1/checkout/session"
  },
  {
    "operationId": "getCheckoutSession",
    "method": "get",
    "path": "/v1/checkout/sessions/{sessionId}"
  },
  {"operationId":"listOrders","method":"get","path":"/v1/orders"},
  {"operationId":"getOrder","method":"get","path":"/v1/orders/{orderId}"},
  {"operationId":"updateOrder","method":"patch","path":"/v1/orders/{orderId}"},
  {
    "operationId": "getOrderInvoice",
    "method": "get",
    "path": "/v1/orders/{orderId}/invoice"
  },
  {
    "operationId": "listDownloads",
    "method": "get",
    "path": "/v1/orders/{orderId}/downloads"
  },
  {
    "operationId": "createDownload",
    "method": "post",
    "path": "/v1/orders/{orderId}/downloads"
  },
  {
    "operationId": "createParcel",
    "method": "post",
    "path": "/v1/orders/{orderId}/parcels"
  },
  {
    "operationId": "createReturn",
    "method": "post",
    "path": "/v1/orders/{orderId}/returns"
  },
  {
    "operationId": "updateReturn",
    "method": "patch",
    "path": "/v1/orders/{orderId}/returns/{returnId}"
  },
  {"operationId":"listSubscriptions","method":"get","path":"/v1/subscriptions"},
  {
    "operationId": "getSubscription",
    "method": "get",
    "path": "/v1/subscriptions/{subscriptionId}"
  },
  {
    "operationId": "createPortalSession",
    "method": "post",
    "path": "/v1/subscription/portal"
  },
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];

/**
 * Never returned. As it has no `body` and no `headers`, the compiler checks those of a handler against the response
 * with the same status, and not against all responses at once: its messages are about one response.
 */
interface NoOutput {
  status: never;
}

/** A documented response. */
interface Reply<Status, Type, Body, Headers = NoHeaders> {
  status: Status;
  contentType?: Type;
  body: OrUndefined<Body>;
  headers?: OrUndefined<Headers>;
}

/** A documented response without a body. */
interface EmptyReply<Status, Headers = NoHeaders> {
  status: Status;
  body?: NoBody;
  headers?: OrUndefined<Headers>;
}

declare const none: unique symbol;

/** A response without a body. */
type NoBody = { [none]: never };

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { [none]?: never };

/** Parameters, some of which are always present: the server fills in their defaults. */
type WithDefaults<T, Names extends keyof T> = T & { [Name in Names]-?: Exclude<T[Name], undefined> };
