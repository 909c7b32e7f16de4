import { change, type Step } from "./steps.ts";

/** What a request with an Idempotency-Key changed, for another attempt after one that failed to answer. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("idempotency_keys").addColumn("effect", "text").execute()),
];
