import { hash } from "node:crypto";

/**
 * Hashes a secret for storage and look-up: SHA-256, base64url. Secrets have at least 128 random bits, so a
 * slow hash would add nothing.
 */
export function secretHash(secret: string): string {
  return hash("sha256", secret, "base64url");
}
