import { change, type Step } from "./steps.ts";

/**
 * Purchases by agents: the API key of the agent and what it asked for (JSON, `AgentState`), the protocols that a store sells
 * through, and the URL of its return policy. Null for none.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("checkout_sessions").addColumn("agent", "text").execute();
    await db.schema.alterTable("checkout_sessions").addColumn("agent_state", "text").execute();
  }),
  change(async (db) => {
    await db.schema.alterTable("orders").addColumn("agent", "text").execute();
  }),
  change(async (db) => {
    await db.schema.alterTable("stores").addColumn("sells_through", "text").execute();
    await db.schema.alterTable("stores").addColumn("return_policy_url", "text").execute();
  }),
];
