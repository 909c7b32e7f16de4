// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { webhooks } from "./types.ts";

/** The requests that the API sends: webhooks by name, callbacks as `operation.callback`. */
export interface Webhooks {
  /** `POST`: An order was placed */
  "order.placed": {
    payload: {
      headers: NonNullable<webhooks["order.placed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.placed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderPlaced410 | OrderPlaced204;
  };
  /** `POST`: An order was paid */
  "order.paid": {
    payload: {
      headers: NonNullable<webhooks["order.paid"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.paid"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderPaid410 | OrderPaid204;
  };
  /** `POST`: A payment failed */
  "order.payment_failed": {
    payload: {
      headers: NonNullable<webhooks["order.payment_failed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.payment_failed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderPayment_failed410 | OrderPayment_failed204;
  };
  /** `POST`: An order was refunded */
  "order.refunded": {
    payload: {
      headers: NonNullable<webhooks["order.refunded"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.refunded"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderRefunded410 | OrderRefunded204;
  };
  /** `POST`: A refund failed */
  "order.refund_failed": {
    payload: {
      headers: NonNullable<webhooks["order.refund_failed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.refund_failed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderRefund_failed410 | OrderRefund_failed204;
  };
  /** `POST`: A payment was disputed */
  "order.disputed": {
    payload: {
      headers: NonNullable<webhooks["order.disputed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.disputed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderDisputed410 | OrderDisputed204;
  };
  /** `POST`: A dispute was closed */
  "order.dispute_closed": {
    payload: {
      headers: NonNullable<webhooks["order.dispute_closed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.dispute_closed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderDispute_closed410 | OrderDispute_closed204;
  };
  /** `POST`: A parcel was sent */
  "order.shipped": {
    payload: {
      headers: NonNullable<webhooks["order.shipped"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.shipped"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderShipped410 | OrderShipped204;
  };
  /** `POST`: A return has arrived */
  "order.returned": {
    payload: {
      headers: NonNullable<webhooks["order.returned"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.returned"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderReturned410 | OrderReturned204;
  };
  /** `POST`: An order was fulfilled */
  "order.fulfilled": {
    payload: {
      headers: NonNullable<webhooks["order.fulfilled"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["order.fulfilled"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: OrderFulfilled410 | OrderFulfilled204;
  };
  /** `POST`: A checkout expired */
  "checkout.expired": {
    payload: {
      headers: NonNullable<webhooks["checkout.expired"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["checkout.expired"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: CheckoutExpired410 | CheckoutExpired204;
  };
  /** `POST`: A subscription started */
  "subscription.started": {
    payload: {
      headers: NonNullable<webhooks["subscription.started"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["subscription.started"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: SubscriptionStarted410 | SubscriptionStarted204;
  };
  /** `POST`: A subscription was renewed */
  "subscription.renewed": {
    payload: {
      headers: NonNullable<webhooks["subscription.renewed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["subscription.renewed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: SubscriptionRenewed410 | SubscriptionRenewed204;
  };
  /** `POST`: A subscription ended */
  "subscription.ended": {
    payload: {
      headers: NonNullable<webhooks["subscription.ended"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["subscription.ended"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: SubscriptionEnded410 | SubscriptionEnded204;
  };
  /** `POST`: A product was changed */
  "product.changed": {
    payload: {
      headers: NonNullable<webhooks["product.changed"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["product.changed"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: ProductChanged410 | ProductChanged204;
  };
  /** `POST`: A product is low in stock */
  "product.stock_low": {
    payload: {
      headers: NonNullable<webhooks["product.stock_low"]["post"]["parameters"]["header"]>;
      body: NonNullable<webhooks["product.stock_low"]["post"]["requestBody"]>["content"]["application/json"];
    };
    output: ProductStock_low410 | ProductStock_low204;
  };
}

export type WebhookName = keyof Webhooks;

/** The request, as sent and received. */
export type WebhookPayload<Name extends WebhookName> = Webhooks[Name]["payload"];

/** The documented responses of the receiver. */
export type WebhookOutput<Name extends WebhookName> = Webhooks[Name]["output"];

declare const none: unique symbol;

/** A response without a body. */
type NoBody = { [none]: never };

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { [none]?: never };

interface OrderPlaced410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderPlaced204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderPaid410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderPaid204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderPayment_failed410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderPayment_failed204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderRefunded410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderRefunded204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderRefund_failed410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderRefund_failed204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderDisputed410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderDisputed204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderDispute_closed410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderDispute_closed204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderShipped410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderShipped204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderReturned410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderReturned204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderFulfilled410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface OrderFulfilled204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface CheckoutExpired410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface CheckoutExpired204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionStarted410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionStarted204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionRenewed410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionRenewed204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionEnded410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface SubscriptionEnded204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ProductChanged410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ProductChanged204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ProductStock_low410 {
  status: 410;
  body?: NoBody;
  headers?: NoHeaders;
}
interface ProductStock_low204 {
  status: 204;
  body?: NoBody;
  headers?: NoHeaders;
}
