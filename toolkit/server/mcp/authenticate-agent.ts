import type { ApiDocument } from "../document/document.ts";
import { isOpen, type Security } from "../document/security.ts";
import type { Step } from "../http/composition/step.ts";
import { type Authenticators, createAuthentication } from "../http/credentials/authenticate.ts";

/**
 * Identifies the callers of all tools: any credential that some operation accepts, without its scopes, which
 * the operations check. A wrong credential is refused, a missing one only if every operation needs one.
 * @returns undefined if no operation takes a credential
 */
export function authenticateAgent(document: ApiDocument, authenticators: Authenticators): Step | undefined {
  const alternatives = new Map<string, Security[number]>();
  for (const alternative of document.operations.flatMap(({ security }) => security)) {
    const names = Object.keys(alternative).sort();
    if (names.length > 0)
      alternatives.set(names.join(" "), Object.fromEntries(names.map((name) => [name, []])));
  }
  const authenticate = createAuthentication(document, authenticators)([...alternatives.values()]);
  const mayBeAnyone = document.operations.some(({ security }) => isOpen(security));
  if (!authenticate || !mayBeAnyone) return authenticate;
  return async (req, res, context) => {
    await authenticate(req, res, context);
    if (context.identity === undefined && context.hasWrongCredential === false) context.refusal = undefined;
  };
}
