import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import type { CheckoutSessionRow } from "../../../server/database/schema.ts";
import { emptyPostgres, emptySqlite, migrate, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { cartWith, orderOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

const dayMs = 86_400_000;

/** The columns that the version before amounts, stock, offers and tax wrote. The others are null in its rows. */
const columns = [
  ...["id", "store_id", "cart_id", "provider_id", "status", "payment_status", "mode", "lines", "total"],
  ...["currency", "member_id", "customer_email", "url", "created_at", "expires_at", "account", "metadata"],
] as (keyof CheckoutSessionRow)[];

/** Sessions of an earlier version that are paid and settled by this one. */
function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: TestDatabase;
  let engine: Awaited<ReturnType<typeof openEngine>>;
  let world: World;
  beforeAll(async () => {
    database = await newDatabase();
    await migrate(database.url);
    engine = await openEngine(database.url);
    world = await startWorld({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await world.close();
    await engine.close();
    await database.drop();
  });

  /** Opens a page, and replaces its session's row with the one that the earlier version would have written. */
  async function openedEarlier(merchant: Merchant, quantities: Record<string, number>): Promise<string> {
    const url = await paymentPage(merchant, await cartWith(merchant, quantities));
    await engine.write(async (db) => {
      const row = await db
        .selectFrom("checkout_sessions")
        .selectAll()
        .where("url", "=", url)
        .executeTakeFirstOrThrow();
      const lines = JSON.parse(row.lines).map(
        ({ productId, name, quantity, unitPriceInCents }: Record<string, unknown>) => ({
          ...{ productId, name, quantity, unitPriceInCents },
        }),
      );
      const old = { ...row, lines: JSON.stringify(lines) };
      await db.deleteFrom("checkout_sessions").where("id", "=", row.id).execute();
      await sql`insert into checkout_sessions (${sql.join(columns.map((name) => sql.ref(name)))})
        values (${sql.join(columns.map((name) => old[name]))})`.execute(db);
    });
    return url;
  }

  const differences = () => world.logLines.filter((line) => line.includes('"difference"'));
  const linesOf = (lines: object[]) => lines.map((line) => Object.keys(line).toSorted().join(" "));

  test("a purchase has its order, with the provider's amounts and the lines as they were", async () => {
    const merchant = await world.merchant();
    const url = await openedEarlier(merchant, { poster: 2, font: 1 });
    const sessionId = await pay(url);
    const session = await readSession(merchant, sessionId);
    expect(session).toMatchObject({ status: "complete", paymentStatus: "paid" });
    const order = await orderOf(merchant, session.id);
    expect(order).toMatchObject({
      totals: { subtotal: 9700, total: 9700 },
      amounts: { subtotal: 9700, discount: 0, shipping: 0, tax: 0, total: 9700 },
      payments: [{ amount: 9700 }],
    });
    const shape = "name options productId quantity unitPriceInCents";
    expect(linesOf(session.lines)).toEqual([shape, shape]);
    expect(linesOf(order.lines)).toEqual([shape, shape]);
    expect(order.lines.map(({ options }) => options)).toEqual([[], []]);
    expect(differences()).toEqual([]);
  });

  test("a purchase that only its event reports has its order once", async () => {
    const merchant = await world.merchant();
    const url = await openedEarlier(merchant, { poster: 1 });
    const sessionId = await pay(url);
    await world.stripe.deliver();
    await world.stripe.deliver();
    expect(await orderOf(merchant, sessionId)).toMatchObject({ amounts: { total: 2400 } });
    expect(differences()).toEqual([]);
  });

  test("a subscription has its order, and its renewals", async () => {
    const merchant = await world.merchant();
    const sessionId = await pay(await openedEarlier(merchant, { monthly: 1 }));
    await world.stripe.deliver();
    world.clock.now += 32 * dayMs;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    const order = await orderOf(merchant, sessionId);
    expect(order.payments.map(({ amount }) => amount)).toEqual([900, 900]);
    expect(order).toMatchObject({ subscriptionId: expect.stringMatching(/^sub_/) });
    expect(differences()).toEqual([]);
  });

  test("a session that isn't paid expires", async () => {
    const merchant = await world.merchant();
    const url = await openedEarlier(merchant, { poster: 1 });
    world.clock.now += 60 * 60_000;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    const session = await readSession(merchant, url.slice(url.lastIndexOf("/") + 1));
    expect(session).toMatchObject({ status: "expired", paymentStatus: "unpaid" });
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
