// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined } from "@counterpart/client";
import type {
  Error,
  FeedError,
  Order_events200Body,
  UpsertProductsRequest,
  UpsertProductsResponse,
  WebhookEvent,
  webhooks,
} from "./types.ts";

/** The requests that the API sends: webhooks by name, callbacks as `operation.callback`. */
export interface Webhooks {
  /** `POST`: An agent's order was placed or changed */
  order_events: {
    payload: {
      headers: NonNullable<webhooks["order_events"]["post"]["parameters"]["header"]>;
      body: WebhookEvent;
    };
    output:
      | Reply<400, "application/json", Error>
      | Reply<401, "application/json", Error>
      | Reply<429, "application/json", Error>
      | Reply<500, "application/json", Error>
      | Reply<200, "application/json", Order_events200Body>;
  };
  /** `PATCH`: Products were added or changed */
  feed_products: {
    payload: {
      body: UpsertProductsRequest;
    };
    output:
      | Reply<400, "application/json", FeedError>
      | Reply<404, "application/json", FeedError>
      | Reply<200, "application/json", UpsertProductsResponse>;
  };
}

export type WebhookName = keyof Webhooks;

/** The request, as sent and received. */
export type WebhookPayload<Name extends WebhookName> = Webhooks[Name]["payload"];

/** The documented responses of the receiver. */
export type WebhookOutput<Name extends WebhookName> = Webhooks[Name]["output"];

/** A documented response. */
interface Reply<Status, Type, Body, Headers = NoHeaders> {
  status: Status;
  contentType?: Type;
  body: OrUndefined<Body>;
  headers?: OrUndefined<Headers>;
}

/** A response without documented headers, except those that the server sets. */
type NoHeaders = { "none is documented"?: never };
