import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { isOpen, type Security } from "../document/security.ts";
import type { Step } from "../http/composition/step.ts";
import { type Authenticators, createAuthentication } from "../http/credentials/authenticate.ts";

/**
 * Identifies the callers of all tools: any credential that one of their operations accepts, which checks its
 * scopes again. A wrong credential is refused, a missing one only if every operation needs one.
 * @param operations of the tools
 * @returns undefined if no operation takes a credential
 */
export function authenticateAgent(
  document: ApiDocument,
  operations: DocumentOperation[],
  authenticators: Authenticators,
): Step | undefined {
  const alternatives = new Map<string, Security[number]>();
  for (const alternative of operations.flatMap(({ security }) => security)) {
    const schemes = Object.entries(alternative).sort(([a], [b]) => (a < b ? -1 : 1));
    if (schemes.length === 0) continue;
    for (const asked of [schemes.map(([name]) => [name, []] as const), schemes])
      alternatives.set(JSON.stringify(asked), Object.fromEntries(asked) as Security[number]);
  }
  const authenticate = createAuthentication(document, authenticators)([...alternatives.values()]);
  const mayBeAnyone = operations.some(({ security }) => isOpen(security));
  if (!authenticate || !mayBeAnyone) return authenticate;
  return async (req, res, context) => {
    await authenticate(req, res, context);
    if (context.identity === undefined && context.hasWrongCredential === false) context.refusal = undefined;
  };
}
