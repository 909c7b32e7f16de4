import { hash } from "node:crypto";

/**
 * How secrets are kept and looked up: SHA-256, base64url. They carry at least 128 random bits, so a slow hash would
 * add nothing.
 */
export function secretHash(secret: string): string {
  return hash("sha256", secret, "base64url");
}
