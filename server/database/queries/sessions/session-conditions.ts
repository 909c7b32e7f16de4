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

/** Written out, as in the indexes of open sessions. */
export function isOpen() {
  return eb("status", "=", sql.lit(unsettledStates.open.status));
}

/** Written out, as in the index. */
export function isStockDue() {
  const reserved = eb.and([
    eb("stock_state", "=", sql.lit("reserved")),
    eb("status", "<>", sql.lit(unsettledStates.open.status)),
  ]);
  const sold = eb.and([
    eb("stock_state", "=", sql.lit("sold")),
    eb("payment_outcome", "=", sql.lit("failed")),
  ]);
  return eb.or([reserved, sold]);
}

/** Never null, so it can be negated. */
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

/** Whether the first interval has passed since the session's last request, if any. */
export function isUnclaimed(now: number) {
  return eb.or([eb("checked_at", "is", null), eb("checked_at", "<=", now - sweepingMs.firstInterval)]);
}

/** `isCheckDue` for a session that is open at the provider. */
export function isOpenCheckDue(now: number): Condition {
  return eb.or([
    isRecheckDue(now),
    eb.and([eb("checked_at", "is", null), eb("expires_at", "<=", now - sweepingMs.unlisted)]),
  ]);
}

/** `isCheckDue` for a complete session that isn't settled. */
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

/** When the provider could first have news: the buyer's completion, or the expiry of the page. */
export function dueSince() {
  return eb.fn.coalesce("completed_at", "expires_at");
}
