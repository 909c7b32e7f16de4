import { change, type Step } from "./steps.ts";

/**
 * The API keys (JSON) of a platform (UCP) whose orders an endpoint receives. Null for other endpoints. Not in `agent_keys`,
 * because earlier versions would send such an endpoint the events of the other protocol.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("event_endpoints").addColumn("platform_keys", "text").execute();
  }),
];
