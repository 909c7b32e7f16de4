import { Webhook } from "standardwebhooks";

export { WebhookVerificationError } from "standardwebhooks";

/** A webhook as it arrived. */
export interface SignedMessage {
  /** The bytes or the text that came: parsed and written again, they don't match their signature any more. */
  body: string | Uint8Array;
  /** Of a `Request`, or of Node's `IncomingMessage`. */
  headers: Headers | Record<string, string | string[] | undefined>;
}

/**
 * What a webhook carries, parsed from JSON, once its signature has been verified by Standard Webhooks.
 * @param secret as in `whsec_…`
 * @throws WebhookVerificationError when it isn't signed with the secret, or was more than five minutes ago
 * @throws SyntaxError when what is signed isn't JSON
 */
export function verifySignature({ body, headers }: SignedMessage, secret: string): unknown {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const texts = entries.map(([name, value]): [string, string] => [name, [value].flat().join(" ")]);
  return new Webhook(secret).verify(text, Object.fromEntries(texts));
}
