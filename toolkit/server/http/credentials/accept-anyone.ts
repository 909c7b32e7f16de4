import { createHash } from "node:crypto";
import type { Authenticator, Authenticators } from "./authenticate.ts";

const blind = new WeakSet<Authenticator>();

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
  blind.add(authenticator);
  return authenticator;
}

/** The security schemes that still accept every credential. */
export function blindSchemes(authenticators: Authenticators): string[] {
  return Object.keys(authenticators).filter((name) => {
    const authenticator = authenticators[name];
    return authenticator !== undefined && blind.has(authenticator);
  });
}
