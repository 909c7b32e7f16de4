import type { AgentSession, AgentState, PartTaxes } from "../../../domain/agent-session.ts";
import { maxQuantityPerLine } from "../../../domain/cart.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { Shortage, StockLine } from "../../../domain/stock.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { CheckoutSessionRow } from "../../schema.ts";
import { settleStock } from "../stock/settle-stock.ts";
import { addToStock, lockStock, reserveAvailable, stockColumns } from "../stock/stock.ts";
import { toRecord, toRow, untouched } from "./checkout-sessions.ts";

/** A session belongs to the agent (API key) that opened it. */
export interface AgentSessionAddress {
  storeId: string;
  /** The API key (`key_…`). */
  agent: string;
  sessionId: string;
}

/** A stored session, and the lines that couldn't be reserved. */
export interface SavedAgentSession {
  saved: AgentSession;
  shortages: Shortage[];
}

/** The checkout sessions of agents. */
export function agentSessionQueries(engine: Engine, clock: Clock, cache: Pick<Cache, "bumpRevision">) {
  return {
    /** Undefined when unknown, or another agent's. */
    async find(address: AgentSessionAddress): Promise<AgentSession | undefined> {
      const row = await rowOf(engine.read, address).executeTakeFirst();
      return row && toAgentSession(row);
    },

    /** How much tax each part of a purchase had; undefined if none was calculated, or a version before this one sold it. */
    async taxes(sessionId: string): Promise<PartTaxes | undefined> {
      const row = await engine.read
        .selectFrom("checkout_sessions")
        .select("agent_state")
        .where("id", "=", sessionId)
        .executeTakeFirst();
      const state: AgentState | null = JSON.parse(row?.agent_state ?? "null");
      return state?.calculation?.taxes;
    },

    /** Records a session, and reserves what there is enough of. */
    begin: (begun: AgentSession): Promise<SavedAgentSession> =>
      engine.write(async (db) => {
        const { stock, reserved, shortages } = await reserve(db, begun, []);
        await db
          .insertInto("checkout_sessions")
          .values({
            ...toRow(begun.session),
            ...untouched,
            ...stock,
            agent_state: JSON.stringify(begun.state),
          })
          .execute();
        if (stock.stock_lines !== null) await cache.bumpRevision(db, [begun.session.storeId]);
        return { saved: { ...begun, reserved }, shortages };
      }),

    /**
     * Changes a session under a lock, and returns it. Undefined if there is nothing to change, or no such
     * session. The lines of an open one are reserved again.
     * @param decide gets the session as it is stored
     */
    change: (
      address: AgentSessionAddress,
      decide: (stored: AgentSession) => AgentSession | undefined,
    ): Promise<SavedAgentSession | undefined> =>
      engine.write(async (db) => {
        const row = await rowOf(db, address).forUpdate().executeTakeFirst();
        const before = row && toAgentSession(row);
        const after = before && decide(before);
        if (!row || !before || !after) return undefined;
        // What is paid for now stays as it is reserved.
        const isReserving = after.session.status === "open" && after.state.payingSince === null;
        const { stock, reserved, shortages } = isReserving
          ? await reserve(db, after, before.reserved)
          : { stock: {}, reserved: before.reserved, shortages: [] };
        const changed = { ...toRow(after.session), ...stock };
        await db
          .updateTable("checkout_sessions")
          .set({
            ...changed,
            agent_state: JSON.stringify(after.state),
            // The provider doesn't list payments without a page, so the sweeper asks for each.
            ...(after.session.providerId !== before.session.providerId && { checked_at: clock() }),
          })
          .where("id", "=", row.id)
          .execute();
        const isSettled = await settleStock(db, [{ ...row, ...changed }], clock());
        if (isSettled || !haveSameQuantities(before.reserved, reserved)) {
          await cache.bumpRevision(db, [row.store_id]);
        }
        return { saved: { ...after, reserved }, shortages };
      }),
  };
}

function rowOf(db: Queries, { storeId, agent, sessionId }: AgentSessionAddress) {
  return db
    .selectFrom("checkout_sessions")
    .selectAll()
    .where("id", "=", sessionId)
    .where("store_id", "=", storeId)
    .where("agent", "=", agent);
}

function toAgentSession(row: CheckoutSessionRow): AgentSession {
  const { agent, agent_state: state } = row;
  if (agent === null || state === null) throw new Error("The session isn't an agent's.");
  const isHolding = row.stock_state === "reserved";
  return {
    session: { ...toRecord(row), agent },
    state: JSON.parse(state) as AgentState,
    reserved: isHolding ? (JSON.parse(row.stock_lines ?? "[]") as StockLine[]) : [],
  };
}

/** @param held what the session has reserved: it is given back first */
async function reserve(db: Queries, { session }: AgentSession, held: StockLine[]) {
  // All are locked at once, in the order that all transactions share.
  await lockStock(db, [...new Set([...held, ...session.lines].map(({ productId }) => productId))]);
  if (held.length > 0) await addToStock(db, held, { onHand: 0, reserved: -1 });
  // Those that can't be bought aren't kept from other buyers.
  const buyable = session.lines.filter(({ quantity }) => quantity <= maxQuantityPerLine);
  const { reserved, shortages } = await reserveAvailable(db, buyable, []);
  return { stock: stockColumns(reserved), reserved, shortages };
}

function haveSameQuantities(before: StockLine[], after: StockLine[]): boolean {
  const text = (lines: StockLine[]) =>
    JSON.stringify(lines.map(({ productId, quantity }) => [productId, quantity]));
  return text(before) === text(after);
}
