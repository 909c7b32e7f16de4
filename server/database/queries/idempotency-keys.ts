import type { IdempotencyStore, KeyedRequest } from "@counterpart/server";
import { sql } from "kysely";
import type { Clock } from "../../domain/clock.ts";
import { randomPart } from "../../domain/ids.ts";
import { holderIn } from "../../domain/store-bucket.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { UnknownOutcome } from "../engines/unknown-outcome.ts";

/** Stores requests with an Idempotency-Key, shared by all processes. */
export function idempotencyKeyQueries(engine: Engine, clock: Clock): IdempotencyStore {
  return {
    /** One statement for a new request, two for a repeated one. */
    async claim(request) {
      const { fingerprint } = request;
      const { caller, key } = rowOf(request);
      const now = clock();
      const claimed = await insertClaim(request, now).catch((error: unknown) => {
        // The claim may be stored, but its token is unknown, so it would block the caller's retry.
        if (error instanceof UnknownOutcome) void dropClaim(request, now).catch(() => {});
        throw error;
      });
      if (claimed) return { state: "claimed", token: claimed.token };
      const known = await engine.read
        .selectFrom("idempotency_keys")
        .select(["fingerprint", "answer"])
        .where("caller", "=", caller)
        .where("key", "=", key)
        .executeTakeFirst();
      if (known && known.fingerprint !== fingerprint) return { state: "other" };
      if (known?.answer == null) return { state: "running" };
      await engine.confirmReads();
      return { state: "answered", answer: JSON.parse(known.answer) };
    },

    async keep(token, answer) {
      await engine.writeOne((db) =>
        db
          .updateTable("idempotency_keys")
          .set({ answer: JSON.stringify(answer) })
          .where("token", "=", token)
          .where("answer", "is", null)
          .execute(),
      );
    },

    async release(token) {
      await engine.writeOne((db) =>
        db.updateTable("idempotency_keys").set({ claimed_until: 0 }).where("token", "=", token).execute(),
      );
    },
  };

  async function insertClaim(request: KeyedRequest, now: number) {
    const { fingerprint, keepMs, leaseMs } = request;
    return engine.writeOne((db) =>
      db
        .insertInto("idempotency_keys")
        .values({
          ...rowOf(request),
          token: randomPart(),
          fingerprint,
          claimed_until: now + leaseMs,
          expires_at: now + keepMs,
          took_effect: 0,
          effect: null,
          answer: null,
        })
        .onConflict((c) =>
          c
            .columns(["caller", "key"])
            // An expired row counts as none. Another attempt keeps the values of the first.
            .doUpdateSet({
              token: newIfExpired("token", now),
              fingerprint: sql.ref("excluded.fingerprint"),
              claimed_until: sql.ref("excluded.claimed_until"),
              expires_at: newIfExpired("expires_at", now),
              took_effect: newIfExpired("took_effect", now),
              effect: newIfExpired("effect", now),
              answer: null,
            })
            .where((eb) =>
              eb.or([
                eb("idempotency_keys.expires_at", "<=", now),
                eb.and([
                  eb("idempotency_keys.fingerprint", "=", fingerprint),
                  eb("idempotency_keys.claimed_until", "<=", now),
                  eb("idempotency_keys.answer", "is", null),
                ]),
              ]),
            ),
        )
        .returning("token")
        .executeTakeFirst(),
    );
  }

  async function dropClaim(request: KeyedRequest, now: number) {
    const { caller, key } = rowOf(request);
    await engine.writeOne((db) =>
      db
        .updateTable("idempotency_keys")
        .set({ claimed_until: 0 })
        .where("caller", "=", caller)
        .where("key", "=", key)
        .where("claimed_until", "=", now + request.leaseMs)
        .execute(),
    );
  }
}

/** A caller whose key isn't in the database is stored as its store's, so that its rows are found with the store. */
function rowOf({ caller, key }: KeyedRequest): { caller: string; key: string } {
  const holder = holderIn(caller);
  return holder ? { caller: holder.storeId, key: `${holder.keyId} ${key}` } : { caller, key };
}

/** The new row's value, replacing an expired one. */
function newIfExpired<T>(column: "token" | "expires_at" | "took_effect" | "effect", now: number) {
  return sql<T>`case when ${sql.ref("idempotency_keys.expires_at")} <= ${now}
    then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`idempotency_keys.${column}`)} end`;
}

/**
 * Marks a request as having taken effect, in the transaction of its effect. False when an earlier attempt
 * already did; a concurrent attempt waits for the first.
 */
export async function takesEffect(db: Queries, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ took_effect: 1 })
    .where("token", "=", token)
    .where("took_effect", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Makes a change once per token, in its transaction. A later attempt gets the first one's result, even if the first failed to
 * answer. Without a token, it is always made.
 */
export async function makeOnce<Result>(
  db: Queries,
  token: string | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  if (token === undefined) return change();
  if (await takesEffect(db, token)) {
    const result = await change();
    const effect = JSON.stringify({ result });
    await db.updateTable("idempotency_keys").set({ effect }).where("token", "=", token).execute();
    return result;
  }
  const { effect } = await db
    .selectFrom("idempotency_keys")
    .select("effect")
    .where("token", "=", token)
    .executeTakeFirstOrThrow();
  return JSON.parse(effect ?? "{}").result;
}

/** Deletes the answers to a store's requests, which may identify a buyer. Repeats still have no second effect. */
export async function forgetAnswers(db: Queries, storeId: string): Promise<void> {
  const keys = db.selectFrom("api_keys").select("id").where("store_id", "=", storeId);
  const itself = db.selectFrom("stores").select("id").where("id", "=", storeId);
  await db
    .updateTable("idempotency_keys")
    .set({ answer: null, claimed_until: 0 })
    .where("answer", "is not", null)
    .where("caller", "in", keys.unionAll(itself))
    .execute();
}
