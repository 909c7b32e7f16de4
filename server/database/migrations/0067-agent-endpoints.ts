import { change, type Step } from "./steps.ts";

/** The API keys (JSON) of the agent whose orders an endpoint receives. Null for an endpoint of the merchant. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("event_endpoints").addColumn("agent_keys", "text").execute();
  }),
];
