// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { OrUndefined } from "@counterpart/client";
import type { Order, OrderEvent200Body, webhooks } from "./types.ts";

/** The requests that the API sends: webhooks by name, callbacks as `operation.callback`. */
export interface Webhooks {
  /** `POST`: An order was placed or changed */
  orderEvent: {
    payload: {
      headers: NonNullable<webhooks["orderEvent"]["post"]["parameters"]["header"]>;
      body: Order;
    };
    output: Reply<200, "application/json", OrderEvent200Body>;
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
