import { ApiError, unavailable } from "@counterpart/server/errors";
import { LRUCache } from "lru-cache";
import { type CartLine, type CartRecord, cartLifetimeMs } from "../../domain/cart.ts";
import type { Clock } from "../../domain/clock.ts";
import { newId } from "../../domain/ids.ts";
import { deepFreeze } from "../cache.ts";
import { type BoundedCalls, boundCalls } from "../concurrency/bounded-calls.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { takesEffect } from "./idempotency-keys.ts";
import { cartReader } from "./read-carts.ts";
import { type CartAddress, type CartRow, cartLinesReplacer } from "./replace-cart-lines.ts";

/** A cart as it was last read. */
interface KeptCart {
  /** The lines in its row. */
  text: string;
  cart: CartRecord;
}

/** The changed cart, or the current row if the change wasn't applied. */
interface Change {
  cart?: CartRecord;
  current?: CartRow | undefined;
}

/** Computes a cart's new lines. May be called again with newer lines. */
type Decide = (lines: CartLine[], currency: string) => CartLine[];

/** Size of the cart cache, in characters of the carts' lines. */
const maxCachedCharacters = 4_000_000;

/** Size of the parsed carts, in characters of their lines; each also counts `charactersPerKeptCart` for its view. */
const maxKeptCharacters = 500_000;
const charactersPerKeptCart = 200;

/** How often a change is tried without a lock. */
const maxAttempts = 4;

/** Limits on changes of one cart in this process, on a remote database. */
const changeBounds = {
  maxRunning: 1,
  maxWaiting: 200,
  timeoutMs: 5000,
  refusal: () =>
    unavailable("Too many changes to this cart are waiting at the moment. Try again in a few seconds."),
};

export function cartQueries(engine: Engine, clock: Clock) {
  const cached = new LRUCache<string, CartRow>({
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ lines }) => lines.length,
  });
  /** Parsed carts. A cart and its view are valid as long as its row and its products. */
  const kept = new LRUCache<string, KeptCart>({
    maxSize: maxKeptCharacters,
    sizeCalculation: ({ text }) => charactersPerKeptCart + text.length,
  });
  /** One queue per cart that is being changed. */
  const turns = new Map<string, BoundedCalls>();
  const { select, selectForUpdate, insert, update } = cartStatements(engine);
  const read = engine.isRemote
    ? cartReader(engine, clock)
    : async (address: CartAddress) => (await select(engine.read, { ...address, now: clock() })).rows[0];
  const replaceLines = cartLinesReplacer(engine, clock, read);

  return {
    /** @param idempotencyToken the same token creates the same cart */
    async create(storeId: string, currency: string, idempotencyToken?: string): Promise<CartRecord> {
      const cart: CartRecord = { id: newId("cart", idempotencyToken), storeId, currency, lines: [] };
      const expiresAt = clock() + cartLifetimeMs;
      const { changes } = await engine.writeOne((db) =>
        insert(db, { id: cart.id, storeId, currency, lines: "[]", expiresAt }),
      );
      return changes === 0 ? ((await find({ storeId, cartId: cart.id })) ?? cart) : cart;
    },

    /** The current cart, frozen. Undefined when the cart is unknown, expired or another store's. */
    find,

    /**
     * Replaces the lines with the result of `decide`, atomically: concurrent changes both count. If `decide`
     * throws, nothing changes. Undefined when the cart is unknown, expired or another store's.
     * @param idempotencyToken a second change with the same token leaves the cart unchanged
     */
    async change(
      address: CartAddress,
      decide: Decide,
      idempotencyToken?: string,
    ): Promise<CartRecord | undefined> {
      if (!engine.isRemote) {
        return idempotencyToken === undefined
          ? engine.writeOne((db) => changeLocked(db, address, decide))
          : engine.write((db) => changeOnce(db, address, decide, idempotencyToken));
      }
      return inTurn(keyOf(address), async () => {
        if (idempotencyToken !== undefined) {
          cached.delete(keyOf(address));
          return engine.write((db) => changeOnce(db, address, decide, idempotencyToken));
        }
        const changed = await changeUnlocked(address, decide);
        return changed === "conflict" ? engine.write((db) => changeLocked(db, address, decide)) : changed;
      });
    },
  };

  async function find(address: CartAddress): Promise<CartRecord | undefined> {
    const key = keyOf(address);
    const row = await read(address);
    if (!row) return undefined;
    const { lines: text, currency } = row;
    // Returns the same frozen cart until its row changes, so that its view isn't computed twice.
    const known = kept.get(key);
    if (known?.text === text && known.cart.currency === currency) return known.cart;
    const cart = deepFreeze(toRecord(address, currency, JSON.parse(text)));
    kept.set(key, { text, cart });
    return cart;
  }

  /**
   * Serialises the changes of a cart. Each change waiting for the row would hold a connection, and a single
   * cart could take them all.
   */
  async function inTurn<T>(cart: string, change: () => Promise<T>): Promise<T> {
    const turn = turns.get(cart) ?? boundCalls(changeBounds);
    turns.set(cart, turn);
    try {
      return await turn(change);
    } finally {
      if (turn.load().used === 0) turns.delete(cart);
    }
  }

  /**
   * Optimistic: stores the new lines if the old ones are unchanged. The lines of recently changed carts are
   * cached, so one statement replaces a transaction's four; other carts are read first.
   */
  async function changeUnlocked(
    address: CartAddress,
    decide: Decide,
  ): Promise<CartRecord | undefined | "conflict"> {
    const first = await changeCached(address, decide);
    if (first.cart) return first.cart;
    let row = first.current ?? (await read(address));
    for (let attempt = 0; row && attempt < maxAttempts; attempt++) {
      const { cart, current } = await replace(address, row, decide);
      if (cart) return cart;
      row = current;
    }
    return row && "conflict";
  }

  /** Returns {} when the cart isn't cached, or when the change doesn't apply to the cached lines. */
  async function changeCached(address: CartAddress, decide: Decide): Promise<Change> {
    const row = cached.get(keyOf(address));
    if (!row) return {};
    try {
      return await replace(address, row, decide);
    } catch (error) {
      // It may apply to the cart's current lines, which the next attempt reads.
      if (error instanceof ApiError) return {};
      throw error;
    }
  }

  async function replace(address: CartAddress, row: CartRow, decide: Decide): Promise<Change> {
    const lines = decide(JSON.parse(row.lines), row.currency);
    const text = JSON.stringify(lines);
    const { isReplaced, current } = await replaceLines({ ...address, before: row.lines, lines: text });
    if (!isReplaced) {
      cached.delete(keyOf(address));
      return { current };
    }
    cached.set(keyOf(address), { currency: row.currency, lines: text });
    return { cart: toRecord(address, row.currency, lines) };
  }

  async function changeOnce(
    db: Queries,
    address: CartAddress,
    decide: Decide,
    idempotencyToken: string,
  ): Promise<CartRecord | undefined> {
    const isFirst = await takesEffect(db, idempotencyToken);
    return changeLocked(db, address, isFirst ? decide : unchanged);
  }

  async function changeLocked(
    db: Queries,
    address: CartAddress,
    decide: Decide,
  ): Promise<CartRecord | undefined> {
    const { storeId, cartId } = address;
    const [row] = (await selectForUpdate(db, { storeId, cartId, now: clock() })).rows;
    if (!row) return undefined;
    const lines = decide(JSON.parse(row.lines), row.currency);
    const expiresAt = clock() + cartLifetimeMs;
    await update(db, { cartId, lines: JSON.stringify(lines), expiresAt });
    return toRecord(address, row.currency, lines);
  }
}

type At = CartAddress & { now: number };
type Written<Values = object> = { lines: string; expiresAt: number } & Values;

function cartStatements({ statement }: Pick<Engine, "statement">) {
  const selected = (db: Queries, { cartId, storeId, now }: At) =>
    db
      .selectFrom("carts")
      .select(["currency", "lines"])
      .where("id", "=", cartId)
      .where("store_id", "=", storeId)
      .where("expires_at", ">", now);
  return {
    select: statement((db, values: At) => selected(db, values)),
    selectForUpdate: statement((db, values: At) => selected(db, values).forUpdate()),
    insert: statement((db, { id, storeId, currency, lines, expiresAt }: Written<Omit<CartRecord, "lines">>) =>
      db
        .insertInto("carts")
        .values({ id, store_id: storeId, currency, lines, expires_at: expiresAt })
        .onConflict((c) => c.column("id").doNothing()),
    ),
    update: statement((db, { cartId, lines, expiresAt }: Written<{ cartId: string }>) =>
      db.updateTable("carts").set({ lines, expires_at: expiresAt }).where("id", "=", cartId),
    ),
  };
}

const unchanged: Decide = (lines) => lines;

function keyOf({ storeId, cartId }: CartAddress): string {
  return `${storeId} ${cartId}`;
}

function toRecord({ cartId, storeId }: CartAddress, currency: string, lines: CartLine[]): CartRecord {
  return { id: cartId, storeId, currency, lines };
}
