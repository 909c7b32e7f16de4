import { createHash, generateKeyPairSync } from "node:crypto";

/** A public key that verifies what was signed, as JWK (RFC 7517). */
export interface PublicSigningKey {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  /** Its thumbprint (RFC 7638). */
  kid: string;
  use: "sig";
  alg: "ES256";
}

/** A new key pair for ES256, as the text of a JWK. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

/** @param secret as `newSigningKey` returns it */
export function publicSigningKey(secret: string): PublicSigningKey {
  const { x, y } = JSON.parse(secret) as { x: string; y: string };
  const shape = { crv: "P-256", kty: "EC", x, y } as const;
  const kid = createHash("sha256").update(JSON.stringify(shape)).digest("base64url");
  return { ...shape, kid, use: "sig", alg: "ES256" };
}
