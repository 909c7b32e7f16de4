import { describe, expect, test } from "vitest";
import { retentionMs } from "../../server/domain/retention.ts";
import {
  hasEnded,
  isAbandoned,
  isCheckDue,
  isDeletable,
  isListable,
  isListDue,
  type StoredSession,
  sweepingMs,
} from "../../server/domain/session-sweeping.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const hourMs = 3600_000;

const open: StoredSession = {
  status: "open",
  paymentStatus: "unpaid",
  paymentOutcome: null,
  providerId: "cs_test_1",
  createdAt: now - hourMs,
  expiresAt: now + hourMs,
  completedAt: null,
  checkedAt: null,
};
const expired: StoredSession = { ...open, status: "expired" };
const pending: StoredSession = {
  ...open,
  status: "complete",
  paymentOutcome: "pending",
  completedAt: now - sweepingMs.firstInterval,
};

test("lists report open sessions that are at the provider and weren't requested individually", () => {
  expect(isListable(open)).toBe(true);
  expect(isListable({ ...open, providerId: null })).toBe(false);
  expect(isListable({ ...open, checkedAt: now })).toBe(false);
  expect(isListable(pending)).toBe(false);
});

test("a list is due when neither a list nor the session is newer than the limit", () => {
  const listedBefore = now - hourMs;
  expect(isListDue(open, { listedAt: null, listedBefore })).toBe(true);
  expect(isListDue(open, { listedAt: listedBefore, listedBefore })).toBe(true);
  expect(isListDue(open, { listedAt: listedBefore + 1, listedBefore })).toBe(false);
  expect(isListDue({ ...open, createdAt: listedBefore + 1 }, { listedAt: null, listedBefore })).toBe(false);
});

test("a session has ended a minute after its expiry, with a page or without", () => {
  const ended = { ...open, expiresAt: now - sweepingMs.ended };
  expect([hasEnded(ended, now), hasEnded(ended, now - 1)]).toEqual([true, false]);
  expect(isAbandoned(ended, now)).toBe(false);
  const unopened = { ...ended, providerId: null };
  expect([isAbandoned(unopened, now), isAbandoned(unopened, now - 1)]).toEqual([true, false]);
  expect(hasEnded(unopened, now)).toBe(false);
});

describe("a session is requested individually", () => {
  test("for the first time an hour after its end, or five minutes after an unconfirmed payment", () => {
    const ended = { ...open, expiresAt: now - sweepingMs.unlisted };
    expect([isCheckDue(ended, now), isCheckDue(ended, now - 1)]).toEqual([true, false]);
    expect([isCheckDue(pending, now), isCheckDue(pending, now - 1)]).toEqual([true, false]);
  });

  test("again after as long as its age at the last time, from five minutes to twelve hours", () => {
    const checkedAgo = (sinceMs: number, agoMs: number) =>
      isCheckDue({ ...pending, completedAt: now - agoMs - sinceMs, checkedAt: now - agoMs }, now);
    expect([checkedAgo(0, sweepingMs.firstInterval), checkedAgo(0, sweepingMs.firstInterval - 1)]).toEqual([
      true,
      false,
    ]);
    expect([checkedAgo(hourMs, hourMs), checkedAgo(hourMs, hourMs - 1)]).toEqual([true, false]);
    const dayMs = 24 * hourMs;
    expect([
      checkedAgo(dayMs, sweepingMs.longestInterval),
      checkedAgo(dayMs, sweepingMs.longestInterval - 1),
    ]).toEqual([true, false]);
  });

  test("never once it is settled, or before the provider has it", () => {
    const longAgo = { expiresAt: 0, completedAt: 0 };
    expect(isCheckDue({ ...expired, ...longAgo }, now)).toBe(false);
    expect(isCheckDue({ ...pending, ...longAgo, paymentOutcome: "failed" }, now)).toBe(false);
    expect(isCheckDue({ ...open, expiresAt: 0, providerId: null }, now)).toBe(false);
  });
});

test("a settled session is deleted when its retention ends, an unsettled one never", () => {
  const expiredAgo = (session: StoredSession, ms: number) =>
    isDeletable({ ...session, expiresAt: now - ms }, now);
  const { expiredCheckoutSessions, completeCheckoutSessions } = retentionMs;
  expect(expiredAgo(expired, expiredCheckoutSessions)).toBe(true);
  expect(expiredAgo(expired, expiredCheckoutSessions - 1)).toBe(false);
  const paid: StoredSession = { ...pending, paymentStatus: "paid", paymentOutcome: "paid" };
  expect(expiredAgo(paid, completeCheckoutSessions)).toBe(true);
  expect(expiredAgo(paid, completeCheckoutSessions - 1)).toBe(false);
  expect(expiredAgo(open, 10 * completeCheckoutSessions)).toBe(false);
  expect(expiredAgo(pending, 10 * completeCheckoutSessions)).toBe(false);
});
