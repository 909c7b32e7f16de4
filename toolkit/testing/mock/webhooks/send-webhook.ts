import { randomUUID } from "node:crypto";
import type { ApiDocument } from "@counterpart/server/document/document";
import { responseFor } from "@counterpart/server/document/response-for";
import { createWebhooks } from "@counterpart/server/webhooks/create-webhooks";
import { isSigned } from "@counterpart/server/webhooks/is-signed";
import type { PreparedWebhook } from "@counterpart/server/webhooks/prepare-webhook";
import { signWebhook } from "@counterpart/server/webhooks/sign-webhook";
import type { WebhookTypes } from "@counterpart/server/webhooks/webhook-types";
import { UsageError } from "../usage-error.ts";
import { examplePayload } from "./example-payload.ts";

export interface SentWebhook {
  method: string;
  url: string;
  body: string | undefined;
  /** The response's status. */
  status: number;
  /** Whether the document lists this status. */
  documented: boolean;
  /** Whether the document requires a signature but none was made. */
  unsigned: boolean;
}

/**
 * Sends a webhook or a callback with a payload from the document's examples.
 * @param secret signs by Standard Webhooks
 * @throws UsageError for an unknown webhook or an invalid secret, or if nothing answers at the URL
 */
export async function sendWebhook(
  document: ApiDocument,
  { name, to, secret }: { name: string; to: string; secret?: string | undefined },
): Promise<SentWebhook> {
  const outgoing = document.outgoing.find((one) => one.name === name);
  if (!outgoing) throw new UsageError(unknownWebhook(document, name));
  if (!URL.canParse(to))
    throw new UsageError(`--to takes an address such as http://localhost:3000/hook, not "${to}".`);
  const { prepare } = createWebhooks<WebhookTypes>(document);
  const prepared = prepare(name, to, examplePayload(document, outgoing));
  const { url, ...init } = secret === undefined ? prepared : signed(prepared, secret);
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new UsageError(`No server answers at ${url}.`, { cause });
  });
  const { method, body } = init;
  const { status } = response;
  const documented = responseFor(outgoing.operation.responses, status) !== undefined;
  const unsigned = secret === undefined && isSigned(outgoing);
  return { method, url, body: typeof body === "string" ? body : undefined, status, documented, unsigned };
}

function signed(webhook: PreparedWebhook, secret: string): PreparedWebhook {
  try {
    return signWebhook(webhook, { secret, id: `msg_${randomUUID()}`, sentAt: new Date() });
  } catch (cause) {
    throw new UsageError(
      `It can't be signed: ${(cause as Error).message} The secret is base64, after "whsec_".`,
      { cause },
    );
  }
}

function unknownWebhook({ outgoing }: ApiDocument, name: string): string {
  if (outgoing.length === 0) return "The document has no webhooks and no callbacks.";
  return `The document has no webhook ${name}, only ${outgoing.map((one) => one.name).join(", ")}.`;
}
