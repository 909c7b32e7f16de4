import { sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { EventListingRow } from "../schema.ts";
import { accountKey } from "./account-key.ts";
import { camelCased } from "./camel-case.ts";

/** How far the events of a provider account have been read. */
export interface EventListing {
  /** Null for the platform's own. */
  account: string | null;
  /** All events up to this time have been read. */
  listedTo: number;
  /** All events up to this one have been read, oldest first; null before the first read. */
  position: string | null;
  /** Without a position, the list is read from its newest event (`from`) down; `position` is the last one read so far. */
  walk: { from: string; position: string } | null;
}

export function eventListingQueries(engine: Engine) {
  return {
    /** Adds accounts that stores or subscriptions use and that aren't listed yet. They are due immediately. */
    async notice(now: number): Promise<void> {
      const key = (column: string) => sql<string>`coalesce(${sql.ref(column)}, ${sql.lit(accountKey(null))})`;
      const listed = engine.read.selectFrom("event_listings").select("account");
      const used = await engine.read
        .selectFrom("stores")
        .where(key("stripe_account"), "not in", listed)
        .select(key("stripe_account").as("account"))
        .union(
          engine.read
            .selectFrom("subscriptions")
            .where(key("account"), "not in", listed)
            .select(key("account").as("account")),
        )
        .execute();
      if (used.length === 0) return;
      await engine.writeOne((db) =>
        db
          .insertInto("event_listings")
          .values(
            used.map(({ account }) => ({
              ...{ account, listed_to: now, due_at: now },
              ...{ position: null, walk_from: null, walk_position: null },
            })),
          )
          .onConflict((c) => c.column("account").doNothing())
          .execute(),
      );
    },

    /** Accounts due to be read, the most overdue first. */
    async due(now: number): Promise<EventListing[]> {
      const rows = await engine.read
        .selectFrom("event_listings")
        .selectAll()
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .orderBy("account")
        .execute();
      return rows.map(toListing);
    },

    /** All accounts. */
    async list(): Promise<EventListing[]> {
      const rows = await engine.read.selectFrom("event_listings").selectAll().orderBy("account").execute();
      return rows.map(toListing);
    },

    /** Stores how far an account's list has been read and when it is due again. */
    async save({ account, listedTo, position, walk }: EventListing, dueAt: number): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("event_listings")
          .set({
            listed_to: listedTo,
            due_at: dueAt,
            position,
            walk_from: walk?.from ?? null,
            walk_position: walk?.position ?? null,
          })
          .where("account", "=", accountKey(account))
          .execute(),
      );
    },

    /** The time up to which the events of all accounts have been read; undefined without accounts. */
    async listedTo(): Promise<number | undefined> {
      const { oldest } = await engine.read
        .selectFrom("event_listings")
        .select((eb) => eb.fn.min<number | null>("listed_to").as("oldest"))
        .executeTakeFirstOrThrow();
      return oldest ?? undefined;
    },
  };
}

function toListing(row: EventListingRow): EventListing {
  const { account, walk_from: from, walk_position: position } = row;
  return {
    ...camelCased(row, "listed_to", "position"),
    account: account === accountKey(null) ? null : account,
    walk: from === null || position === null ? null : { from, position },
  };
}
