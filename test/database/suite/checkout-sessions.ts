import { describe, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import type { Outcome } from "../../../server/database/queries/sessions/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import { expiredOutcome, openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function checkoutSessions({ here, elsewhere, clock, either, newShop }: TwoProcesses): void {
  describe("checkout sessions", () => {
    async function newSession(change: Partial<CheckoutSessionRecord> = {}): Promise<CheckoutSessionRecord> {
      const { id: cartId } = await here.carts.create("store_1", "eur");
      await here.carts.change({ storeId: "store_1", cartId }, () => [
        { productId: "prod_1", quantity: 3 },
        { productId: "prod_2", quantity: 1 },
      ]);
      return {
        id: newId("cs"),
        storeId: "store_1",
        cartId,
        ...openState,
        providerId: null,
        mode: "payment",
        lines: [
          { productId: "prod_1", name: "Tide Poster", options: [], quantity: 2, unitPriceInCents: 2400 },
        ],
        total: 4800,
        currency: "eur",
        memberId: null,
        createdAt: clock.now,
        expiresAt: clock.now + 31 * 60_000,
        account: null,
        ...change,
      };
    }
    const paid = () => paidOutcome(newId("pi"), 4800, clock.now);
    const unpaid = (paymentOutcome: "pending" | "failed"): Outcome => ({
      ...paid(),
      paymentStatus: "unpaid",
      paymentOutcome,
      paid: null,
      payments: [],
    });
    const expired = expiredOutcome;

    test("are found by either id, in their store", async () => {
      const session = await newSession();
      expect(await here.checkoutSessions.begin(session)).toEqual([]);
      const providerId = newId("cs_test");
      // The page closes later than planned if opening it took long.
      const page = { providerId, url: "https://pay.example/1", expiresAt: session.expiresAt + 90_000 };
      expect(await here.checkoutSessions.opened(session.id, page)).toBe(true);
      const open = { ...session, ...page };
      for (const sessionId of [session.id, providerId]) {
        expect(await elsewhere.checkoutSessions.find({ storeId: "store_1", sessionId })).toEqual(open);
        expect(await elsewhere.checkoutSessions.find({ storeId: "store_2", sessionId })).toBeUndefined();
      }
      expect(await here.checkoutSessions.findOfProvider(providerId, null)).toEqual(open);
      expect(await here.checkoutSessions.findOfProvider("cs_test_unknown", session.id)).toEqual(open);
      expect(await here.checkoutSessions.findOfProvider("cs_test_unknown", null)).toBeUndefined();
    });

    test("of one cart that start at the same time see each other, except the first", async () => {
      const first = await newSession();
      const sessions = Array.from({ length: 6 }, () => ({ ...first, id: newId("cs") }));
      const older = await Promise.all(
        sessions.map((session, n) => either(n).checkoutSessions.begin(session)),
      );
      expect(older.map(({ length }) => length).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    });

    test("are settled once, however many reports arrive at once: one order, and the products leave the cart", async () => {
      const { id: storeId } = await newShop();
      const session = await newSession();
      const cartId = (await here.carts.create(storeId, "eur")).id;
      await here.carts.change({ storeId, cartId }, () => [
        { productId: "prod_1", quantity: 3 },
        { productId: "prod_2", quantity: 1 },
      ]);
      const own = { ...session, storeId, cartId };
      await here.checkoutSessions.begin(own);
      const outcome = paid();
      const later = clock.now + 5000;
      await Promise.all([
        ...Array.from({ length: 8 }, (_, n) => either(n).checkoutSessions.settle(session.id, outcome, later)),
        elsewhere.carts.change({ storeId, cartId }, (lines) => [
          ...lines,
          { productId: "prod_3", quantity: 1 },
        ]),
      ]);
      const settled = await here.checkoutSessions.find({ storeId, sessionId: session.id });
      expect(settled).toMatchObject({ status: "complete", paymentStatus: "paid", completedAt: later });
      expect(await here.orders.listAll(storeId)).toMatchObject([
        { checkoutSessionId: session.id, paymentId: outcome.paymentId, total: 4800, refunded: 0 },
      ]);
      expect((await here.carts.find({ storeId, cartId }))?.lines).toEqual([
        { productId: "prod_1", quantity: 1 },
        { productId: "prod_2", quantity: 1 },
        { productId: "prod_3", quantity: 1 },
      ]);
    });

    test("never go back: a paid session doesn't expire, and an expired one can still turn out paid", async () => {
      const [one, other] = [await newSession(), await newSession()];
      const late = { url: "", expiresAt: other.expiresAt };
      for (const session of [one, other]) await here.checkoutSessions.begin(session);
      await here.checkoutSessions.settle(one.id, paid(), clock.now);
      expect(await here.checkoutSessions.settle(one.id, expired, clock.now)).toMatchObject({
        after: { paymentStatus: "paid" },
      });
      await here.checkoutSessions.settle(other.id, expired, clock.now);
      expect(await here.checkoutSessions.opened(other.id, { providerId: "cs_late", ...late })).toBe(false);
      expect(await here.checkoutSessions.settle(other.id, paid(), clock.now)).toMatchObject({
        before: { status: "expired" },
        after: { status: "complete", paymentStatus: "paid" },
      });
      expect(await here.checkoutSessions.settle("cs_unknown", paid(), clock.now)).toBeUndefined();
    });

    test("remove the purchased products from the cart once, on completion; the payment's outcome is on the order", async () => {
      const { id: storeId } = await newShop();
      for (const result of [paid(), unpaid("failed")]) {
        const session = { ...(await newSession()), storeId };
        await here.checkoutSessions.begin(session);
        const settle = (outcome: Outcome) => here.checkoutSessions.settle(session.id, outcome, clock.now);
        const { cartId } = session;
        const bought = { productId: "prod_1", quantity: 3 };
        await settle(unpaid("pending"));
        await here.carts.change({ storeId: "store_1", cartId }, () => [bought]);
        await settle(unpaid("pending"));
        await settle(result);
        await settle(unpaid("pending"));
        await settle(expired);
        const { paymentOutcome } = result;
        expect(await here.checkoutSessions.find({ storeId, sessionId: session.id })).toMatchObject({
          status: "complete",
          paymentOutcome,
        });
        const made = (await here.orders.listAll(storeId)).filter(
          (one) => one.checkoutSessionId === session.id,
        );
        expect(made).toMatchObject([{ paymentStatus: paymentOutcome, paid: result.paid }]);
        expect(made[0]?.payments.length).toBe(result.payments.length);
        expect((await here.carts.find({ storeId: "store_1", cartId }))?.lines).toEqual([bought]);
      }
    });

    test("that ended and weren't in a list are claimed by one process, the newest first", async () => {
      await here.checkoutSessions.expireAllOpen();
      const sessions = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((n) => newSession({ providerId: newId("cs_test"), createdAt: clock.now + n })),
      );
      for (const session of sessions) await here.checkoutSessions.begin(session);
      const claim = (database: Database, minutes: number, account: string | null = null) =>
        database.unsettledSessions.claimUnlisted({ account, now: clock.now + minutes * 60_000, limit: 3 });
      expect(await claim(here, 31)).toEqual([]);
      expect(await claim(here, 32, "acct_1")).toEqual([]);
      const claimed = await Promise.all([claim(here, 32), claim(elsewhere, 32)]);
      const first = claimed.flat().map(({ id }) => id);
      expect(new Set(first).size).toBe(first.length);
      const rest = (await claim(here, 32)).map(({ id }) => id);
      expect(new Set([...first, ...rest])).toEqual(new Set(sessions.map(({ id }) => id)));
      expect(claimed.flat().some(({ id }) => id === sessions.at(-1)?.id)).toBe(true);
      expect(await claim(elsewhere, 33)).toEqual([]);
    });

    test("that are requested individually are claimed at doubling intervals, up to twelve hours", async () => {
      await here.checkoutSessions.expireAllOpen();
      const session = await newSession({ providerId: newId("cs_test") });
      await here.checkoutSessions.begin(session);
      await here.checkoutSessions.settle(session.id, unpaid("pending"), clock.now);
      const isClaimed = async (database: Database, minutes: number) => {
        const now = clock.now + minutes * 60_000;
        const claimed = await database.unsettledSessions.claimDue({ now, limit: 10 });
        return claimed.some(({ id }) => id === session.id);
      };
      for (const minutes of [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2720, 3440]) {
        expect(await isClaimed(here, minutes - 1), `${minutes - 1}`).toBe(false);
        expect(await isClaimed(elsewhere, minutes), `${minutes}`).toBe(true);
      }
      await here.checkoutSessions.settle(session.id, paid(), clock.now);
      const later = { now: clock.now + 9 * 24 * 3600_000, limit: 10 };
      expect((await here.unsettledSessions.claimDue(later)).map(({ id }) => id)).not.toContain(session.id);
    });

    test("that are open make their account due for listing, the least recently listed first", async () => {
      await here.checkoutSessions.expireAllOpen();
      const minute = 60_000;
      const { unsettledSessions } = here;
      const due = async (minutes: number) =>
        (await elsewhere.unsettledSessions.accountsToList(clock.now + minutes * minute)).map(
          ({ account }) => account,
        );
      for (const account of ["acct_a", "acct_b", null]) {
        await here.checkoutSessions.begin(await newSession({ account, providerId: newId("cs_test") }));
      }
      await here.checkoutSessions.begin(await newSession({ account: "acct_unopened" }));
      expect(await due(-1)).toEqual([]);
      expect((await due(0)).length).toBe(3);
      await unsettledSessions.saveListing("acct_a", { finishedOf: clock.now + 2 * minute });
      await unsettledSessions.saveListing(null, { finishedOf: clock.now + minute });
      expect(await due(0)).toEqual(["acct_b"]);
      expect(await due(1)).toEqual(["acct_b", null]);
      expect(await due(2)).toEqual(["acct_b", null, "acct_a"]);
      const begunAt = clock.now + 3 * minute;
      await unsettledSessions.saveListing("acct_b", { begunAt, position: "cs_test_9" });
      const [first] = await unsettledSessions.accountsToList(clock.now);
      expect(first).toEqual({
        account: "acct_b",
        oldestCreatedAt: clock.now,
        unfinished: { begunAt, position: "cs_test_9" },
      });
      const at = (minutes: number) => ({
        now: clock.now + (minutes + 3) * minute,
        listedBefore: clock.now + minutes * minute,
      });
      expect(await elsewhere.unsettledSessions.backlog(at(-1))).toEqual({ due: 0, behindMs: 0 });
      expect(await elsewhere.unsettledSessions.backlog(at(5))).toEqual({ due: 3, behindMs: 5 * minute });
    });

    test("whose time is up expire together, including those that were never opened", async () => {
      await here.checkoutSessions.expireAllOpen();
      const sessions = await Promise.all([
        newSession({ providerId: newId("cs_test") }),
        newSession({ providerId: newId("cs_test") }),
        newSession(),
      ]);
      for (const session of sessions) await here.checkoutSessions.begin(session);
      const [first, second, unopened] = sessions.map(({ id }) => id) as [string, string, string];
      await here.checkoutSessions.settle(second, paid(), clock.now);
      await elsewhere.unsettledSessions.expire([first, second]);
      const statusOf = async (sessionId: string) =>
        (await here.checkoutSessions.find({ storeId: "store_1", sessionId }))?.status;
      expect(await statusOf(first)).toBe("expired");
      expect(await statusOf(second)).toBe("complete");
      await elsewhere.unsettledSessions.expireUnopened(clock.now + 31 * 60_000);
      expect(await statusOf(unopened)).toBe("open");
      await elsewhere.unsettledSessions.expireUnopened(clock.now + 32 * 60_000);
      expect(await statusOf(unopened)).toBe("expired");
    });

    describe("whose closing is requested", () => {
      async function sellingShop() {
        const { slug, id } = await newShop();
        await here.stores.update(slug, { isPublished: true, paymentsConfigured: true });
        await here.products.import(id, [{ ...sampleProducts[0], reference: "poster" } as ProductInput]);
        const [product] = await here.products.listAll(id);
        return { slug, storeId: id, productId: product?._id ?? "" };
      }
      type Shop = Awaited<ReturnType<typeof sellingShop>>;

      async function openOf({ storeId, productId }: Shop, providerId: string | null = newId("cs_test")) {
        const lines = [{ productId, name: "Tide Poster", options: [], quantity: 1, unitPriceInCents: 2400 }];
        const session = await newSession({ storeId, providerId, lines });
        await here.checkoutSessions.begin(session);
        return session;
      }
      const setActive = (database: Database, { storeId, productId }: Shop, isActive: boolean) =>
        database.managedProducts.edit({ storeId, product: productId }, ({ _id, version, ...product }) => ({
          ...product,
          isActive,
        }));

      test("are claimed once, by either process, and again after a minute", async () => {
        const shop = await sellingShop();
        const ids = (await Promise.all(Array.from({ length: 8 }, () => openOf(shop)))).map(({ id }) => id);
        await setActive(here, shop, false);
        const claim = async () => {
          const claims = [0, 1, 2, 3].map((n) =>
            either(n).pagesToClose.claim({ now: clock.now, limit: 3, storeId: shop.storeId }),
          );
          return (await Promise.all(claims)).flat().map(({ id }) => id);
        };
        const claimed = await claim();
        expect(new Set(claimed).size).toBe(claimed.length);
        const rest = await claim();
        expect([...claimed, ...rest].sort()).toEqual(ids.toSorted());
        expect(await claim()).toEqual([]);
        const until = clock.now + 31 * 60_000;
        const left = { storeId: shop.storeId, now: clock.now };
        expect(await elsewhere.pagesToClose.left(left)).toEqual({ count: 8, until });
        clock.now += 60_000;
        expect((await claim()).length).toBeGreaterThan(0);
      });

      test("are claimed from each store in turn, however many one store has", async () => {
        const [busy, quiet] = [await sellingShop(), await sellingShop()];
        for (let n = 0; n < 12; n++) await openOf(busy);
        await here.stores.update(busy.slug, { isPublished: false });
        clock.now += 1;
        await openOf(quiet);
        await here.stores.update(quiet.slug, { plan: "free" });
        const claimed = await here.pagesToClose.claim({ now: clock.now, limit: 12 });
        expect(claimed.map(({ storeId }) => storeId)).toContain(quiet.storeId);
      });

      test("get no page any more, and can't be paid without one", async () => {
        const shop = await sellingShop();
        const { id, expiresAt } = await openOf(shop, null);
        await setActive(here, shop, false);
        expect(await here.pagesToClose.left({ storeId: shop.storeId, now: clock.now })).toBeUndefined();
        const page = { providerId: newId("cs"), url: "https://p", expiresAt };
        expect(await here.checkoutSessions.opened(id, page)).toBe(false);
        expect(await here.pagesToClose.includes(id)).toBe(true);
      });

      test("or which see the change: at least one of the two, in either order", async () => {
        const shop = await sellingShop();
        for (let round = 0; round < 25; round++) {
          await setActive(here, shop, true);
          const [session] = await Promise.all([openOf(shop), setActive(elsewhere, shop, false)]);
          const isSold = await here.pagesToClose.isStillSold(session);
          expect([isSold, await here.pagesToClose.includes(session.id)]).not.toEqual([true, false]);
          expect(isSold).toBe(false);
        }
        for (let round = 0; round < 25; round++) {
          await setActive(here, shop, true);
          const session = await openOf(shop);
          const [isSold] = await Promise.all([
            here.pagesToClose.isStillSold(session),
            setActive(elsewhere, shop, false),
          ]);
          expect(isSold && !(await here.pagesToClose.includes(session.id))).toBe(false);
        }
      });
    });
  });
}
