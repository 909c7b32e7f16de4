import { createHash } from "node:crypto";
import type { Authenticator, Authenticators } from "./authenticate.ts";

const blind = new WeakSet<Authenticator>();

/**
 * What `counterpart scaffold` writes for a security scheme: whoever presents a credential is let in, and is nobody in
 * particular. It is for development; the process doesn't start with it in production.
 */
export function acceptAnyone(): Authenticator {
  const authenticator: Authenticator = ({ credential }) => {
    // A credential is a secret, so it names neither the caller nor a bucket.
    const name = createHash("sha256").update(credential).digest("hex").slice(0, 12);
    return { caller: { name }, bucket: name };
  };
  blind.add(authenticator);
  return authenticator;
}

/** The security schemes that still let everybody in. */
export function blindSchemes(authenticators: Authenticators): string[] {
  return Object.keys(authenticators).filter((name) => {
    const authenticator = authenticators[name];
    return authenticator !== undefined && blind.has(authenticator);
  });
}
