import { ApiError } from "@counterpart/server/errors";
import type { AgentSessionAddress } from "../../database/queries/sessions/agent-sessions.ts";
import type { Caller } from "../../operation.ts";
import { Unpayable } from "../../payments/agents/agent-purchases.ts";

/** A checkout belongs to the key that created it. */
export function addressedCheckout({
  path,
  caller,
}: {
  path: { id: string };
  caller: Caller;
}): AgentSessionAddress {
  return { storeId: caller.storeId, agent: caller.keyId, sessionId: path.id };
}

/** @throws ApiError 409 if the checkout has ended; otherwise the error */
export function refuseEnded(error: unknown): never {
  if (error instanceof Unpayable && error.code === "session_ended") throw ended();
  throw error;
}

export function ended(): ApiError {
  return new ApiError("checkout_ended", "The checkout is completed or canceled already.", { status: 409 });
}
