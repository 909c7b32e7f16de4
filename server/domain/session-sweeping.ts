import { retentionMs } from "./retention.ts";
import { isUnsettled, matches, type SessionState, unsettledStates } from "./session-state.ts";

/** The fields of a stored checkout session that the sweeper's rules need. Instants are milliseconds since 1970. */
export interface StoredSession extends SessionState {
  /** The provider's `cs_…`; null until the provider has answered. */
  providerId: string | null;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
  /** When the sweeper last requested this session individually. */
  checkedAt: number | null;
}

/** The sweeper's intervals. The queries use the same numbers, and a test compares them with the rules below. */
export const sweepingMs = {
  /** A session counts as ended this long after its expiry, because clocks may differ a little. */
  ended: 60_000,
  /** An open session that no list has settled is requested individually this long after its expiry. */
  unlisted: 3600_000,
  /** Between two requests for the same session; the interval doubles from the first to the longest. */
  firstInterval: 5 * 60_000,
  longestInterval: 12 * 3600_000,
} as const;

/** Whether the provider's lists should report the session. A session that was requested individually no longer counts. */
export function isListable(session: StoredSession): boolean {
  return isOpenAtProvider(session) && session.checkedAt === null;
}

/** Whether no list has covered the session since `listedBefore`. */
export function isListDue(
  session: StoredSession,
  { listedAt, listedBefore }: { listedAt: number | null; listedBefore: number },
): boolean {
  return isListable(session) && Math.max(listedAt ?? session.createdAt, session.createdAt) <= listedBefore;
}

/** Whether the session has expired but is still open here, so that the provider's lists should report its end. */
export function hasEnded(session: StoredSession, now: number): boolean {
  return isListable(session) && session.expiresAt <= now - sweepingMs.ended;
}

/** Whether the session ended without the provider answering its creation, so that no buyer has its page's address. */
export function isAbandoned(session: StoredSession, now: number): boolean {
  return (
    session.status === "open" && session.providerId === null && session.expiresAt <= now - sweepingMs.ended
  );
}

/** Whether this session is due to be requested individually, for the first time or again. */
export function isCheckDue(session: StoredSession, now: number): boolean {
  const { checkedAt, completedAt, expiresAt } = session;
  const isOpen = isOpenAtProvider(session);
  if (!isOpen && !isAwaitingPayment(session)) return false;
  if (checkedAt === null) {
    return isOpen
      ? expiresAt <= now - sweepingMs.unlisted
      : completedAt !== null && completedAt <= now - sweepingMs.firstInterval;
  }
  const uncheckedMs = now - checkedAt;
  if (uncheckedMs < sweepingMs.firstInterval) return false;
  return uncheckedMs >= sweepingMs.longestInterval || uncheckedMs >= checkedAt - (completedAt ?? expiresAt);
}

/** Whether the session's retention has ended. Unsettled sessions are always kept. */
export function isDeletable(session: StoredSession, now: number): boolean {
  const { status, expiresAt } = session;
  if (isUnsettled(session)) return false;
  const keptMs =
    status === "expired" ? retentionMs.expiredCheckoutSessions : retentionMs.completeCheckoutSessions;
  return expiresAt <= now - keptMs;
}

function isOpenAtProvider({ status, providerId }: StoredSession): boolean {
  return status === "open" && providerId !== null;
}

function isAwaitingPayment(session: StoredSession): boolean {
  return matches(session, unsettledStates.pending) || matches(session, unsettledStates.withoutOrder);
}
