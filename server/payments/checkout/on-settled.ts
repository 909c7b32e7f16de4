import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";

/** Called for each provider answer once it is stored, even if it changed nothing. */
export type OnSettled = (settling: Settling, outcome: Outcome) => Promise<void> | void;
