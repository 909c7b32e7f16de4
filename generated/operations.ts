// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined } from "@counterpart/client";
import type {
  AddCartLine200Body,
  AddCartLineRequest,
  Amounts,
  BatchKeyConflictBody,
  CancelSubscriptionQuery,
  CancellationConflictBody,
  CartChangedBody,
  CartNotFoundBody,
  CartOrLineNotFoundBody,
  CartOrMemberSessionNotFoundBody,
  CartOrProductNotFoundBody,
  CatalogForbiddenBody,
  CatalogTooLargeBody,
  ChangeProducts200Body,
  ChangeProductsRequest,
  ChangeStock200Body,
  ChangeStockRequest,
  CheckoutConflictBody,
  CheckoutSessionLine,
  CheckoutSessionNotFoundBody,
  ClearCart200Body,
  CreateCart200Body,
  CreateCheckoutSession200Body,
  CreateCheckoutSessionRequest,
  CreateDownloadRequest,
  CreateParcelRequest,
  CreatePortalSession200Body,
  CreatePortalSessionRequest,
  CreateProduct200Body,
  CreateRefundRequest,
  CreateReturnRequest,
  Currency,
  DeleteProduct200Body,
  DisputeStatus,
  DownloadConflictBody,
  GetCart200Body,
  GetCatalog200Body,
  GetOrderInvoice200Body,
  GetOrderInvoiceQuery,
  GetProduct200Body,
  GetStore200Body,
  InternalErrorBody,
  InvalidBody,
  InvalidCancellationBody,
  InvalidCheckoutBody,
  InvalidKeyBody,
  InvalidListQueryBody,
  InvalidPaymentQueryBody,
  InvoiceNotFoundBody,
  KeyConflictBody,
  LineConflictBody,
  ListDownloads200Body,
  ListOrdersQuery,
  ListProducts200Body,
  ListProductsQuery,
  ListSubscriptionsQuery,
  MemberSessionNotFoundBody,
  Metadata,
  NewProduct,
  NewProductConflictBody,
  OrderConflictBody,
  OrderNotFoundBody,
  OrderStatus,
  ParcelConflictBody,
  ParcelLine,
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
  RefundConflictBody,
  RefundedLine,
  RemoveCartLine200Body,
  ReplaceProduct200Body,
  ReturnConflictBody,
  ReturnNotFoundBody,
  ShippingAddress,
  ShippingRate,
  StockConflictBody,
  StoreNotFoundBody,
  SubscriptionLine,
  SubscriptionNotFoundBody,
  Totals,
  Tracking,
  UnauthorizedBody,
  UnknownQueryBody,
  UnsupportedMediaTypeBody,
  UpdateCartLine200Body,
  UpdateCartLineRequest,
  UpdateOrderRequest,
  UpdateProduct200Body,
  UpdateProductRequest,
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
      | Reply<409, "application/json", CatalogTooLargeBody>
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
      | Reply<409, "application/json", CatalogTooLargeBody>
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
      | Reply<200, "application/json", GetCheckoutSession200BodyOutput>;
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
      | Reply<200, "application/json", ListOrders200BodyOutput, { Link?: string }>;
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
      | Reply<200, "application/json", GetOrder200BodyOutput>;
  };
  /** `PATCH /v1/orders/{orderId}`: Fulfil an order, or correct its address */
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
      | Reply<200, "application/json", UpdateOrder200BodyOutput>;
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
      | Reply<200, "application/json", CreateDownload200BodyOutput>;
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
      | Reply<200, "application/json", CreateParcel200BodyOutput>;
  };
  /** `POST /v1/orders/{orderId}/refunds`: Refund an order */
  createRefund: {
    input: {
      path: NonNullable<operations["createRefund"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["createRefund"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CreateRefundRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", InvalidBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", OrderNotFoundBody>
      | Reply<409, "application/json", RefundConflictBody>
      | Reply<413, "application/json", PayloadTooLargeBody>
      | Reply<415, "application/json", UnsupportedMediaTypeBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CreateRefund200BodyOutput>;
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
      | Reply<200, "application/json", CreateReturn200BodyOutput>;
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
      | Reply<200, "application/json", UpdateReturn200BodyOutput>;
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
      | Reply<200, "application/json", ListSubscriptions200BodyOutput, { Link?: string }>;
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
      | Reply<200, "application/json", GetSubscription200BodyOutput>;
  };
  /** `DELETE /v1/subscriptions/{subscriptionId}`: Cancel a subscription */
  cancelSubscription: {
    input: {
      path: NonNullable<operations["cancelSubscription"]["parameters"]["path"]>;
      query: WithDefaults<CancelSubscriptionQuery, "at">;
      headers: Record<never, never>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | Reply<400, "application/json", InvalidCancellationBody>
      | Reply<401, "application/json", UnauthorizedBody>
      | Reply<403, "application/json", CatalogForbiddenBody>
      | Reply<404, "application/json", SubscriptionNotFoundBody>
      | Reply<409, "application/json", CancellationConflictBody>
      | Reply<429, "application/json", RateLimitedBody>
      | Reply<500, "application/json", InternalErrorBody>
      | Reply<200, "application/json", CancelSubscription200BodyOutput>;
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
    "operationId": "createRefund",
    "method": "post",
    "path": "/v1/orders/{orderId}/refunds"
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
    "operationId": "cancelSubscription",
    "method": "delete",
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

/** A response without a body. */
type NoBody = { "none is documented": never };

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { "none is documented"?: never };

/** Parameters, some of which are always present: the server fills in their defaults. */
type WithDefaults<T, Names extends keyof T> = T & { [Name in Names]-?: Exclude<T[Name], undefined> };

export type GetCheckoutSession200BodyOutput = {
    data: CheckoutSessionOutput;
};

export type ListOrders200BodyOutput = {
    /** @description The orders of this page. Empty if no order matches the filters. */
    data: OrderOutput[];
};

export type GetOrder200BodyOutput = {
    data: OrderOutput;
};

export type UpdateOrder200BodyOutput = {
    data: OrderOutput;
};

export type CreateDownload200BodyOutput = {
    data: DownloadLinkOutput;
};

export type CreateParcel200BodyOutput = {
    data: OrderOutput;
};

export type CreateRefund200BodyOutput = {
    data: OrderOutput;
};

export type CreateReturn200BodyOutput = {
    data: OrderOutput;
};

export type UpdateReturn200BodyOutput = {
    data: OrderOutput;
};

export type ListSubscriptions200BodyOutput = {
    /** @description The subscriptions of this page. Empty if no subscription matches the filters. */
    data: SubscriptionOutput[];
};

export type GetSubscription200BodyOutput = {
    data: SubscriptionOutput;
};

export type CancelSubscription200BodyOutput = {
    data: SubscriptionOutput;
};

/** @description One attempt to pay for a cart. The lines and prices are fixed when the session is created, so later changes to the cart or to a price don't affect it. */
export type CheckoutSessionOutput = {
    /**
     * @description The session's identifier.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    id: string;
    /**
     * @description The store that is paid. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The cart that the session was created from.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    cartId: string;
    /**
     * @description The state of the session. It starts as `open`. It becomes `complete` when the customer completes the payment page. It becomes `expired` when its time is up, a newer session for the same cart replaces it, or one of its products is no longer for sale. A session never becomes `open` again. When the session becomes `complete`, the purchased products leave the cart, even if the payment is still pending.
     * @example complete
     */
    status: "open" | "complete" | "expired";
    /**
     * @description Whether the payment has arrived. Deliver on `paid` or on `no_payment_required`, which means that there was nothing to pay. A session that is `complete` and `unpaid` is either waiting for a slow payment, such as a bank debit, or that payment has failed: `paymentOutcome` says which. A free cart is `no_payment_required` from the beginning, so check `status` too.
     * @example paid
     */
    paymentStatus: "unpaid" | "paid" | "no_payment_required";
    /**
     * @description The outcome of the payment, or `null` until the session is `complete`. `pending` means that the payment is on its way, which takes days with a bank debit; it becomes `paid` or `failed`. After `failed`, nothing is put back into the cart, so the customer has to fill it again. A free cart is `paid` as soon as the session is `complete`.
     * @example paid
     */
    paymentOutcome: "pending" | "paid" | "failed" | null;
    /**
     * @description Whether the customer pays once or subscribes.
     * @example payment
     */
    mode: "payment" | "subscription";
    /** @description The lines of the cart when the session was created. */
    lines: CheckoutSessionLine[];
    totals: Totals;
    amounts?: Amounts;
    shippingRate?: ShippingRate;
    /**
     * Format: email
     * @description The address that the customer entered on the payment page, or `null` before that.
     * @example ines@reader.example
     */
    customerEmail: string | null;
    /**
     * @description The name that the customer entered on the payment page, or `null` if there is none.
     * @example Ines Duarte
     */
    customerName: string | null;
    /**
     * @description The phone number that the customer entered on the payment page, or `null` if there is none.
     * @example +351213465400
     */
    customerPhone: string | null;
    shippingAddress: ShippingAddress;
    metadata: Metadata;
    /**
     * Format: uri
     * @description The payment page while the session is `open`, and `null` from then on.
     * @example null
     */
    url: string | null;
    /**
     * Format: date-time
     * @description When the session was created.
     * @example 2026-11-21T09:30:00.000Z
     */
    createdAt: string | Date;
    /**
     * Format: date-time
     * @description When the payment page closes: 31 minutes after `createdAt`, or later if opening the page took long. It doesn't change if the session ends earlier.
     * @example 2026-11-21T10:01:00.000Z
     */
    expiresAt: string | Date;
    /**
     * Format: date-time
     * @description When the customer completed the payment page, by the payment provider's clock, or `null`.
     * @example 2026-11-21T09:33:41.000Z
     */
    completedAt: string | Date | null;
};

/** @description What a customer bought in one checkout. A subscription is one order, however often it is renewed; each renewal adds a payment. */
export type OrderOutput = {
    /**
     * @description The order's identifier.
     * @example order_6tn2v0kz9c4rj8dwxqy1b7mh5p
     */
    id: string;
    /**
     * @description How merchants and customers refer to the order: unique in the store, from 1001, ascending in the order in which the service recorded the orders, with gaps. `null` for a short time after an upgrade.
     * @example 1042
     */
    number?: number | null;
    /**
     * @description The store that sold it. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The checkout session of the order. The session itself can be read for 400 days.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    checkoutSessionId: string;
    /**
     * @description The cart of the checkout, or `null` for orders from before carts were recorded.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    cartId: string | null;
    /**
     * @description The subscription that was bought, for `getSubscription`. `null` if the order has no subscription, and until the payment provider has reported it.
     * @example null
     */
    subscriptionId: string | null;
    status: OrderStatus;
    /** @description What was bought, at the prices of the checkout. */
    lines: CheckoutSessionLine[];
    totals: Totals;
    amounts?: Amounts;
    shippingRate?: ShippingRate;
    /** @description The payments of the order, oldest first: one, or one for each interval of a subscription. Empty until the money has arrived, and if there was nothing to pay. */
    payments: OrderPaymentOutput[];
    /** @description The refunds of these payments, oldest first, including failed ones. Empty if there are none. */
    refunds: OrderRefundOutput[];
    /** @description The disputes of these payments, oldest first, including closed ones. Empty if there are none. A dispute changes neither `status` nor `totals`. `unsent` doesn't list orders with a lost dispute. */
    disputes: OrderDisputeOutput[];
    /**
     * @description The member who bought, by the identifier that your authentication system returned for the `memberSessionId` of the checkout, or `null` for a guest.
     * @example null
     */
    memberId: string | null;
    /**
     * Format: email
     * @description The address that the customer entered on the payment page, or `null` if it was erased.
     * @example ines@reader.example
     */
    customerEmail: string | null;
    /**
     * @description The name that the customer entered on the payment page, or `null` if there is none.
     * @example Ines Duarte
     */
    customerName: string | null;
    /**
     * @description The phone number that the customer entered on the payment page, or `null` if there is none.
     * @example +351213465400
     */
    customerPhone: string | null;
    shippingAddress: ShippingAddress;
    metadata: Metadata;
    /**
     * Format: date-time
     * @description When everything that has to be shipped was sent or the order was marked as fulfilled, or `null` before that.
     * @example null
     */
    fulfilledAt: string | Date | null;
    tracking: Tracking;
    /** @description The parcels, oldest first. Once the order is fulfilled, its `tracking` is the last parcel's. Empty if nothing was shipped, and for orders that older versions marked as fulfilled. */
    parcels?: ParcelOutput[];
    /** @description Items that were put back in stock without having been sent, with a refund or a return. They aren't left to send. An order of which nothing else is left isn't listed with `unsent`. */
    restocked?: ParcelLine[];
    /** @description The returns, oldest first, including those that haven't arrived yet. A return changes neither `status` nor `totals`. */
    returns?: OrderReturnOutput[];
    /**
     * Format: date-time
     * @description When the customer completed the payment page, by the payment provider's clock. Lists are in the order in which the service recorded the orders. The two differ if the service learned of an order late.
     * @example 2026-11-21T09:33:41.000Z
     */
    createdAt: string | Date;
};

/** @description A link to a file that the customer bought. */
export type DownloadLinkOutput = {
    /**
     * Format: uri
     * @description Where the file is downloaded, as an attachment with the merchant's name for it. Show it to the customer only: anyone who has it can download the file.
     * @example https://shop.example/downloads/dl_5568wcvryza7q0dgpcxztas60h
     */
    url: string;
    /**
     * Format: date-time
     * @description When the URL stops working. A download that has begun goes on.
     * @example 2026-01-16T10:00:00.000Z
     */
    expiresAt: string | Date;
};

/** @description A subscription that was bought at a checkout of this store. */
export type SubscriptionOutput = {
    /**
     * @description The subscription's identifier at the payment provider.
     * @example sub_1SVoQm2eZvKYlo2CgH7jKlMn
     */
    id: string;
    /**
     * @description The store that sold it.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The payment provider's name for its state, such as `active`, `trialing`, `past_due`, `unpaid`, `paused` or `canceled`. The provider may add others.
     * @example active
     */
    status: string;
    /**
     * @description The member who subscribed, by the identifier that your authentication system returned for the `memberSessionId` of the checkout, or `null` for a guest.
     * @example member_7203
     */
    memberId: string | null;
    /**
     * @description The checkout session in which it was bought; `listOrders` finds its order by this id. `null` for subscriptions from before this was recorded.
     * @example chk_8rj2k0vqz6ytc4mwx1hn5bd3ps
     */
    checkoutSessionId: string | null;
    /**
     * Format: date-time
     * @description When it was created at the payment provider. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example 2026-11-21T10:15:40.000Z
     */
    createdAt: string | Date | null;
    /** @description What is subscribed to, at the prices of the next payment, before discounts. Empty for subscriptions from before this was recorded, until the provider's next report. */
    lines: SubscriptionLine[];
    /**
     * @description The currency of the prices as a three-letter ISO 4217 code in lower case. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example eur
     */
    currency: string | null;
    /**
     * @description How often it is paid. `null` for subscriptions from before this was recorded, until the provider's next report, and for other intervals that the merchant has set at the payment provider.
     * @example month
     */
    billingInterval: "month" | "year" | null;
    /**
     * Format: date-time
     * @description When the present period ends, which is paid or free. Unless `cancelAt` is set, the next payment is due then. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example 2026-12-21T10:15:40.000Z
     */
    currentPeriodEnd: string | Date | null;
    /**
     * Format: date-time
     * @description When it is going to end, because the member or the merchant has cancelled it. Its `status` stays the same until then. `null` if it isn't cancelled, or if it was ended at once.
     * @example null
     */
    cancelAt: string | Date | null;
    /**
     * Format: date-time
     * @description When it ended, or `null` before that.
     * @example null
     */
    endedAt: string | Date | null;
    /**
     * Format: date-time
     * @description When its trial ends or ended, or `null` if it had none.
     * @example null
     */
    trialEnd: string | Date | null;
};

/** @description A payment that has arrived. */
export type OrderPaymentOutput = {
    /**
     * @description The payment provider's identifier of the payment.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    id: string;
    /**
     * @description The amount paid, in the smallest unit of `currency`.
     * @example 6000
     */
    amount: number;
    /**
     * @description How much of it has been refunded, or is being refunded. It decreases again if a refund fails.
     * @example 0
     */
    amountRefunded: number;
    currency: Currency;
    /**
     * Format: date-time
     * @description When it was paid, by the payment provider's clock. For a bank debit, when the money arrived.
     * @example 2026-11-21T09:33:41.000Z
     */
    paidAt: string | Date;
};

/** @description Money that went back to the customer, or should have. */
export type OrderRefundOutput = {
    /**
     * @description The payment provider's identifier of the refund.
     * @example re_3SVnqk2eZvKYlo2C1xY9zWvU
     */
    id: string;
    /**
     * @description The payment that is refunded, by its `id`.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    paymentId: string;
    /**
     * @description Whether the money went back. `pending` is on its way. `failed` was returned by the customer's bank, which can happen days after it `succeeded`, or was cancelled.
     * @example succeeded
     */
    status: "pending" | "succeeded" | "failed";
    /**
     * @description The refunded amount, in the smallest unit of `currency`.
     * @example 1200
     */
    amount: number;
    currency: Currency;
    /** @description The items that were refunded. Empty if an amount was refunded, or at the payment provider. */
    lines: RefundedLine[];
    /**
     * @description How much of `amount` is for the shipping, if items or the shipping were refunded; otherwise 0.
     * @example 0
     */
    shipping: number;
    /**
     * Format: date-time
     * @description When the merchant made the refund, by the payment provider's clock.
     * @example 2026-11-23T16:20:05.000Z
     */
    createdAt: string | Date;
};

/** @description A payment that the customer's bank disputes. */
export type OrderDisputeOutput = {
    /**
     * @description The payment provider's identifier of the dispute.
     * @example du_1SVnqk2eZvKYlo2CqR7sTuVw
     */
    id: string;
    /**
     * @description The payment that is disputed, by its `id`.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    paymentId: string;
    status: DisputeStatus;
    /**
     * @description Why the customer disputes the payment, as the payment provider names it: `fraudulent`, `product_not_received`, `product_unacceptable`, `duplicate`, `credit_not_processed`, `subscription_canceled` and others.
     * @example product_not_received
     */
    reason: string;
    /**
     * @description The disputed amount, in the smallest unit of `currency`. It can be less than the payment, or differ slightly if the bank converted it.
     * @example 6000
     */
    amount: number;
    currency: Currency;
    /**
     * Format: date-time
     * @description When the dispute began.
     * @example 2026-12-02T08:14:27.000Z
     */
    createdAt: string | Date;
    /**
     * Format: date-time
     * @description The deadline for the merchant's response at the payment provider, or `null` if there is none.
     * @example 2026-12-22T08:14:27.000Z
     */
    dueAt: string | Date | null;
};

/** @description Items of an order that were sent together. */
export type ParcelOutput = {
    /**
     * @description The parcel's identifier.
     * @example parcel_7gk2m9x4t0vq8w3zr5c1n6ydhb
     */
    id: string;
    /** @description What it contains. */
    lines: ParcelLine[];
    tracking: Tracking;
    /**
     * Format: date-time
     * @description When it was recorded as sent.
     * @example 2026-11-22T11:05:00.000Z
     */
    sentAt: string | Date;
};

/** @description Items of an order that the customer sends back. */
export type OrderReturnOutput = {
    /**
     * @description The return's identifier.
     * @example return_2mq7x4k9t0vz8w3jr5c1n6ydhb
     */
    id: string;
    /** @description What is returned. */
    lines: ParcelLine[];
    /**
     * @description Why, or `null`.
     * @example The frame arrived broken.
     */
    reason: string | null;
    /**
     * Format: date-time
     * @description When the items arrived, or `null` before that.
     * @example 2026-11-30T10:20:00.000Z
     */
    receivedAt: string | Date | null;
    /** @description What was put back in stock on arrival. */
    restocked: ParcelLine[];
    /**
     * @description The refund that was made for it, by its id in `refunds` of the order, or `null`.
     * @example null
     */
    refundId: string | null;
    /**
     * Format: date-time
     * @description When it was recorded.
     * @example 2026-11-27T16:02:00.000Z
     */
    createdAt: string | Date;
};
