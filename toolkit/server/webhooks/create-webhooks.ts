import type { ApiDocument } from "../document/document.ts";
import type { Formats } from "../validation/ajv-factories.ts";
import { createOutgoingValidators } from "../validation/operation-validator.ts";
import { type PreparedWebhook, prepareWebhook } from "./prepare-webhook.ts";
import { type WebhookReceiver, webhookReceiver } from "./receive-webhook.ts";
import type { WebhookAnswer, WebhookParts, WebhookTypes } from "./webhook-types.ts";

/** A document's webhooks, and its callbacks as `startJob.onDone`; both are received and sent alike. */
export interface WebhooksOf<Types> {
  /** Makes the `fetch` handler that receives a webhook: it calls `handle` with valid ones and refuses the others. */
  receive<Name extends keyof Types & string>(
    name: Name,
    handle: (payload: PayloadOf<Types[Name]>) => Promise<OutputOf<Types[Name]>>,
  ): WebhookReceiver;
  /** Makes a request of a payload. Throws a `ContractViolation` when the payload doesn't fit the document. */
  prepare<Name extends keyof Types & string>(
    name: Name,
    url: string,
    payload: PayloadOf<Types[Name]>,
  ): PreparedWebhook;
}

type PayloadOf<Webhook> = Webhook extends { payload: infer Payload } ? Payload : never;
type OutputOf<Webhook> = Webhook extends { output: infer Output } ? Output : never;

/**
 * Receives and sends the webhooks of a document, typed by `Webhooks` of the generated `webhooks.ts`:
 * `createWebhooks<Webhooks>(await loadDocument("generated/openapi.json"))`. Both throw for a name that the document
 * doesn't have.
 */
export function createWebhooks<Types extends { [Name in keyof Types]: WebhookTypes[string] }>(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): WebhooksOf<Types> {
  const validators = createOutgoingValidators(document, { formats });
  const find = (name: string) => {
    const outgoing = document.outgoing.find((one) => one.name === name);
    if (!outgoing) throw new Error(`The document has no webhook ${name}.`);
    return { outgoing, validator: validators(outgoing.operation) };
  };
  return {
    receive(name, handle) {
      const { outgoing, validator } = find(name);
      // Its types have been checked by the caller.
      const untyped = handle as unknown as (payload: WebhookParts) => Promise<WebhookAnswer>;
      return webhookReceiver(document, outgoing, validator, untyped);
    },
    prepare(name, url, payload) {
      const { outgoing, validator } = find(name);
      return prepareWebhook(document, outgoing, validator, url, payload as WebhookParts);
    },
  };
}
