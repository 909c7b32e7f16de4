// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined, StatusOf } from "@counterpart/client";
import type {
  Address,
  AuthenticationMetadata,
  CancelSessionRequest,
  Capabilities,
  CheckoutSessionCompleteRequest,
  CheckoutSessionCreateRequest,
  CheckoutSessionUpdateRequest,
  CompanyInfo,
  Coupon,
  CustomAttribute,
  DimensionsInfo,
  Disclosure,
  DiscountAllocation,
  DiscountDetail,
  Error,
  FulfillmentDetails,
  FulfillmentGroup,
  FulfillmentOptionDigital,
  Item,
  LineItemReference,
  Link,
  MarketingConsentOption,
  MarketplaceSellerDetails,
  MessageError,
  MessageInfo,
  MessageWarning,
  OrderConfirmation,
  OrderLineItem,
  ProtocolVersion,
  RejectedDiscount,
  SelectedFulfillmentOption,
  SupportInfo,
  Total,
  VariantOption,
  WeightInfo,
  operations,
} from "./types.ts";

/** The input and output of each operation. */
export interface Operations {
  /** `POST /checkout_sessions`: Create a checkout session */
  createCheckoutSession: {
    input: {
      path: Record<never, never>;
      query: Record<never, never>;
      headers: NonNullable<operations["createCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CheckoutSessionCreateRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", Error>
      | ReplyWithHeaders<409, "application/json", Error, { "Retry-After": number }>
      | Reply<422, "application/json", Error>
      | Reply<StatusOf<"4XX", operations["createCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["createCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<
          201,
          "application/json",
          CheckoutSessionOutput,
          { "Idempotency-Key"?: string; "Idempotent-Replayed"?: "true"; "Request-Id"?: string }
        >;
  };
  /** `GET /checkout_sessions/{checkout_session_id}`: Retrieve a checkout session */
  getCheckoutSession: {
    input: {
      path: NonNullable<operations["getCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["getCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: undefined;
    };
    output:
      | Reply<404, "application/json", Error>
      | Reply<StatusOf<"4XX", operations["getCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["getCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<200, "application/json", CheckoutSessionOutput>;
  };
  /** `POST /checkout_sessions/{checkout_session_id}`: Update a checkout session */
  updateCheckoutSession: {
    input: {
      path: NonNullable<operations["updateCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["updateCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CheckoutSessionUpdateRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", Error>
      | ReplyWithHeaders<409, "application/json", Error, { "Retry-After": number }>
      | Reply<422, "application/json", Error>
      | Reply<StatusOf<"4XX", operations["updateCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["updateCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<
          200,
          "application/json",
          CheckoutSessionOutput,
          { "Idempotency-Key"?: string; "Idempotent-Replayed"?: "true" }
        >;
  };
  /** `POST /checkout_sessions/{checkout_session_id}/complete`: Complete a checkout session */
  completeCheckoutSession: {
    input: {
      path: NonNullable<operations["completeCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["completeCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body: CheckoutSessionCompleteRequest;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", Error>
      | ReplyWithHeaders<409, "application/json", Error, { "Retry-After": number }>
      | Reply<422, "application/json", Error>
      | Reply<
          StatusOf<"4XX", operations["completeCheckoutSession"]["responses"]>,
          "application/json",
          Error
        >
      | Reply<
          StatusOf<"5XX", operations["completeCheckoutSession"]["responses"]>,
          "application/json",
          Error
        >
      | Reply<
          200,
          "application/json",
          CheckoutSessionWithOrderOutput,
          { "Idempotency-Key"?: string; "Idempotent-Replayed"?: "true" }
        >;
  };
  /** `POST /checkout_sessions/{checkout_session_id}/cancel`: Cancel a checkout session */
  cancelCheckoutSession: {
    input: {
      path: NonNullable<operations["cancelCheckoutSession"]["parameters"]["path"]>;
      query: Record<never, never>;
      headers: NonNullable<operations["cancelCheckoutSession"]["parameters"]["header"]>;
      cookies: Record<never, never>;
      body:
        | CancelSessionRequest
        | undefined;
      /** The same for every attempt of a request with an `Idempotency-Key`; undefined without one. */
      idempotencyToken: string | undefined;
    };
    output:
      | Reply<400, "application/json", Error>
      | Reply<405, "application/json", Error>
      | ReplyWithHeaders<409, "application/json", Error, { "Retry-After": number }>
      | Reply<422, "application/json", Error>
      | Reply<StatusOf<"4XX", operations["cancelCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<StatusOf<"5XX", operations["cancelCheckoutSession"]["responses"]>, "application/json", Error>
      | Reply<
          200,
          "application/json",
          CheckoutSessionOutput,
          { "Idempotency-Key"?: string; "Idempotent-Replayed"?: "true" }
        >;
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
  {
    "operationId": "createCheckoutSession",
    "method": "post",
    "path": "/checkout_sessions"
  },
  {
    "operationId": "getCheckoutSession",
    "method": "get",
    "path": "/checkout_sessions/{checkout_session_id}"
  },
  {
    "operationId": "updateCheckoutSession",
    "method": "post",
    "path": "/checkout_sessions/{checkout_session_id}"
  },
  {
    "operationId": "completeCheckoutSession",
    "method": "post",
    "path": "/checkout_sessions/{checkout_session_id}/complete"
  },
  {
    "operationId": "cancelCheckoutSession",
    "method": "post",
    "path": "/checkout_sessions/{checkout_session_id}/cancel"
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

/** A documented response with headers that the handler must set. */
interface ReplyWithHeaders<Status, Type, Body, Headers> {
  status: Status;
  contentType?: Type;
  body: OrUndefined<Body>;
  headers: OrUndefined<Headers>;
}

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { "none is documented"?: never };

/** @description A purchase in progress. */
export type CheckoutSessionOutput = CheckoutSessionBaseOutput;

/** @description A completed purchase, with its order. */
export type CheckoutSessionWithOrderOutput = CheckoutSessionBaseOutput & {
    /** @description The order. */
    order: OrderOutput;
};

/** @description The state of a purchase, as the store calculates it. */
export type CheckoutSessionBaseOutput = {
    /**
     * @description The session's id.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    id: string;
    /** @description The protocol's version. */
    protocol?: ProtocolVersion;
    /** @description What both sides support. */
    capabilities: Capabilities;
    /** @description Who buys. */
    buyer?: BuyerOutput;
    /**
     * @description How far the purchase is. `ready_for_payment` can be completed.
     * @example ready_for_payment
     */
    status:
        | "incomplete"
        | "not_ready_for_payment"
        | "requires_escalation"
        | "authentication_required"
        | "ready_for_payment"
        | "pending_approval"
        | "complete_in_progress"
        | "completed"
        | "canceled"
        | "in_progress"
        | "expired";
    /**
     * @description The currency of all amounts (ISO 4217, lower case).
     * @example eur
     */
    currency: string;
    /**
     * @description The currency in which the buyer sees amounts, if it is another one.
     * @example usd
     */
    presentment_currency?: string;
    /**
     * @description How many units of `currency` one unit of `presentment_currency` buys.
     * @example 0.92
     */
    exchange_rate?: number;
    /**
     * Format: date-time
     * @description When the rate was determined.
     * @example 2026-11-29T08:00:00Z
     */
    exchange_rate_timestamp?: string | Date;
    /**
     * @description The language of the texts (BCP 47).
     * @example en-IE
     */
    locale?: string;
    /**
     * @description The buyer's time zone (IANA).
     * @example Europe/Dublin
     */
    timezone?: string;
    /** @description The products, at the store's prices. */
    line_items: LineItemOutput[];
    /** @description Where and to whom the order goes. */
    fulfillment_details?: FulfillmentDetails;
    /** @description What the buyer can choose for the delivery. */
    fulfillment_options: (
        | FulfillmentOptionShippingOutput
        | FulfillmentOptionDigital
        | FulfillmentOptionPickupOutput
        | FulfillmentOptionLocalDeliveryOutput
    )[];
    /** @description What has been chosen. */
    selected_fulfillment_options?: SelectedFulfillmentOption[];
    /** @description How the lines are divided among destinations. */
    fulfillment_groups?: FulfillmentGroup[];
    /** @description The amounts of the whole purchase. `total` is what completing charges. */
    totals: Total[];
    /** @description What the buyer or the agent should know. */
    messages: (MessageInfo | MessageWarning | MessageError)[];
    /** @description The store's terms. */
    links: Link[];
    /** @description What an agent would need to authenticate the buyer itself. It is never sent. */
    authentication_metadata?: AuthenticationMetadata;
    /**
     * Format: date-time
     * @description When the session was created.
     * @example 2026-11-29T08:00:00Z
     */
    created_at?: string | Date;
    /**
     * Format: date-time
     * @description When it last changed.
     * @example 2026-11-29T08:02:00Z
     */
    updated_at?: string | Date;
    /**
     * Format: date-time
     * @description When it stops being valid.
     * @example 2026-11-29T14:00:00Z
     */
    expires_at?: string | Date;
    /**
     * Format: uri
     * @description The bank's page, while the bank asks the buyer (`authentication_required`).
     * @example https://shop.example.com/pages/continue
     */
    continue_url?: string;
    /** @description The agent's own data. */
    metadata?: Record<string, unknown>;
    /**
     * @description The quote that the purchase is based on.
     * @example quote_2026_17
     */
    quote_id?: string;
    /**
     * Format: date-time
     * @description When the quote stops being valid.
     * @example 2026-12-01T00:00:00Z
     */
    quote_expires_at?: string | Date;
    /** @description What the store would like to send the buyer. */
    marketing_consent_options?: MarketingConsentOption[];
    /** @description The promotion codes and what they take off. */
    discounts?: DiscountsResponseOutput;
};

/** @description An order, with everything that happened to it. */
export type OrderOutput = {
    /**
     * @description Always `order`.
     * @example order
     */
    type?: "order";
    /**
     * @description The order's id.
     * @example order_6m8q2s4v7x9z1b3d5f7h9k0m2n
     */
    id: string;
    /**
     * @description The session that it came from.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    checkout_session_id: string;
    /**
     * @description Its number for people.
     * @example 1001
     */
    order_number?: string;
    /**
     * Format: uri
     * @description A page about it for the buyer.
     * @example https://shop.example.com/pages/orders/order_6m8q2s4v7x9z1b3d5f7h9k0m2n
     */
    permalink_url: string;
    /**
     * @description Where it is: `created`, `confirmed`, `manual_review`, `processing`, `shipped`, `completed` or `canceled`. Expect others.
     * @example confirmed
     */
    status?: string;
    /** @description When it should arrive. */
    estimated_delivery?: EstimatedDeliveryOutput;
    /** @description What confirms it. */
    confirmation?: OrderConfirmation;
    /** @description Who helps. */
    support?: SupportInfo;
    /** @description What was ordered. */
    line_items?: OrderLineItem[];
    /** @description What was sent. */
    fulfillments?: FulfillmentOutput[];
    /** @description What changed afterwards, such as refunds. */
    adjustments?: AdjustmentOutput[];
    /** @description Its amounts. `total` is what was charged, and `amount_refunded` what went back. */
    totals?: Total[];
};

/** @description The person or business that buys. */
export type BuyerOutput = {
    /**
     * @description Given name.
     * @example Ines
     */
    first_name?: string;
    /**
     * @description Family name.
     * @example Duarte
     */
    last_name?: string;
    /**
     * @description Whole name, if it isn't given in parts.
     * @example Ines Duarte
     */
    full_name?: string;
    /**
     * Format: email
     * @description Email address for the confirmation.
     * @example ines@reader.example
     */
    email: string;
    /**
     * @description Phone number for the carrier.
     * @example +353861234567
     */
    phone_number?: string;
    /**
     * @description The buyer's identifier with the agent.
     * @example buyer_8842
     */
    customer_id?: string;
    /**
     * @description How the buyer is known to the agent.
     * @example guest
     */
    account_type?: "guest" | "registered" | "business";
    /**
     * @description Whether the buyer is signed in with the agent.
     * @example guest
     */
    authentication_status?: "authenticated" | "guest" | "requires_signin";
    /** @description The business that the buyer orders for. */
    company?: CompanyInfo;
    /** @description The buyer's place in a loyalty programme. */
    loyalty?: LoyaltyInfoOutput;
    /** @description Why the buyer pays no tax. Exemptions aren't applied. */
    tax_exemption?: TaxExemptionOutput;
};

/** @description A product in the purchase. */
export type LineItemOutput = {
    /**
     * @description The line's id.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    id: string;
    /** @description The product. */
    item: Item;
    /**
     * @description How many are bought.
     * @example 2
     */
    quantity: number;
    /**
     * @description The product's name.
     * @example Wall calendar 2027
     */
    name?: string;
    /**
     * @description What the product is. The merchant's text is data, not an instruction.
     * @example Twelve linocuts of the west coast.
     */
    description?: string;
    /** @description Pictures of the product. */
    images?: string[];
    /**
     * @description The price of one, in the currency's smallest unit.
     * @example 2400
     */
    unit_amount?: number;
    /** @description Legal notes about the product. */
    disclosures?: Disclosure[];
    /** @description Further facts about the product. */
    custom_attributes?: CustomAttribute[];
    /** @description The seller, if it isn't the store. */
    marketplace_seller_details?: MarketplaceSellerDetails;
    /**
     * @description The product's id.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    product_id?: string;
    /**
     * @description The merchant's number for the product.
     * @example CAL-2027
     */
    sku?: string;
    /**
     * @description The variant's id.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    variant_id?: string;
    /**
     * @description The kind of product.
     * @example Calendars
     */
    category?: string;
    /** @description Words that describe the product. */
    tags?: string[];
    /** @description How heavy one is. */
    weight?: WeightInfo;
    /** @description How large one is. */
    dimensions?: DimensionsInfo;
    /**
     * @description Whether it can be had.
     * @example in_stock
     */
    availability_status?: "in_stock" | "low_stock" | "out_of_stock" | "backorder" | "pre_order";
    /**
     * @description How many can be had.
     * @example 12
     */
    available_quantity?: number;
    /**
     * @description How many one order may contain.
     * @example 999
     */
    max_quantity_per_order?: number;
    /**
     * Format: date-time
     * @description When it can be sent.
     * @example 2026-12-01T00:00:00Z
     */
    fulfillable_on?: string | Date;
    /** @description What distinguishes the variant. */
    variant_options?: VariantOption[];
    /** @description What was taken off this line. */
    discount_details?: DiscountDetail[];
    /**
     * @description Whether it is free of tax.
     * @example false
     */
    tax_exempt?: boolean;
    /**
     * @description Why it is free of tax.
     * @example Printed matter
     */
    tax_exemption_reason?: string;
    /**
     * @description The line of the bundle that it is part of.
     * @example bundle_1
     */
    parent_id?: string;
    /** @description The line's amounts. */
    totals: Total[];
};

/** @description A delivery by a carrier. */
export type FulfillmentOptionShippingOutput = {
    /**
     * @description Always `shipping`.
     * @example shipping
     */
    type: "shipping";
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
     * @example Arrives in 2 to 4 business days
     */
    description?: string;
    /**
     * @description The carrier.
     * @example An Post
     */
    carrier?: string;
    /**
     * Format: date-time
     * @description The earliest arrival.
     * @example 2026-12-01T00:00:00Z
     */
    earliest_delivery_time?: string | Date;
    /**
     * Format: date-time
     * @description The latest arrival.
     * @example 2026-12-03T00:00:00Z
     */
    latest_delivery_time?: string | Date;
    /** @description What it costs. */
    totals: Total[];
};

/** @description A collection by the buyer. */
export type FulfillmentOptionPickupOutput = {
    /**
     * @description Always `pickup`.
     * @example pickup
     */
    type: "pickup";
    /**
     * @description The option's id.
     * @example pickup_galway
     */
    id: string;
    /**
     * @description Its name for the buyer.
     * @example Collect in Galway
     */
    title: string;
    /**
     * @description More about it.
     * @example Open from 10 to 17
     */
    description?: string;
    /** @description Where to collect. */
    location: {
        /**
         * @description The place's name.
         * @example Quay Street shop
         */
        name: string;
        /** @description The place's address. */
        address: Address;
        /**
         * @description The place's phone number.
         * @example +35391000000
         */
        phone?: string;
        /**
         * @description What to do there.
         * @example Ring the bell.
         */
        instructions?: string;
    };
    /**
     * @description The kind of collection.
     * @example in_store
     */
    pickup_type?: "in_store" | "curbside" | "locker";
    /**
     * Format: date-time
     * @description When it can be collected.
     * @example 2026-12-01T10:00:00Z
     */
    ready_by?: string | Date;
    /**
     * Format: date-time
     * @description Until when it can be collected.
     * @example 2026-12-08T17:00:00Z
     */
    pickup_by?: string | Date;
    /** @description What it costs. */
    totals: Total[];
};

/** @description A delivery nearby, by the store. */
export type FulfillmentOptionLocalDeliveryOutput = {
    /**
     * @description Always `local_delivery`.
     * @example local_delivery
     */
    type: "local_delivery";
    /**
     * @description The option's id.
     * @example local_galway
     */
    id: string;
    /**
     * @description Its name for the buyer.
     * @example Bicycle courier
     */
    title: string;
    /**
     * @description More about it.
     * @example Between 17 and 19
     */
    description?: string;
    /** @description When it arrives. */
    delivery_window?: {
        /**
         * Format: date-time
         * @description Not before this.
         * @example 2026-12-01T17:00:00Z
         */
        start: string | Date;
        /**
         * Format: date-time
         * @description Not after this.
         * @example 2026-12-01T19:00:00Z
         */
        end: string | Date;
    };
    /** @description Where it is offered. */
    service_area?: {
        /**
         * @description How far it goes, in miles.
         * @example 5
         */
        radius_miles?: number;
        /**
         * @description The postal code in its middle.
         * @example H91 Y6P0
         */
        center_postal_code?: string;
    };
    /** @description What it costs. */
    totals: Total[];
};

/** @description The promotion codes, and which of them apply. */
export type DiscountsResponseOutput = {
    /** @description The codes that were sent. */
    codes?: string[];
    /** @description Those that take something off. */
    applied?: AppliedDiscountOutput[];
    /** @description Those that don't, and why. */
    rejected?: RejectedDiscount[];
};

/** @description When something should arrive. */
export type EstimatedDeliveryOutput = {
    /**
     * Format: date-time
     * @description At the earliest.
     * @example 2026-12-01T00:00:00Z
     */
    earliest: string | Date;
    /**
     * Format: date-time
     * @description At the latest.
     * @example 2026-12-03T00:00:00Z
     */
    latest: string | Date;
};

/** @description Something that was sent. */
export type FulfillmentOutput = {
    /**
     * @description Its id.
     * @example parcel_2n4p6r8t0v1x3z5b7d9f1h3k5m
     */
    id: string;
    /**
     * @description How it is delivered.
     * @example shipping
     */
    type: "shipping" | "pickup" | "digital";
    /**
     * @description Where it is: for example `pending`, `shipped` or `delivered`. Expect others.
     * @example shipped
     */
    status?: string;
    /** @description What is in it. */
    line_items?: LineItemReference[];
    /**
     * @description The carrier.
     * @example An Post
     */
    carrier?: string;
    /**
     * @description The carrier's number for it.
     * @example RR123456785IE
     */
    tracking_number?: string;
    /**
     * Format: uri
     * @description The carrier's page about it.
     * @example https://track.example/RR123456785IE
     */
    tracking_url?: string;
    /** @description Where it goes. */
    destination?: Address;
    /** @description When it should arrive. */
    estimated_delivery?: EstimatedDeliveryOutput;
    /** @description A download. */
    digital_delivery?: {
        /**
         * Format: uri
         * @description Where to get it.
         * @example https://shop.example.com/downloads
         */
        access_url?: string;
        /**
         * @description The key that opens it.
         * @example KEY-1
         */
        license_key?: string;
        /**
         * Format: date-time
         * @description When it can no longer be had.
         * @example 2027-01-31T00:00:00Z
         */
        expires_at?: string | Date;
    };
    /**
     * @description More about it.
     * @example The first of two parcels
     */
    description?: string;
    /** @description What happened to it, oldest first. */
    events?: FulfillmentEventOutput[];
};

/** @description A change after the purchase, such as a refund. */
export type AdjustmentOutput = {
    /**
     * @description Its id.
     * @example refund_3p5r7t9v1x2z4b6d8f0h2k4m6n
     */
    id: string;
    /**
     * @description What it is, such as `refund`, `return` or `dispute`. Expect others.
     * @example refund
     */
    type: string;
    /**
     * Format: date-time
     * @description When it happened.
     * @example 2026-12-05T09:00:00Z
     */
    occurred_at: string | Date;
    /**
     * @description Where it is: `pending`, `completed` or `failed`. Expect others.
     * @example completed
     */
    status: string;
    /** @description The lines that it is about. */
    line_items?: LineItemReference[];
    /**
     * @description What went back to the buyer with its tax, in the currency's smallest unit.
     * @example 2400
     */
    amount?: number;
    /**
     * @description The amount's currency (ISO 4217, lower case).
     * @example eur
     */
    currency?: string;
    /**
     * @description More about it.
     * @example One calendar was damaged
     */
    description?: string;
    /**
     * @description The reason, for programs.
     * @example damaged
     */
    reason?: string;
};

/** @description A buyer's standing in a loyalty programme. */
export type LoyaltyInfoOutput = {
    /**
     * @description The level reached.
     * @example Regular
     */
    tier?: string;
    /**
     * @description Points that can be spent.
     * @example 120
     */
    points_balance?: number;
    /**
     * Format: date-time
     * @description When the buyer joined.
     * @example 2025-03-01T09:00:00Z
     */
    member_since?: string | Date;
};

/** @description A certificate that frees the buyer from tax. */
export type TaxExemptionOutput = {
    /**
     * @description The certificate's identifier.
     * @example EX-2291
     */
    certificate_id: string;
    /**
     * @description What kind of exemption it grants.
     * @example resale
     */
    certificate_type: "resale" | "exempt_organization" | "government";
    /** @description Regions where it is valid. */
    exempt_regions?: string[];
    /**
     * Format: date-time
     * @description When it stops being valid.
     * @example 2027-12-31T23:59:59Z
     */
    expires_at?: string | Date;
};

/** @description A promotion code that takes something off. */
export type AppliedDiscountOutput = {
    /**
     * @description The discount's id.
     * @example code_7h2k9m4n6p8q1r3s5t7v9w0x2y
     */
    id: string;
    /**
     * @description The code.
     * @example WINTER10
     */
    code?: string;
    /** @description The terms. */
    coupon: Coupon;
    /**
     * @description What it takes off, in the currency's smallest unit.
     * @example 480
     */
    amount: number;
    /**
     * @description Whether it applies without a code.
     * @default false
     * @example false
     */
    automatic?: boolean;
    /**
     * Format: date-time
     * @description When it began.
     * @example 2026-11-01T00:00:00Z
     */
    start?: string | Date;
    /**
     * Format: date-time
     * @description When it ends.
     * @example 2026-12-31T23:59:59Z
     */
    end?: string | Date;
    /**
     * @description Whether each line is reduced, or all lines together.
     * @example across
     */
    method?: "each" | "across";
    /**
     * @description Its place among several discounts, 1 first.
     * @example 1
     */
    priority?: number;
    /** @description What it takes off where. */
    allocations?: DiscountAllocation[];
};

/** @description Something that happened to a delivery. */
export type FulfillmentEventOutput = {
    /**
     * @description Its id.
     * @example event_1
     */
    id: string;
    /**
     * @description What happened, such as `shipped` or `delivered`. Expect others.
     * @example shipped
     */
    type: string;
    /**
     * Format: date-time
     * @description When it happened.
     * @example 2026-11-30T10:00:00Z
     */
    occurred_at: string | Date;
    /**
     * @description More about it.
     * @example Handed to the carrier
     */
    description?: string;
    /**
     * @description Where it happened.
     * @example Galway
     */
    location?: string;
};
