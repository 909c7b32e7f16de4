import { createHash } from "node:crypto";
import type { ExchangeRequest } from "../exchange.ts";

const digests = new WeakMap<object, string>();

/** Keeps the hash of a body with an `Idempotency-Key`, since parsers don't keep its bytes. */
export function noteDigest(req: Pick<ExchangeRequest, "headers">, body: Buffer): void {
  if (req.headers["idempotency-key"] === undefined) return;
  digests.set(req, createHash("sha256").update(body).digest("base64url"));
}

/** SHA-256 of the decompressed body in base64url; empty for a request without a body. */
export function bodyDigest(req: object): string {
  return digests.get(req) ?? "";
}
