import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { amountsToColumns } from "../../../server/database/queries/purchase-columns.ts";
import * as conditions from "../../../server/database/queries/sessions/session-conditions.ts";
import type { CheckoutSessionRow } from "../../../server/database/schema.ts";
import { retentionMs } from "../../../server/domain/retention.ts";
import { isUnsettled, type SessionState } from "../../../server/domain/session-state.ts";
import {
  hasEnded,
  isAbandoned,
  isCheckDue,
  isDeletable,
  isListable,
  isListDue,
  type StoredSession,
  sweepingMs,
} from "../../../server/domain/session-sweeping.ts";
import { deleteOld } from "../../helpers/data/delete-old.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lifetimeMs = 31 * minuteMs;
const listedBefore = now - hourMs;

const openStates: SessionState[] = [
  { status: "open", paymentStatus: "unpaid", paymentOutcome: null },
  { status: "open", paymentStatus: "no_payment_required", paymentOutcome: null },
];
const expiredState: SessionState = { status: "expired", paymentStatus: "unpaid", paymentOutcome: null };
const completeStates: SessionState[] = [
  { status: "complete", paymentStatus: "unpaid", paymentOutcome: "pending" },
  { status: "complete", paymentStatus: "unpaid", paymentOutcome: "failed" },
  { status: "complete", paymentStatus: "paid", paymentOutcome: "paid" },
  { status: "complete", paymentStatus: "no_payment_required", paymentOutcome: "paid" },
  // Completed by versions without payment outcomes.
  { status: "complete", paymentStatus: "unpaid", paymentOutcome: null },
  { status: "complete", paymentStatus: "paid", paymentOutcome: null },
];

/** Instants on both sides of every limit. */
const around = (...limitsMs: number[]) => limitsMs.flatMap((ms) => [now - ms, now - ms + 1]);
const expiries = around(
  0,
  sweepingMs.ended,
  sweepingMs.unlisted,
  retentionMs.expiredCheckoutSessions,
  retentionMs.completeCheckoutSessions,
);
const checks = [null, ...around(sweepingMs.firstInterval, hourMs, sweepingMs.longestInterval)];
const completions = [null, ...around(sweepingMs.firstInterval, 2 * hourMs)];

interface NumberedSession extends StoredSession {
  id: string;
  /** Each has its own account, so that listing an account covers one session. */
  account: string;
  listedAt: number | null;
}

const sessions: NumberedSession[] = [...openStates, expiredState, ...completeStates]
  .flatMap((state) =>
    expiries.flatMap((expiresAt) =>
      checks.flatMap((checkedAt) =>
        (state.status === "complete" ? completions : [null]).flatMap((completedAt) =>
          (state.status === "complete" ? [true] : [true, false]).map((isOpened) => ({
            ...state,
            expiresAt,
            checkedAt,
            completedAt,
            isOpened,
          })),
        ),
      ),
    ),
  )
  .map(({ isOpened, ...session }, n) => ({
    ...session,
    id: `chk_${n}`,
    account: `acct_${n}`,
    providerId: isOpened ? `cs_test_${n}` : null,
    createdAt: session.expiresAt - lifetimeMs,
    listedAt: [null, listedBefore, listedBefore + 1][n % 3] ?? null,
  }));

function toRow(session: NumberedSession): CheckoutSessionRow {
  return {
    id: session.id,
    store_id: "store_1",
    cart_id: "cart_1",
    provider_id: session.providerId,
    status: session.status,
    payment_status: session.paymentStatus,
    payment_outcome: session.paymentOutcome,
    mode: "payment",
    lines: "[]",
    total: 1,
    currency: "eur",
    member_id: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    shipping_address: null,
    metadata: null,
    url: null,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    completed_at: session.completedAt,
    account: session.account,
    checked_at: session.checkedAt,
    erased_at: null,
    close_due_at: null,
    stock_lines: null,
    stock_state: null,
    agent: null,
    agent_state: null,
    offers: null,
    shipping_rate: null,
    locale: null,
    ...amountsToColumns(null),
  };
}

const idsWhere = (rule: (session: NumberedSession) => boolean) =>
  sessions
    .filter(rule)
    .map(({ id }) => id)
    .sort();

function sameAsTheRules(newDatabase: () => Promise<TestDatabase>): void {
  let testDatabase: TestDatabase;
  let database: Database;
  let engine: Engine;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, () => now);
    engine = await openEngine(testDatabase.url);
    await engine.write(async (db) => {
      for (let at = 0; at < sessions.length; at += 500) {
        const part = sessions.slice(at, at + 500);
        await db.insertInto("checkout_sessions").values(part.map(toRow)).execute();
        const listings = part.flatMap(({ account, listedAt }) =>
          listedAt === null ? [] : [{ account, listed_at: listedAt, begun_at: null, position: null }],
        );
        await db.insertInto("session_listings").values(listings).execute();
      }
    });
  });
  afterAll(async () => {
    await Promise.all([database.close(), engine.close()]);
    await testDatabase.drop();
  });

  /** For the sessions as they are in the database now. */
  async function idsInDatabase(condition: ReturnType<typeof conditions.isUnsettled>): Promise<string[]> {
    const rows = await engine.read.selectFrom("checkout_sessions").select("id").where(condition).execute();
    return rows.map(({ id }) => id).sort();
  }

  test("on which sessions are unsettled, listable, ended or abandoned", async () => {
    expect(await idsInDatabase(conditions.isUnsettled())).toEqual(idsWhere(isUnsettled));
    expect(await idsInDatabase(conditions.isListable())).toEqual(idsWhere(isListable));
    expect(await idsInDatabase(conditions.hasEnded(now))).toEqual(idsWhere((one) => hasEnded(one, now)));
    expect(await idsInDatabase(conditions.isAbandoned(now))).toEqual(
      idsWhere((one) => isAbandoned(one, now)),
    );
  });

  test("on which accounts are listed, and how many sessions are due", async () => {
    const isDueInList = (one: NumberedSession) => isListDue(one, { listedAt: one.listedAt, listedBefore });
    const accounts = await database.unsettledSessions.accountsToList(listedBefore);
    const listed = accounts.map(({ account }) => account?.replace("acct_", "chk_"));
    expect(listed.sort()).toEqual(idsWhere(isDueInList));
    const { due } = await database.unsettledSessions.backlog({ now, listedBefore });
    expect(due).toBe(idsWhere(isDueInList).length + idsWhere((one) => isCheckDue(one, now)).length);
  });

  test("on which sessions are requested individually", async () => {
    const claimed = await database.unsettledSessions.claimDue({ now, limit: sessions.length });
    expect(claimed.map(({ id }) => id).sort()).toEqual(idsWhere((one) => isCheckDue(one, now)));
  });

  test("on which sessions are deleted, and which expire unopened", async () => {
    await deleteOld(database, { now, limit: sessions.length });
    const kept = await engine.read.selectFrom("checkout_sessions").select("id").execute();
    const isKept = (one: NumberedSession) => !isDeletable(one, now);
    expect(kept.map(({ id }) => id).sort()).toEqual(idsWhere(isKept));
    await database.unsettledSessions.expireUnopened(now);
    const open = await engine.read
      .selectFrom("checkout_sessions")
      .select("id")
      .where("status", "=", "open")
      .execute();
    expect(open.map(({ id }) => id).sort()).toEqual(
      idsWhere((one) => one.status === "open" && !isAbandoned(one, now)),
    );
  });
}

describe("the queries agree with the rules of the domain", () => {
  describe("on SQLite", () => sameAsTheRules(emptySqlite));
  withPostgres("on PostgreSQL", (server) => sameAsTheRules(() => emptyPostgres(server)));
});
