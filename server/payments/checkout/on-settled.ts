import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";

/** Learns of each answer of the provider that has been stored, including those that changed nothing. */
export type OnSettled = (settling: Settling, outcome: Outcome) => Promise<void> | void;
