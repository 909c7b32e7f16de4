import type { ApiDocument } from "../document/document.ts";
import { createOutgoingValidators } from "../validation/operation-validator.ts";
import type { Formats } from "../validation/schemas/format-test.ts";
import type { WrittenValidators } from "../validation/schemas/written-validators.ts";
import { type PreparedWebhook, prepareWebhook } from "./prepare-webhook.ts";
import { type WebhookReceiver, webhookReceiver } from "./receive-webhook.ts";
import type { WebhookParts, WebhookResponse, WebhookTypes } from "./webhook-types.ts";

/** A document's webhooks, and its callbacks as `startJob.onDone`; both work alike. */
export interface WebhooksOf<Types> {
  /** Creates a `fetch` handler that passes valid webhooks to `handle` and refuses others. */
  receive<Name extends keyof Types & string>(
    name: Name,
    handle: (payload: PayloadOf<Types[Name]>) => Promise<OutputOf<Types[Name]>>,
  ): WebhookReceiver;
  /**
   * Creates the request for a payload. A stored text that doesn't match its format is sent as it is.
   * @throws ContractViolation if the payload doesn't match the document otherwise
   */
  prepare<Name extends keyof Types & string>(
    name: Name,
    url: string,
    payload: PayloadOf<Types[Name]>,
  ): PreparedWebhook;
}

type PayloadOf<Webhook> = Webhook extends { payload: infer Payload } ? Payload : never;
type OutputOf<Webhook> = Webhook extends { output: infer Output } ? Output : never;

/**
 * Receives and sends a document's webhooks; throws for names that the document doesn't have.
 * `createWebhooks<Webhooks>(await loadDocument("generated/openapi.json"))`, with `generated/webhooks.ts`
 */
export function createWebhooks<Types extends { [Name in keyof Types]: WebhookTypes[string] }>(
  document: ApiDocument,
  { formats, validators: written }: { formats?: Formats; validators?: WrittenValidators } = {},
): WebhooksOf<Types> {
  const validators = createOutgoingValidators(document, { formats, written });
  const find = (name: string) => {
    const outgoing = document.outgoing.find((one) => one.name === name);
    if (!outgoing) throw new Error(`The document has no webhook ${name}.`);
    return { outgoing, validator: validators(outgoing.operation) };
  };
  return {
    receive(name, handle) {
      const { outgoing, validator } = find(name);
      // The caller's types have already been checked.
      const untyped = handle as unknown as (payload: WebhookParts) => Promise<WebhookResponse>;
      return webhookReceiver(document, outgoing, validator, untyped);
    },
    prepare(name, url, payload) {
      const { outgoing, validator } = find(name);
      return prepareWebhook(document, outgoing, validator, url, payload as WebhookParts);
    },
  };
}
