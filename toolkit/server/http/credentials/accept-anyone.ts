import { createHash } from "node:crypto";
import type { Authenticator, Authenticators } from "./authenticate.ts";

const acceptingAnyone = new WeakSet<Authenticator>();

/**
 * The authenticator that `counterpart scaffold` writes: it accepts every credential. For development only;
 * the process doesn't start with it in production.
 */
export function acceptAnyone(): Authenticator {
  const authenticator: Authenticator = ({ credential }) => {
    // The credential is a secret, so the caller and the bucket are named after its hash.
    const name = createHash("sha256").update(credential).digest("hex").slice(0, 12);
    return { caller: { name }, bucket: name };
  };
  acceptingAnyone.add(authenticator);
  return authenticator;
}

/** The security schemes that still accept every credential. */
export function schemesAcceptingAnyone(authenticators: Authenticators): string[] {
  return Object.keys(authenticators).filter((name) => {
    const authenticator = authenticators[name];
    return authenticator !== undefined && acceptingAnyone.has(authenticator);
  });
}
