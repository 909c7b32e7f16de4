// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined } from "@counterpart/client";
import type {
  CheckoutExpiredPayload,
  OrderDispute_closedPayload,
  OrderDisputedPayload,
  OrderFulfilledPayload,
  OrderPaidPayload,
  OrderPayment_failedPayload,
  OrderPlacedPayload,
  OrderRefund_failedPayload,
  OrderRefundedPayload,
  OrderReturnedPayload,
  OrderShippedPayload,
  ProductChangedPayload,
  ProductStock_lowPayload,
  SubscriptionChangedPayload,
  SubscriptionEndedPayload,
  SubscriptionPast_duePayload,
  SubscriptionRenewedPayload,
  SubscriptionStartedPayload,
  webhooks,
} from "./types.ts";

/** The requests that the API sends: webhooks by name, callbacks as `operation.callback`. */
export interface Webhooks {
  /** `POST`: An order was placed */
  "order.placed": {
    payload: {
      headers: NonNullable<webhooks["order.placed"]["post"]["parameters"]["header"]>;
      body: OrderPlacedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: An order was paid */
  "order.paid": {
    payload: {
      headers: NonNullable<webhooks["order.paid"]["post"]["parameters"]["header"]>;
      body: OrderPaidPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A payment failed */
  "order.payment_failed": {
    payload: {
      headers: NonNullable<webhooks["order.payment_failed"]["post"]["parameters"]["header"]>;
      body: OrderPayment_failedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: An order was refunded */
  "order.refunded": {
    payload: {
      headers: NonNullable<webhooks["order.refunded"]["post"]["parameters"]["header"]>;
      body: OrderRefundedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A refund failed */
  "order.refund_failed": {
    payload: {
      headers: NonNullable<webhooks["order.refund_failed"]["post"]["parameters"]["header"]>;
      body: OrderRefund_failedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A payment was disputed */
  "order.disputed": {
    payload: {
      headers: NonNullable<webhooks["order.disputed"]["post"]["parameters"]["header"]>;
      body: OrderDisputedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A dispute was closed */
  "order.dispute_closed": {
    payload: {
      headers: NonNullable<webhooks["order.dispute_closed"]["post"]["parameters"]["header"]>;
      body: OrderDispute_closedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A parcel was sent */
  "order.shipped": {
    payload: {
      headers: NonNullable<webhooks["order.shipped"]["post"]["parameters"]["header"]>;
      body: OrderShippedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A return has arrived */
  "order.returned": {
    payload: {
      headers: NonNullable<webhooks["order.returned"]["post"]["parameters"]["header"]>;
      body: OrderReturnedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: An order was fulfilled */
  "order.fulfilled": {
    payload: {
      headers: NonNullable<webhooks["order.fulfilled"]["post"]["parameters"]["header"]>;
      body: OrderFulfilledPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A checkout expired */
  "checkout.expired": {
    payload: {
      headers: NonNullable<webhooks["checkout.expired"]["post"]["parameters"]["header"]>;
      body: CheckoutExpiredPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A subscription started */
  "subscription.started": {
    payload: {
      headers: NonNullable<webhooks["subscription.started"]["post"]["parameters"]["header"]>;
      body: SubscriptionStartedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A subscription was renewed */
  "subscription.renewed": {
    payload: {
      headers: NonNullable<webhooks["subscription.renewed"]["post"]["parameters"]["header"]>;
      body: SubscriptionRenewedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A subscription was changed */
  "subscription.changed": {
    payload: {
      headers: NonNullable<webhooks["subscription.changed"]["post"]["parameters"]["header"]>;
      body: SubscriptionChangedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A payment of a subscription failed */
  "subscription.past_due": {
    payload: {
      headers: NonNullable<webhooks["subscription.past_due"]["post"]["parameters"]["header"]>;
      body: SubscriptionPast_duePayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A subscription ended */
  "subscription.ended": {
    payload: {
      headers: NonNullable<webhooks["subscription.ended"]["post"]["parameters"]["header"]>;
      body: SubscriptionEndedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A product was changed */
  "product.changed": {
    payload: {
      headers: NonNullable<webhooks["product.changed"]["post"]["parameters"]["header"]>;
      body: ProductChangedPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
  /** `POST`: A product is low in stock */
  "product.stock_low": {
    payload: {
      headers: NonNullable<webhooks["product.stock_low"]["post"]["parameters"]["header"]>;
      body: ProductStock_lowPayload;
    };
    output:
      | EmptyReply<410>
      | EmptyReply<204>;
  };
}

export type WebhookName = keyof Webhooks;

/** The request, as sent and received. */
export type WebhookPayload<Name extends WebhookName> = Webhooks[Name]["payload"];

/** The documented responses of the receiver. */
export type WebhookOutput<Name extends WebhookName> = Webhooks[Name]["output"];

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
