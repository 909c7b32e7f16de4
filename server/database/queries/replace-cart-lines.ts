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
  /** The lines that are replaced, as they are stored. */
  before: string;
  lines: string;
}

interface Replaced {
  isReplaced: boolean;
  /** Why the database refused this one alone. */
  refusal?: unknown;
  /** The cart as it is instead; with the lines before, somebody else is changing it. Undefined when there is none. */
  current?: CartRow | undefined;
}

/** Two, so that one is on its way while the other one's changes are made durable. */
const maxRunning = 2;
/** Of 200 carts with the most lines, a statement has some megabytes. */
const maxSize = 200;

const batchBounds = {
  maxRunning,
  maxSize,
  maxWaitMs: 5000,
  refusal: () =>
    unavailable("Too many changes of carts are waiting at the moment. Try again in a few seconds."),
};

/**
 * Replaces a cart's lines if they are still the ones before, on a remote database. Replacements of different carts that
 * come at the same time are one statement, one round trip and one commit. A cart whose row somebody else holds is left
 * alone, so that it keeps no other cart waiting, and no two statements ever wait for each other.
 * @returns a function that may be called for a cart again only when its last call is over
 */
export function cartLinesReplacer(
  engine: Engine,
  clock: Clock,
  read: (address: CartAddress) => Promise<CartRow | undefined>,
): (replacement: Replacement) => Promise<Replaced> {
  const { replaceOne, replaceMany } = replaceStatements(engine);

  const replace = batchCalls(async (replacements: Replacement[]): Promise<Replaced[]> => {
    const [first] = replacements;
    // To plan the statement for many takes the database longer than to carry out the other one.
    if (first && replacements.length === 1) return [await alone(first)];
    try {
      return await together(replacements);
    } catch (error) {
      if (!isStoreClosed(error)) throw error;
      // Of one store among several; the others' carts are changed all the same.
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

/** Each list has a value for each replacement. */
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
    /** A row for each cart that there is; without lines if they were replaced. */
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
