import type { AgentSessionAddress } from "../../database/queries/sessions/agent-sessions.ts";
import type { Caller } from "../../operation.ts";

/** A session belongs to the key that created it. */
export function addressedSession({
  path,
  caller,
}: {
  path: { checkout_session_id: string };
  caller: Caller;
}): AgentSessionAddress {
  return { storeId: caller.storeId, agent: caller.keyId, sessionId: path.checkout_session_id };
}
