import type { ApiDocument } from "@counterpart/server/document/document";
import { isJson } from "@counterpart/server/document/media-types";
import { isSigned } from "@counterpart/server/webhooks/is-signed";

/** The function that verifies the document's webhooks; undefined if none is signed by Standard Webhooks. */
export function emitVerifyWebhook({ outgoing }: ApiDocument): string | undefined {
  const names = outgoing
    .filter(
      (request) => isSigned(request) && isOnlyJson(Object.keys(request.operation.requestBody?.content ?? {})),
    )
    .map(({ name }) => JSON.stringify(name));
  if (names.length === 0) return undefined;
  return `import { type SignedMessage, verifySignature } from "./client-runtime/webhooks/verify-signature.ts";
import type { WebhookPayload } from "./webhooks.ts";

export { type SignedMessage, WebhookVerificationError } from "./client-runtime/webhooks/verify-signature.ts";

/** The signed webhooks. */
export type SignedWebhookName = ${names.join(" | ")};

/** An event from the API. */
export type WebhookEvent = NonNullable<WebhookPayload<SignedWebhookName>["body"]>;

/**
 * Verifies a message's signature according to Standard Webhooks, and returns its event.
 * @param secret as in \`whsec_…\`
 * @throws WebhookVerificationError if it isn't signed with the secret, or is older than five minutes
 */
export function verifyWebhook(message: SignedMessage, secret: string): WebhookEvent {
  return verifySignature(message, secret) as WebhookEvent;
}
`;
}

function isOnlyJson([mediaType, ...others]: string[]): boolean {
  return mediaType !== undefined && others.length === 0 && isJson(mediaType);
}
