import { unavailable } from "@counterpart/server/errors";
import { sql } from "kysely";
import { cartLifetimeMs } from "../../domain/cart.ts";
import type { Clock } from "../../domain/clock.ts";
import { batchCalls } from "../concurrency/batched-calls.ts";
import { isStoreClosed } from "../engines/closed-store.ts";
import type { Engine } from "../engines/engine.ts";

export interface CartAddress {
  storeId: string;
  cartId: string;
}

export interface CartRow {
  currency: string;
  lines: string;
}

interface Replacement extends CartAddress {
  /** The replaced lines, as stored. */
  before: string;
  lines: string;
}

interface Replaced {
  isReplaced: boolean;
  /** Why the database refused this replacement alone. */
  refusal?: unknown;
  /**
   * The current cart if it wasn't replaced; with unchanged lines, its row is locked by another writer.
   * Undefined when there is none.
   */
  current?: CartRow | undefined;
}

/** One batch is on its way while the other's changes are made durable. */
const maxRunning = 2;
/** A statement with 200 of the largest carts has a few megabytes. */
const maxSize = 200;

const batchBounds = {
  maxRunning,
  maxSize,
  maxWaitMs: 5000,
  refusal: () => unavailable("Too many cart changes are waiting at the moment. Try again in a few seconds."),
};

/**
 * Replaces a cart's lines if they are unchanged, on a remote database. Concurrent replacements of different carts share
 * one statement, round trip and commit, and skip locked carts, so that they never wait for each other.
 * @returns a function that must not be called for a cart while its previous call is running
 */
export function cartLinesReplacer(
  engine: Engine,
  clock: Clock,
  read: (address: CartAddress) => Promise<CartRow | undefined>,
): (replacement: Replacement) => Promise<Replaced> {
  const { replaceOne, replaceMany } = replaceStatements(engine);

  const replace = batchCalls(async (replacements: Replacement[]): Promise<Replaced[]> => {
    const [first] = replacements;
    // Planning the batched statement takes longer than running the single one.
    if (first && replacements.length === 1) return [await alone(first)];
    try {
      return await together(replacements);
    } catch (error) {
      if (!isStoreClosed(error)) throw error;
      // One store is closed; the carts of the others are still changed.
      return Promise.all(replacements.map((one) => alone(one).catch(refused)));
    }
  }, batchBounds);

  async function alone(replacement: Replacement): Promise<Replaced> {
    const { changes } = await engine.writeOne(async (db) =>
      replaceOne(db, { ...replacement, ...instants(clock) }),
    );
    return changes > 0 ? { isReplaced: true } : { isReplaced: false, current: await read(replacement) };
  }

  async function together(replacements: Replacement[]): Promise<Replaced[]> {
    const values = {
      cartIds: replacements.map(({ cartId }) => cartId),
      storeIds: replacements.map(({ storeId }) => storeId),
      before: replacements.map(({ before }) => before),
      lines: replacements.map(({ lines }) => lines),
    };
    const { rows } = await engine.writeOne(async (db) => replaceMany(db, { ...values, ...instants(clock) }));
    const results = new Map(rows.map(({ id, currency, lines }) => [id, resultOf(currency, lines)]));
    return replacements.map(({ cartId }) => results.get(cartId) ?? { isReplaced: false });
  }

  return async (replacement) => {
    const replaced = await replace(replacement);
    if (replaced.refusal !== undefined) throw replaced.refusal;
    return replaced;
  };
}

const refused = (refusal: unknown): Replaced => ({ isReplaced: false, refusal });

function instants(clock: Clock): Instants {
  const now = clock();
  return { now, expiresAt: now + cartLifetimeMs };
}

function resultOf(currency: string | null, lines: string | null): Replaced {
  if (currency === null || lines === null) return { isReplaced: true };
  return { isReplaced: false, current: { currency, lines } };
}

interface Instants {
  now: number;
  expiresAt: number;
}

/** One value per replacement in each list. */
interface Lists {
  cartIds: string[];
  storeIds: string[];
  before: string[];
  lines: string[];
}

interface Asked {
  id: string;
  store_id: string;
  before: string;
  lines: string;
}

function replaceStatements({ statement }: Pick<Engine, "statement">) {
  return {
    replaceOne: statement((db, { cartId, storeId, before, lines, now, expiresAt }: Replacement & Instants) =>
      db
        .updateTable("carts")
        .set({ lines, expires_at: expiresAt })
        .where("id", "=", (db) =>
          db
            .selectFrom("carts as free")
            .select("free.id")
            .where("free.id", "=", cartId)
            .where("free.store_id", "=", storeId)
            .where("free.expires_at", ">", now)
            .where("free.lines", "=", before)
            .forUpdate()
            .skipLocked(),
        ),
    ),
    /** Returns a row for each existing cart; its lines are null if they were replaced. */
    replaceMany: statement((db, { cartIds, storeIds, before, lines, now, expiresAt }: Lists & Instants) =>
      db
        .with("asked", (db) =>
          db
            .selectFrom(
              sql<Asked>`unnest(${cartIds}::text[], ${storeIds}::text[], ${before}::text[], ${lines}::text[])`.as<"given">(
                sql`given (id, store_id, before, lines)`,
              ),
            )
            .selectAll(),
        )
        .with("free", (db) =>
          db
            .selectFrom("asked")
            .innerJoin("carts", (join) =>
              join.onRef("carts.id", "=", "asked.id").onRef("carts.store_id", "=", "asked.store_id"),
            )
            .select(["carts.id", "asked.lines"])
            .where("carts.expires_at", ">", now)
            .whereRef("carts.lines", "=", "asked.before")
            .forUpdate("carts")
            .skipLocked(),
        )
        .with("replaced", (db) =>
          db
            .updateTable("carts")
            .from("free")
            .set((eb) => ({ lines: eb.ref("free.lines"), expires_at: expiresAt }))
            .whereRef("carts.id", "=", "free.id")
            .returning("carts.id"),
        )
        .selectFrom("replaced")
        .select(["id", sql<string | null>`null`.as("currency"), sql<string | null>`null`.as("lines")])
        .unionAll((db) =>
          db
            .selectFrom("asked")
            .innerJoin("carts", (join) =>
              join.onRef("carts.id", "=", "asked.id").onRef("carts.store_id", "=", "asked.store_id"),
            )
            .select(["carts.id", "carts.currency", "carts.lines"])
            .where("carts.expires_at", ">", now)
            .where("carts.id", "not in", (db) => db.selectFrom("replaced").select("replaced.id")),
        ),
    ),
  };
}
