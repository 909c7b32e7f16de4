import { Webhook } from "standardwebhooks";

export { WebhookVerificationError } from "standardwebhooks";

/** A webhook as it arrived. */
export interface SignedMessage {
  /** The original bytes or text: parsed and serialized again, they no longer match their signature. */
  body: string | Uint8Array;
  /** Of a `Request`, or of Node's `IncomingMessage`. */
  headers: Headers | Record<string, string | string[] | undefined>;
}

/**
 * Verifies a webhook's signature according to Standard Webhooks, and returns its parsed JSON.
 * @param secret as in `whsec_…`
 * @throws WebhookVerificationError if it isn't signed with the secret, or is older than five minutes
 * @throws SyntaxError if the signed text isn't JSON
 */
export function verifySignature({ body, headers }: SignedMessage, secret: string): unknown {
  // A byte order mark is signed too.
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const texts = entries.map(([name, value]): [string, string] => [name, [value].flat().join(" ")]);
  try {
    return new Webhook(secret).verify(text, Object.fromEntries(texts));
  } catch (error) {
    // The signature was right; JSON.parse refuses byte order marks.
    if (!(error instanceof SyntaxError) || !text.startsWith("\ufeff")) throw error;
    return JSON.parse(text.slice(1));
  }
}
