import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { type SessionState, unsettledStates } from "../../../domain/session-state.ts";
import { sweepingMs } from "../../../domain/session-sweeping.ts";
import type { Tables } from "../../schema.ts";

// The rules of `domain/session-state.ts` and `domain/session-sweeping.ts` in SQL, under the same names. A test checks
// that both agree.

type Condition = Expression<SqlBool>;

const eb = expressionBuilder<Tables, "checkout_sessions">();

const columns = {
  status: "status",
  paymentStatus: "payment_status",
  paymentOutcome: "payment_outcome",
} as const satisfies Record<keyof SessionState, string>;

export function matches(pattern: Partial<SessionState>) {
  return eb.and(
    (Object.keys(columns) as (keyof SessionState)[]).flatMap((name) => {
      const value = pattern[name];
      if (value === undefined) return [];
      return value === null ? eb(columns[name], "is", null) : eb(columns[name], "=", value);
    }),
  );
}

/** Written out, as the indexes of a store's open sessions have it. */
export function isOpen() {
  return eb("status", "=", sql.lit(unsettledStates.open.status));
}

/** Never null, so that it can be negated. */
export function isUnsettled(): Condition {
  return eb.fn.coalesce(eb.or(Object.values(unsettledStates).map(matches)), eb.lit(false));
}

export function isOpenAtProvider() {
  return eb.and([matches(unsettledStates.open), eb("provider_id", "is not", null)]);
}

export function isListable() {
  return eb.and([isOpenAtProvider(), eb("checked_at", "is", null)]);
}

export function hasEnded(now: number) {
  return eb.and([isListable(), eb("expires_at", "<=", now - sweepingMs.ended)]);
}

export function isAbandoned(now: number): Condition {
  return eb.and([
    matches(unsettledStates.open),
    eb("provider_id", "is", null),
    eb("expires_at", "<=", now - sweepingMs.ended),
  ]);
}

/** The first interval has passed since the session was last requested, if it ever was. */
export function isUnclaimed(now: number) {
  return eb.or([eb("checked_at", "is", null), eb("checked_at", "<=", now - sweepingMs.firstInterval)]);
}

/** Of a session that is open at the provider: `isCheckDue`. */
export function isOpenCheckDue(now: number): Condition {
  return eb.or([
    isRecheckDue(now),
    eb.and([eb("checked_at", "is", null), eb("expires_at", "<=", now - sweepingMs.unlisted)]),
  ]);
}

/** Of a complete session that isn't settled: `isCheckDue`. */
export function isCompleteCheckDue(now: number): Condition {
  return eb.or([
    isRecheckDue(now),
    eb.and([eb("checked_at", "is", null), eb("completed_at", "<=", now - sweepingMs.firstInterval)]),
  ]);
}

function isRecheckDue(now: number) {
  const uncheckedMs = eb(eb.val(now), "-", eb.ref("checked_at"));
  return eb.and([
    eb("checked_at", "<=", now - sweepingMs.firstInterval),
    eb.or([
      eb("checked_at", "<=", now - sweepingMs.longestInterval),
      eb(uncheckedMs, ">=", eb(eb.ref("checked_at"), "-", dueSince())),
    ]),
  ]);
}

/** Since when the provider can have news: the buyer's completion, or the expiry of the page. */
export function dueSince() {
  return eb.fn.coalesce("completed_at", "expires_at");
}
