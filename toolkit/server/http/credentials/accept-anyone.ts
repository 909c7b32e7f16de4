import { createHash } from "node:crypto";
import type { Authenticator, Authenticators } from "./authenticate.ts";

const blind = new WeakSet<Authenticator>();

/**
 * What `counterpart scaffold` writes for a security scheme: everybody who presents a credential is let in, without an
 * identity. For development only: the process doesn't start with it in production.
 */
export function acceptAnyone(): Authenticator {
  const authenticator: Authenticator = ({ credential }) => {
    // A credential is a secret, so neither the caller nor a bucket is named after it.
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
