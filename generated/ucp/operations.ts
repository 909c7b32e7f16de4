// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined, StatusOf } from "@counterpart/client";
import type {
  Attribution,
  Buyer,
  CatalogLookup,
  CatalogLookupResponse,
  CatalogSearchResponse,
  ChangedCheckout,
  CompletedCheckout,
  Context,
  Discounts,
  Error,
  ErrorResponse,
  Expectation,
  FulfillmentAvailableMethod,
  FulfillmentDestination,
  LineItem,
  Link,
  Message,
  NewCheckout,
  OrderConfirmation,
  OrderLineItem,
  Payment,
  ProductRequest,
  ProductResponse,
  SearchFilters,
  Signals,
  Total,
  Totals,
  UcpCheckout,
  UcpMetadata,
  operations,
} from "./types.ts";

/** The input and output of each operation. */
export interface Operations {
  /** `POST /checkout-sessions`: Create a checkout */
  createCheckout: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createCheckout"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: NewCheckout;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["createCheckout"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["createCheckout"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutResponseOutput>
      | Reply<201, "application/json", CheckoutResponseOutput>;
  };
  /** `GET /checkout-sessions/{id}`: Retrieve a checkout */
  getCheckout: {
    input: {
      path: NonNullable<operations["getCheckout"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getCheckout"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["getCheckout"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["getCheckout"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutResponseOutput>;
  };
  /** `PUT /checkout-sessions/{id}`: Update a checkout */
  updateCheckout: {
    input: {
      path: NonNullable<operations["updateCheckout"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateCheckout"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: ChangedCheckout;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["updateCheckout"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["updateCheckout"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutResponseOutput>;
  };
  /** `POST /checkout-sessions/{id}/complete`: Complete a checkout */
  completeCheckout: {
    input: {
      path: NonNullable<operations["completeCheckout"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["completeCheckout"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CompletedCheckout;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["completeCheckout"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["completeCheckout"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutResponseOutput>;
  };
  /** `POST /checkout-sessions/{id}/cancel`: Cancel a checkout */
  cancelCheckout: {
    input: {
      path: NonNullable<operations["cancelCheckout"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["cancelCheckout"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["cancelCheckout"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["cancelCheckout"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutResponseOutput>;
  };
  /** `POST /catalog/search`: Search for products */
  searchCatalog: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["searchCatalog"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: filled["CatalogSearch"];
    };
    output:
      | Reply<StatusOf<"4XX", operations["searchCatalog"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["searchCatalog"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CatalogSearchResponse>;
  };
  /** `POST /catalog/lookup`: Look up products */
  lookupCatalog: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["lookupCatalog"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CatalogLookup;
    };
    output:
      | Reply<StatusOf<"4XX", operations["lookupCatalog"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["lookupCatalog"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CatalogLookupResponse>;
  };
  /** `POST /catalog/product`: Retrieve a product */
  getProduct: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["getProduct"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: ProductRequest;
    };
    output:
      | Reply<StatusOf<"4XX", operations["getProduct"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["getProduct"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", ProductResponse>;
  };
  /** `GET /orders/{id}`: Retrieve an order */
  getOrder: {
    input: {
      path: NonNullable<operations["getOrder"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getOrder"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | Reply<StatusOf<"4XX", operations["getOrder"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["getOrder"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", OrderResponseOutput>;
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
  {"operationId":"createCheckout","method":"post","path":"/checkout-sessions"},
  {"operationId":"getCheckout","method":"get","path":"/checkout-sessions/{id}"},
  {"operationId":"updateCheckout","method":"put","path":"/checkout-sessions/{id}"},
  {
    "operationId": "completeCheckout",
    "method": "post",
    "path": "/checkout-sessions/{id}/complete"
  },
  {
    "operationId": "cancelCheckout",
    "method": "post",
    "path": "/checkout-sessions/{id}/cancel"
  },
  {"operationId":"searchCatalog","method":"post","path":"/catalog/search"},
  {"operationId":"lookupCatalog","method":"post","path":"/catalog/lookup"},
  {"operationId":"getProduct","method":"post","path":"/catalog/product"},
  {"operationId":"getOrder","method":"get","path":"/orders/{id}"},
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

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { "none is documented"?: never };

/** Input types with the server's defaults. */
interface filled {
  "CatalogSearch": {
      /**
       * @description Words. Products that have all of them are found, also by their beginnings. The first 200 characters count.
       * @example calendar
       */
      query?: string;
      context?: Context;
      signals?: Signals;
      attribution?: Attribution;
      filters?: SearchFilters;
      pagination?: filled["RequestedPage"];
  };
  "RequestedPage": {
      /**
       * @description The `cursor` of the previous response.
       * @example prod_13kn67z0xzv9qk2nqg90wek8r3
       */
      cursor?: string;
      /**
       * @description How many products and variants. At most 50 are returned at once.
       * @default 10
       * @example 10
       */
      limit: number;
  };
}

/** @description The checkout, or why there is none: `ucp.status` is then `error`. */
export type CheckoutResponseOutput = CheckoutOutput | ErrorResponse;

/** @description The order, or why there is none: `ucp.status` is then `error`. */
export type OrderResponseOutput = OrderOutput | ErrorResponse;

/** @description A purchase by an agent. */
export type CheckoutOutput = {
    ucp: UcpCheckout;
    /**
     * @description The checkout's id.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    id: string;
    /** @description The products that are bought. */
    line_items: LineItem[];
    buyer?: Buyer;
    context?: Context;
    signals?: Signals;
    attribution?: Attribution;
    /**
     * @description Where the checkout is.
     * @example ready_for_complete
     */
    status:
        | "incomplete"
        | "requires_escalation"
        | "ready_for_complete"
        | "complete_in_progress"
        | "completed"
        | "canceled";
    /**
     * @description The store's currency (ISO 4217).
     * @example EUR
     */
    currency: string;
    totals: Totals;
    /** @description What prevents the purchase, and what the buyer should know. */
    messages?: Message[];
    /** @description The store's policies. */
    links: Link[];
    /**
     * Format: date-time
     * @description Until when the checkout is open and holds its products. Each change extends it.
     * @example 2026-11-29T14:00:00Z
     */
    expires_at?: string | Date;
    /**
     * Format: uri
     * @description The bank's page, while the bank asks the buyer (`requires_escalation`).
     * @example https://shop.example.com/checkout
     */
    continue_url?: string;
    payment?: Payment;
    order?: OrderConfirmation;
    fulfillment?: FulfillmentOutput;
    discounts?: Discounts;
    [key: string]: unknown;
};

/** @description An order as it is now. */
export type OrderOutput = {
    ucp: UcpMetadata;
    /**
     * @description The order's id.
     * @example order_3p5r7t9v1x2z4b6d8f0h2k4m6n
     */
    id: string;
    /**
     * @description The order's number for people.
     * @example 1001
     */
    label?: string;
    /**
     * @description The checkout that made it.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    checkout_id: string;
    /**
     * Format: uri
     * @description A page about the order for the buyer.
     * @example https://shop.example.com/thanks?session_id=chk_4evwgv86n9efejferjdz4aq3j0
     */
    permalink_url: string;
    /** @description All that was bought, returned products too. */
    line_items: OrderLineItem[];
    /** @description How the products reach the buyer. */
    fulfillment: {
        /** @description What the buyer can expect. */
        expectations?: Expectation[];
        /** @description The parcels that were sent, oldest first. */
        events?: FulfillmentEventOutput[];
    };
    /** @description Refunds, returns and disputes. */
    adjustments?: AdjustmentOutput[];
    /**
     * @description The checkout's currency (ISO 4217).
     * @example EUR
     */
    currency: string;
    /** @description What was bought for. Refunds are among the adjustments. */
    totals: Totals;
    /** @description What the buyer should know, such as that the payment failed. */
    messages?: Message[];
    attribution?: Attribution;
};

/** @description How the order reaches the buyer. */
export type FulfillmentOutput = {
    /** @description Shipping, if something is shipped. */
    methods?: FulfillmentMethodOutput[];
    /** @description Other ways. There are none. */
    available_methods?: FulfillmentAvailableMethod[];
};

/** @description A parcel that was sent. */
export type FulfillmentEventOutput = {
    /**
     * @description The parcel's id.
     * @example parcel_7gk2m9x4t0vq8w3zr5c1n6ydhb
     */
    id: string;
    /**
     * Format: date-time
     * @description When it was sent.
     * @example 2026-11-30T09:15:00Z
     */
    occurred_at: string | Date;
    /**
     * @description Always `shipped` here. Expect others.
     * @example shipped
     */
    type: string;
    /** @description What is in it. */
    line_items: {
        /**
         * @description The line's id.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        id: string;
        /**
         * @description How many.
         * @example 1
         */
        quantity: number;
    }[];
    /**
     * @description The carrier's number, if the merchant gave one.
     * @example RA123456785IE
     */
    tracking_number?: string;
    /**
     * Format: uri
     * @description Where to follow the parcel, if the merchant gave it.
     * @example https://carrier.example/RA123456785IE
     */
    tracking_url?: string;
    /**
     * @description Who carries it.
     * @example An Post
     */
    carrier?: string;
    /**
     * @description A text for the buyer.
     * @example Left the warehouse
     */
    description?: string;
};

/** @description A refund, a return or a dispute. */
export type AdjustmentOutput = {
    /**
     * @description Its id.
     * @example re_3Qx9harbour
     */
    id: string;
    /**
     * @description `refund`, `return` or `dispute` here. Expect others.
     * @example refund
     */
    type: string;
    /**
     * Format: date-time
     * @description When it was made.
     * @example 2026-12-02T10:00:00Z
     */
    occurred_at: string | Date;
    /**
     * @description Where it is. A return is completed once it has arrived. A dispute is completed once the buyer got the money, and failed once the merchant kept it.
     * @example completed
     */
    status: "pending" | "completed" | "failed";
    /** @description What it is about, if it is about products. */
    line_items?: {
        /**
         * @description The line's id.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        id: string;
        /**
         * @description How many. Those that come back are negative.
         * @example -1
         */
        quantity: number;
    }[];
    /** @description The amount. What the buyer gets back is negative. */
    totals?: Total[];
    /**
     * @description A text for the buyer.
     * @example Refunded by the merchant
     */
    description?: string;
};

/** @description How a part of the order reaches the buyer. */
export type FulfillmentMethodOutput = {
    /**
     * @description The method's id.
     * @example shipping
     */
    id: string;
    /**
     * @description How the order reaches the buyer. The store only ships.
     * @example shipping
     */
    type: "shipping" | "pickup";
    /** @description The lines that go this way. */
    line_item_ids: string[];
    /** @description The known destinations. */
    destinations?: FulfillmentDestination[];
    /**
     * @description The destination to which the order goes.
     * @example home
     */
    selected_destination_id?: string | null;
    /** @description How it is divided. There is one group. */
    groups?: FulfillmentGroupOutput[];
    [key: string]: unknown;
};

/** @description What is sent at once. */
export type FulfillmentGroupOutput = {
    /**
     * @description The group's id.
     * @example parcel
     */
    id: string;
    /** @description The lines in it. */
    line_item_ids: string[];
    /** @description What can be chosen, cheapest first. */
    options?: FulfillmentOptionOutput[];
    /**
     * @description The chosen option. The cheapest if nothing was chosen.
     * @example ship_2m1v9p4kq8w7z6x5c3b0n1a2s3
     */
    selected_option_id?: string | null;
    [key: string]: unknown;
};

/** @description A way to send the order. */
export type FulfillmentOptionOutput = {
    /**
     * @description The option's id.
     * @example ship_2m1v9p4kq8w7z6x5c3b0n1a2s3
     */
    id: string;
    /**
     * @description Its name for the buyer.
     * @example Standard
     */
    title: string;
    /**
     * @description More about it.
     * @example Arrives in 2 to 4 business days.
     */
    description?: string;
    /**
     * @description Who brings it.
     * @example An Post
     */
    carrier?: string;
    /**
     * Format: date-time
     * @description When it arrives at the earliest.
     * @example 2026-12-01T00:00:00Z
     */
    earliest_fulfillment_time?: string | Date;
    /**
     * Format: date-time
     * @description When it arrives at the latest.
     * @example 2026-12-03T00:00:00Z
     */
    latest_fulfillment_time?: string | Date;
    /** @description What it costs. */
    totals: Total[];
    [key: string]: unknown;
};
