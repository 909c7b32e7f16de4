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

/** The webhooks that are signed. */
export type SignedWebhookName = ${names.join(" | ")};

/** What the API sends. */
export type WebhookEvent = NonNullable<WebhookPayload<SignedWebhookName>["body"]>;

/**
 * The event that a message carries, once its signature has been verified by Standard Webhooks.
 * @param secret as in \`whsec_…\`
 * @throws WebhookVerificationError when it isn't signed with the secret, or was more than five minutes ago
 */
export function verifyWebhook(message: SignedMessage, secret: string): WebhookEvent {
  return verifySignature(message, secret) as WebhookEvent;
}
`;
}

function isOnlyJson([mediaType, ...others]: string[]): boolean {
  return mediaType !== undefined && others.length === 0 && isJson(mediaType);
}
