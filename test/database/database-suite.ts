import { nanoid } from "nanoid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../server/database/database.ts";
import { isLive, maxLiveKeys } from "../../server/database/queries/keys/keys.ts";
import { recordRefunds } from "../../server/database/queries/orders/record-refunds.ts";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import type { Outcome } from "../../server/database/queries/sessions/checkout-sessions.ts";
import type { Store } from "../../server/database/queries/stores.ts";
import { cartLifetimeMs } from "../../server/domain/cart.ts";
import type { CheckoutSessionRecord } from "../../server/domain/checkout-session.ts";
import type { RefundStatus } from "../../server/domain/order-state.ts";
import { expiredOutcome, openState, paidOutcome } from "../helpers/data/sessions.ts";
import type { TestDatabase } from "../helpers/data/test-database.ts";
import { sampleProducts } from "../helpers/world.ts";

const zeroCharacter = "\0";
const newId = (kind: string) => `${kind}_${nanoid()}`;

/**
 * What the database promises, on any engine. `here` and `elsewhere` behave like two processes.
 * @param afterOpening runs once both have the database open and have used it
 */
export function databaseSuite(
  newDatabase: () => Promise<TestDatabase>,
  afterOpening: (url: string) => Promise<void> = async () => {},
): void {
  const clock = { now: Date.parse("2026-01-15T10:00:00Z") };
  let testDatabase: TestDatabase;
  let here: Database;
  let elsewhere: Database;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    here = await openDatabase(testDatabase.url, () => clock.now);
    elsewhere = await openDatabase(testDatabase.url, () => clock.now);
    for (const database of [here, elsewhere]) await useEverything(database);
    await afterOpening(testDatabase.url);
  });
  afterAll(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
    await testDatabase.drop();
  });

  /** Both processes, in turn. */
  const either = (n: number) => (n % 2 === 0 ? here : elsewhere);
  const eventually = (isSo: () => Promise<void>) => vi.waitFor(isSo, { interval: 20 });

  async function newShop(): Promise<Store> {
    const slug = newId("store")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "-");
    const store = await here.stores.create({ slug, name: "Harbour Press", currency: "eur", plan: "pro" });
    if (!store) throw new Error("The slug is taken.");
    return store;
  }

  describe("stores", () => {
    test("are stored with all their fields, and changed in part", async () => {
      const slug = "quay";
      const store = await here.stores.create({
        slug,
        name: "Zoë's “Quay” 🛶",
        currency: "jpy",
        theme: { primary: "#102030" },
        templateTexts: { hero: { heading: "Grüße" } },
        isPublished: true,
      });
      expect(await elsewhere.stores.findBySlug(slug)).toEqual(store);
      expect(await elsewhere.stores.find(store?.id ?? "")).toEqual(store);
      const updated = await here.stores.update(slug, { theme: { radius: "4px" }, plan: "pro" });
      expect(updated).toEqual({ ...store, plan: "pro", theme: { ...store?.theme, radius: "4px" } });
      expect(await here.stores.findBySlug(slug)).toEqual(updated);
      expect(await here.stores.list()).toContainEqual(updated);
      expect(await here.stores.update("nowhere", { plan: "pro" })).toBeUndefined();
    });

    test("have unique slugs", async () => {
      const [one, other] = [await newShop(), await newShop()];
      expect(await here.stores.create({ slug: one.slug, name: "Again", currency: "eur" })).toBeUndefined();
      await expect(here.stores.update(other.slug, { slug: one.slug })).rejects.toMatchObject({
        code: "CONFLICT",
      });
    });

    test.each([
      ["isk", 50_050],
      ["kwd", 1251],
    ])("don't change to %s while a price in it can't be charged", async (currency, priceInCents) => {
      const { id, slug } = await newShop();
      const product = { ...sampleProducts[0], reference: "odd", name: "Odd", currency } as ProductInput;
      await here.products.import(id, [{ ...product, priceInCents }]);
      await expect(here.stores.update(slug, { currency })).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining('"Odd" costs'),
      });
      await here.products.import(id, [{ ...product, priceInCents: 100_000 }]);
      expect(await here.stores.update(slug, { currency })).toMatchObject({ currency });
    });

    test("lose nothing when two processes change different things at once", async () => {
      const { slug } = await newShop();
      await Promise.all([
        here.stores.update(slug, { name: "Quay Press" }),
        elsewhere.stores.update(slug, { contactEmail: "ines@quay.example" }),
        here.stores.update(slug, { isPublished: true }),
        elsewhere.stores.update(slug, { theme: { primary: "#fff" } }),
      ]);
      expect(await here.stores.findBySlug(slug)).toMatchObject({
        name: "Quay Press",
        contactEmail: "ines@quay.example",
        isPublished: true,
        theme: { primary: "#fff" },
      });
    });

    test("learn through their account whether they can be paid", async () => {
      const { slug, id } = await newShop();
      const account = newId("acct");
      expect(await here.stores.usesAccount(account)).toBe(false);
      await here.stores.update(slug, { stripeAccount: account });
      expect(await here.stores.usesAccount(account)).toBe(true);
      await elsewhere.stores.setChargeable(account, true);
      await eventually(async () =>
        expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: true }),
      );
    });

    test("take no payments after a person stopped them, until an account is connected", async () => {
      const { slug, id } = await newShop();
      const account = newId("acct");
      await here.stores.update(slug, { stripeAccount: account, paymentsConfigured: true });
      await here.stores.update(slug, { paymentsConfigured: false });
      expect(await here.stores.setChargeable(account, true)).toBe(false);
      expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: false });
      // Connected, and not allowed to take charges yet.
      await here.stores.update(slug, { stripeAccount: account, paymentsConfigured: false });
      expect(await here.stores.setChargeable(account, true)).toBe(true);
      expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: true });
    });
  });

  describe("keys", () => {
    test("give access to their store until they are revoked, on every process within a second", async () => {
      const store = await newShop();
      const { id, key } = await here.keys.create({ storeId: store.id, label: "till" });
      const holder = { keyId: id, storeId: store.id, plan: "pro" };
      for (const database of [here, elsewhere]) expect(await database.keys.holder(key)).toEqual(holder);
      expect(await elsewhere.keys.list(store.id)).toEqual([
        { id, label: "till", createdAt: clock.now, expiresAt: null, lastUsedAt: null, revokedAt: null },
      ]);
      expect(await here.keys.revoke(id)).toBe(true);
      expect(await here.keys.holder(key)).toBeUndefined();
      await eventually(async () => expect(await elsewhere.keys.holder(key)).toBeUndefined());
      expect(await elsewhere.keys.list(store.id)).toMatchObject([{ revokedAt: clock.now }]);
      expect(await here.keys.revoke("key_unknown")).toBe(false);
    });
  });

  describe("keys", () => {
    test("expire, on every process, at their time", async () => {
      const store = await newShop();
      const expiresAt = clock.now + 1000;
      const { id, key } = await here.keys.create({ storeId: store.id, label: null, expiresAt });
      for (const database of [here, elsewhere]) {
        expect(await database.keys.holder(key)).toMatchObject({ keyId: id });
      }
      clock.now += 999;
      expect(await here.keys.holder(key)).toMatchObject({ keyId: id });
      clock.now += 1;
      for (const database of [here, elsewhere]) expect(await database.keys.holder(key)).toBeUndefined();
      expect(await here.keys.list(store.id)).toMatchObject([{ id, expiresAt, revokedAt: null }]);
    });

    test("record when they were last used, to the minute, whichever process saw it", async () => {
      const store = await newShop();
      const { key } = await here.keys.create({ storeId: store.id, label: null });
      const lastUse = async () => (await here.keys.list(store.id))[0]?.lastUsedAt;
      const minute = () => Math.floor(clock.now / 60_000) * 60_000;
      await here.keys.holder(key);
      expect(await lastUse()).toBeNull();
      const early = minute();
      clock.now += 120_000;
      await elsewhere.keys.holder(key);
      await elsewhere.keys.saveUsage();
      expect(await lastUse()).toBe(minute());
      // An earlier use that this process saw doesn't overwrite it.
      await here.keys.saveUsage();
      expect([await lastUse(), early]).toEqual([minute(), minute() - 120_000]);
    });

    test("are at most 20 that work, however many are created and rotated at once on every process", async () => {
      const { id: storeId } = await newShop();
      const { keys } = here;
      for (let n = 0; n < maxLiveKeys - 3; n++) await keys.create({ storeId, label: null });
      const old = await keys.list(storeId);
      const attempts = await Promise.allSettled([
        ...Array.from({ length: 6 }, (_, n) => either(n).keys.create({ storeId, label: null })),
        ...old
          .slice(0, 6)
          .map(({ id }, n) => either(n).keys.rotate({ id, overlapMs: 1000, expiresAt: null })),
      ]);
      const refused = attempts.flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
      expect(refused).toEqual(Array(9).fill("CONFLICT"));
      const live = async () => (await keys.list(storeId)).filter((key) => isLive(key, clock.now)).length;
      expect(await live()).toBe(maxLiveKeys);
      expect(await keys.rotate({ id: old[9]?.id ?? "", overlapMs: 0, expiresAt: null })).toBeDefined();
      expect(await live()).toBe(maxLiveKeys);
    });

    test("of a store that has more than 20 go on working, and can be rotated without an overlap", async () => {
      const { id: storeId } = await newShop();
      const expiresAt = clock.now + 1000;
      const create = () => here.keys.create({ storeId, label: null, expiresAt });
      const first = await create();
      for (let n = 1; n < maxLiveKeys; n++) await create();
      clock.now += 1000;
      const more = await here.keys.create({ storeId, label: null });
      clock.now -= 1000;
      for (const { key, id } of [first, more]) {
        expect(await elsewhere.keys.holder(key)).toMatchObject({ keyId: id });
      }
      await expect(create()).rejects.toMatchObject({ code: "CONFLICT" });
      const rotation = { id: first.id, overlapMs: 0, expiresAt: null };
      const rotated = await here.keys.rotate(rotation);
      expect(await here.keys.holder(rotated?.key ?? "")).toBeDefined();
      await here.keys.revoke(more.id);
      await expect(create()).rejects.toMatchObject({ code: "CONFLICT" });
    });

    test("are found by the key, live or not", async () => {
      const store = await newShop();
      const { id, key } = await here.keys.create({ storeId: store.id, label: "till" });
      await here.keys.revoke(id);
      expect(await elsewhere.keys.identify(key)).toMatchObject({
        storeId: store.id,
        record: { id, label: "till", revokedAt: clock.now },
      });
      expect(await here.keys.identify("cp_unknown")).toBeUndefined();
    });
  });

  describe("passkeys", () => {
    test("409 for one that is registered already, whoever has it, and an invitation stays open", async () => {
      const { id: storeId } = await newShop();
      const join = (name: string) =>
        here.people.add({
          id: newId("person"),
          email: `${name}@${newId("x")}.example`,
          storeId,
          role: "owner",
        });
      const [ann, bob] = [await join("ann"), await join("bob")];
      const passkey = { id: newId("cred"), publicKey: "cGs", counter: 0, transports: ["internal"] };
      await here.passkeys.add({ ...passkey, personId: ann.id });
      const conflict = { status: 409, code: "CONFLICT" };
      for (const personId of [ann.id, bob.id]) {
        const again = elsewhere.passkeys.add({ ...passkey, publicKey: "b3RoZXI", personId });
        await expect(again).rejects.toMatchObject(conflict);
      }
      const token = newId("token");
      const email = `carol@${newId("x")}.example`;
      await here.invitations.create({
        ...{ token, email, membership: { storeId, role: "owner" }, expiresAt: clock.now + 1000 },
      });
      const joined = here.invitations.accept(token, { signedIn: undefined, passkey });
      await expect(joined).rejects.toMatchObject(conflict);
      expect(await elsewhere.invitations.find(token)).toMatchObject({ email });
      expect(await here.passkeys.find(passkey.id)).toMatchObject({ passkey, person: { id: ann.id } });
    });
  });

  describe("products", () => {
    test("are imported, found and listed as the merchant gave them", async () => {
      const { id: storeId } = await newShop();
      const inputs = sampleProducts.map((product) => ({ ...product, details: ["30 × 40 cm", "Größe"] }));
      const all = { created: inputs.length, updated: 0, unchanged: 0 };
      expect(await here.products.import(storeId, inputs)).toEqual(all);
      const listed = await elsewhere.products.listAll(storeId);
      expect(listed.map(({ _id, storeId: _, ...input }) => input)).toEqual(inputs);
      const active = await elsewhere.products.listActive(storeId);
      expect(active.map(({ name }) => name)).toEqual(
        inputs.filter(({ isActive }) => isActive).map(({ name }) => name),
      );
      const ids = listed.map(({ _id }) => _id);
      const found = await here.products.findMany({ storeId, productIds: [...ids, "prod_unknown"] });
      expect([...found.keys()]).toEqual(ids);
      const productId = ids[0] ?? "";
      expect(await here.products.find({ storeId, productId })).toEqual(found.get(productId));
      expect(await here.products.find({ storeId: "store_other", productId })).toBeUndefined();
    });

    test("keep their groups, options and images, and a slug that no other product of the store has", async () => {
      const { id: storeId } = await newShop();
      const [poster, notebook] = sampleProducts as [ProductInput, ProductInput];
      const variant: ProductInput = {
        ...poster,
        slug: "poster--a4",
        group: { slug: "poster", name: "Poster" },
        options: [{ name: "Größe", value: "A4" }],
        imageUrl: "https://a.example/1.jpg",
        images: [{ url: "https://a.example/1.jpg", alt: "“Ægir” 🛥" }],
      };
      await here.products.import(storeId, [variant]);
      const [stored] = await elsewhere.products.listAll(storeId);
      expect(stored).toMatchObject(variant);
      const counts = await here.products.import(storeId, [variant]);
      expect(counts).toEqual({ created: 0, updated: 0, unchanged: 1 });
      await expect(here.products.import(storeId, [{ ...notebook, slug: "poster--a4" }])).rejects.toThrow(
        "The products poster and notebook would both have the slug poster--a4.",
      );
      expect(await here.products.listAll(storeId)).toHaveLength(1);
      const other = await newShop();
      await here.products.import(other.id, [variant]);
    });

    test("that change take effect on every process within a second, in the catalog too", async () => {
      const { id: storeId } = await newShop();
      await here.products.import(storeId, sampleProducts.slice(0, 2));
      expect(await elsewhere.catalogs.read(storeId)).toMatchObject({
        products: [{ priceInCents: 2400 }, {}],
      });
      const dearer = sampleProducts.slice(0, 1).map((product) => ({ ...product, priceInCents: 2 ** 40 }));
      expect(await here.products.import(storeId, dearer)).toEqual({ created: 0, updated: 1, unchanged: 0 });
      await eventually(async () =>
        expect(await elsewhere.catalogs.read(storeId)).toMatchObject({
          products: [{ priceInCents: 2 ** 40 }, {}],
        }),
      );
    });

    test("are the same objects while they are cached, in a list and in the catalog", async () => {
      const { id: storeId } = await newShop();
      await here.products.import(storeId, sampleProducts);
      for (const read of [here.products.listActive, here.catalogs.read]) {
        const loaded = await read(storeId);
        expect(await read(storeId)).toBe(loaded);
      }
    });

    test("are created once by two concurrent imports", async () => {
      const { id: storeId } = await newShop();
      const many = Array.from({ length: 250 }, (_, n) => ({
        ...(sampleProducts[0] as (typeof sampleProducts)[number]),
        reference: `poster-${n}`,
      }));
      const counts = await Promise.all([
        here.products.import(storeId, many),
        elsewhere.products.import(storeId, many),
      ]);
      expect(counts.map(({ created }) => created).sort()).toEqual([0, 250]);
      const listed = await here.products.listAll(storeId);
      expect(listed.map(({ reference }) => reference)).toEqual(many.map(({ reference }) => reference));
    });

    test("are imported all or not at all", async () => {
      const { id: storeId } = await newShop();
      const inputs = sampleProducts.map((product, n) =>
        // The database refuses the last one.
        n === sampleProducts.length - 1 ? { ...product, name: null as unknown as string } : product,
      );
      await expect(here.products.import(storeId, inputs)).rejects.toThrow();
      expect(await here.products.listAll(storeId)).toEqual([]);
    });
  });

  describe("carts", () => {
    const more = (productId: string) => (lines: { productId: string; quantity: number }[]) => {
      const { quantity = 0 } = lines.find((line) => line.productId === productId) ?? {};
      return [...lines.filter((line) => line.productId !== productId), { productId, quantity: quantity + 1 }];
    };

    test("are found by their own store only, and changed", async () => {
      const cart = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId: cart.id };
      expect(await elsewhere.carts.find(address)).toEqual(cart);
      const changed = await elsewhere.carts.change(address, more("prod_1"));
      expect(changed).toEqual({ ...cart, lines: [{ productId: "prod_1", quantity: 1 }] });
      expect(await here.carts.find(address)).toEqual(changed);
      for (const wrong of [
        { storeId: "store_2", cartId: cart.id },
        { storeId: "store_1", cartId: "cart_unknown" },
        { storeId: "store_1", cartId: zeroCharacter },
      ]) {
        expect(await here.carts.find(wrong)).toBeUndefined();
        expect(await here.carts.change(wrong, more("prod_1"))).toBeUndefined();
      }
      expect(await here.carts.find(address)).toEqual(changed);
    });

    test("are found as they are now, frozen, and as the same object until they change", async () => {
      const { id: cartId } = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId };
      const empty = await here.carts.find(address);
      expect(Object.isFrozen(empty) && Object.isFrozen(empty?.lines)).toBe(true);
      expect(await here.carts.find(address)).toBe(empty);
      const changed = await elsewhere.carts.change(address, more("prod_1"));
      expect(await here.carts.find(address)).toEqual(changed);
      expect(await here.carts.find(address)).not.toBe(empty);
    });

    test("are each only their store's when many are read at once", async () => {
      const carts = await Promise.all(Array.from({ length: 3 }, () => here.carts.create("store_1", "eur")));
      const findAll = (storeId: string) =>
        carts.map(({ id: cartId }) => here.carts.find({ storeId, cartId }));
      const found = await Promise.all([...findAll("store_2"), ...findAll("store_1")]);
      expect(found).toEqual([undefined, undefined, undefined, ...carts]);
    });

    test("count each of 50 changes at once by two processes", async () => {
      const cart = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId: cart.id };
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => either(n).carts.change(address, more(`prod_${n % 3}`))),
      );
      const lines = (await here.carts.find(address))?.lines ?? [];
      expect(lines.map(({ quantity }) => quantity).sort()).toEqual([16, 17, 17]);
    });

    test("count each change of many carts at once by two processes, in whatever order", async () => {
      const carts = await Promise.all(Array.from({ length: 20 }, () => here.carts.create("store_1", "eur")));
      const changeAll = (process: Database, order: typeof carts) =>
        order.map(({ storeId, id: cartId }) => process.carts.change({ storeId, cartId }, more("prod_1")));
      for (let round = 0; round < 3; round++) {
        await Promise.all([...changeAll(here, carts), ...changeAll(elsewhere, carts.toReversed())]);
      }
      const changed = await Promise.all(
        carts.map(({ storeId, id: cartId }) => here.carts.find({ storeId, cartId })),
      );
      for (const cart of changed) expect(cart?.lines).toEqual([{ productId: "prod_1", quantity: 6 }]);
    });

    test("stay as they are when a change is refused", async () => {
      const { id: cartId } = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId };
      const refuse = () => {
        throw new Error("Too many.");
      };
      await expect(here.carts.change(address, refuse)).rejects.toThrow("Too many.");
      expect((await here.carts.find(address))?.lines).toEqual([]);
    });

    test("are gone 30 days after their last change, and cleared away", async () => {
      const start = clock.now;
      const [kept, left] = [
        await here.carts.create("store_1", "eur"),
        await here.carts.create("store_1", "eur"),
      ];
      clock.now = start + cartLifetimeMs / 2;
      await here.carts.change({ storeId: "store_1", cartId: kept.id }, more("prod_1"));
      expect(await here.carts.find({ storeId: "store_1", cartId: left.id })).toEqual(left);
      clock.now = start + cartLifetimeMs + 1;
      expect(await here.carts.find({ storeId: "store_1", cartId: left.id })).toBeUndefined();
      expect(
        await here.carts.change({ storeId: "store_1", cartId: left.id }, more("prod_1")),
      ).toBeUndefined();
      const clear = ({ retention }: Database, limit: number) =>
        retention.deleteOld("carts", { now: clock.now, limit });
      expect(await clear(here, 1)).toBe(1);
      const cleared = await Promise.all([clear(here, 1000), clear(elsewhere, 1000)]);
      expect(cleared[0] + cleared[1]).toBeGreaterThan(0);
      expect(await clear(here, 1000)).toBe(0);
      expect(await here.carts.find({ storeId: "store_1", cartId: kept.id })).toBeDefined();
    });
  });

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
        lines: [{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 }],
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
      const url = "https://pay.example/1";
      expect(await here.checkoutSessions.opened(session.id, { providerId, url })).toBe(true);
      const open = { ...session, providerId, url };
      for (const sessionId of [session.id, providerId]) {
        expect(await elsewhere.checkoutSessions.find({ storeId: "store_1", sessionId })).toEqual(open);
        expect(await elsewhere.checkoutSessions.find({ storeId: "store_2", sessionId })).toBeUndefined();
      }
      expect(await here.checkoutSessions.findOfProvider(providerId, null)).toEqual(open);
      expect(await here.checkoutSessions.findOfProvider("cs_test_unknown", session.id)).toEqual(open);
      expect(await here.checkoutSessions.findOfProvider("cs_test_unknown", null)).toBeUndefined();
    });

    test("of one cart that start at the same time see each other, all but the first", async () => {
      const first = await newSession();
      const sessions = Array.from({ length: 6 }, () => ({ ...first, id: newId("cs") }));
      const older = await Promise.all(
        sessions.map((session, n) => either(n).checkoutSessions.begin(session)),
      );
      expect(older.map(({ length }) => length).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    });

    test("are settled once, however many hear of it at once: one order, and the bought leaves the cart", async () => {
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

    test("never go back: what was paid isn't expired afterwards, and what is expired can still turn out paid", async () => {
      const [one, other] = [await newSession(), await newSession()];
      for (const session of [one, other]) await here.checkoutSessions.begin(session);
      await here.checkoutSessions.settle(one.id, paid(), clock.now);
      expect(await here.checkoutSessions.settle(one.id, expired, clock.now)).toMatchObject({
        after: { paymentStatus: "paid" },
      });
      await here.checkoutSessions.settle(other.id, expired, clock.now);
      expect(await here.checkoutSessions.opened(other.id, { providerId: "cs_late", url: "" })).toBe(false);
      expect(await here.checkoutSessions.settle(other.id, paid(), clock.now)).toMatchObject({
        before: { status: "expired" },
        after: { status: "complete", paymentStatus: "paid" },
      });
      expect(await here.checkoutSessions.settle("cs_unknown", paid(), clock.now)).toBeUndefined();
    });

    test("remove what was bought from the cart once, when they complete; what becomes of the payment is on the order", async () => {
      const { id: storeId } = await newShop();
      for (const told of [paid(), unpaid("failed")]) {
        const session = { ...(await newSession()), storeId };
        await here.checkoutSessions.begin(session);
        const settle = (outcome: Outcome) => here.checkoutSessions.settle(session.id, outcome, clock.now);
        const { cartId } = session;
        const bought = { productId: "prod_1", quantity: 3 };
        await settle(unpaid("pending"));
        await here.carts.change({ storeId: "store_1", cartId }, () => [bought]);
        await settle(unpaid("pending"));
        await settle(told);
        await settle(unpaid("pending"));
        await settle(expired);
        const { paymentOutcome } = told;
        expect(await here.checkoutSessions.find({ storeId, sessionId: session.id })).toMatchObject({
          status: "complete",
          paymentOutcome,
        });
        const made = (await here.orders.listAll(storeId)).filter(
          (one) => one.checkoutSessionId === session.id,
        );
        expect(made).toMatchObject([{ paymentStatus: paymentOutcome, paid: told.paid }]);
        expect(made[0]?.payments.length).toBe(told.payments.length);
        expect((await here.carts.find({ storeId: "store_1", cartId }))?.lines).toEqual([bought]);
      }
    });

    test("that ended and that no list reported are claimed by one process, the newest first", async () => {
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

    test("that are requested individually are claimed at intervals that double, up to twelve hours", async () => {
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

    test("that are open make their account due for listing, the never listed and the longest unlisted first", async () => {
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

    test("whose time is over are expired together, those that were never opened too", async () => {
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
        const lines = [{ productId, name: "Tide Poster", quantity: 1, unitPriceInCents: 2400 }];
        const session = await newSession({ storeId, providerId, lines });
        await here.checkoutSessions.begin(session);
        return session;
      }
      const setActive = (database: Database, { storeId, productId }: Shop, isActive: boolean) =>
        database.managedProducts.edit({ storeId, product: productId }, ({ _id, version, ...product }) => ({
          ...product,
          isActive,
        }));

      test("are claimed once, by one process or the other, and again after a minute", async () => {
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

      test("are claimed from each store in turn, however many one has", async () => {
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
        const { id } = await openOf(shop, null);
        await setActive(here, shop, false);
        expect(await here.pagesToClose.left({ storeId: shop.storeId, now: clock.now })).toBeUndefined();
        expect(await here.checkoutSessions.opened(id, { providerId: newId("cs"), url: "https://p" })).toBe(
          false,
        );
        expect(await here.pagesToClose.includes(id)).toBe(true);
      });

      test("or which see what was changed: at least one, whichever comes first", async () => {
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

  test("a lease is held by one process until it runs out", async () => {
    const name = newId("work");
    const take = (database: Database, seconds: number) =>
      database.leases.take({ name, now: clock.now + seconds * 1000, forMs: 60_000 });
    const taken = await Promise.all([take(here, 0), take(elsewhere, 0), take(here, 0)]);
    expect(taken.filter(Boolean).length).toBe(1);
    expect(await take(elsewhere, 59)).toBe(false);
    expect(await take(elsewhere, 60)).toBe(true);
    expect(await take(here, 61)).toBe(false);
  });

  describe("subscriptions", () => {
    const subscription = (change: object = {}) => ({
      id: newId("sub"),
      storeId: "store_1",
      account: null,
      customerId: "cus_1",
      memberId: null as string | null,
      status: "active",
      fetchedAt: 1000,
      ...change,
    });

    test("keep the state that was requested last, in whatever order the answers come", async () => {
      const first = subscription({ memberId: "member_1" });
      await here.subscriptions.save(first);
      await elsewhere.subscriptions.save({ ...first, status: "canceled", memberId: null, fetchedAt: 3000 });
      await here.subscriptions.save({ ...first, status: "past_due", fetchedAt: 2000 });
      expect(await here.subscriptions.find(first.id)).toEqual({
        ...first,
        status: "canceled",
        memberId: "member_1",
        fetchedAt: 3000,
        checkoutSessionId: null,
        createdAt: null,
      });
      const second = subscription();
      await Promise.all(
        [4, 1, 7, 2, 9, 3, 8].map((fetchedAt, n) =>
          either(n).subscriptions.save({ ...second, fetchedAt, status: `as of ${fetchedAt}` }),
        ),
      );
      expect(await here.subscriptions.find(second.id)).toMatchObject({ status: "as of 9", fetchedAt: 9 });
      expect(await here.subscriptions.find("sub_unknown")).toBeUndefined();
    });

    test("of a member are listed while they are live", async () => {
      const memberId = newId("member");
      const statuses = ["active", "trialing", "past_due", "unpaid", "paused", "canceled", "incomplete"];
      const all = statuses.map((status) => subscription({ memberId, status }));
      for (const one of all) await here.subscriptions.save(one);
      const listed = await elsewhere.subscriptions.listLive({ storeId: "store_1", memberId });
      expect(listed.map(({ status }) => status).sort()).toEqual([
        "active",
        "past_due",
        "paused",
        "trialing",
        "unpaid",
      ]);
      expect(await elsewhere.subscriptions.listLive({ storeId: "store_2", memberId })).toEqual([]);
    });
  });

  describe("a guest's subscription", () => {
    const guests = { account: "acct_1", memberId: null, status: "active", fetchedAt: 1000 };

    test("is given to a member, with its customer where the member has none, and to nobody else", async () => {
      const [{ id: storeId }, memberId] = [await newShop(), newId("member")];
      const attach = (id: string, member = memberId, store = storeId) =>
        elsewhere.subscriptions.attach({ id, storeId: store, memberId: member });
      const [first, second] = [newId("sub"), newId("sub")];
      await here.subscriptions.save({ ...guests, id: first, storeId, customerId: "cus_1" });
      await here.subscriptions.save({ ...guests, id: second, storeId, customerId: "cus_2" });
      expect(await attach("sub_unknown")).toBeUndefined();
      expect(await attach(first, memberId, "store_2")).toBeUndefined();
      expect(await attach(first)).toMatchObject({ id: first, memberId, memberCustomerId: "cus_1" });
      expect(await attach(first)).toMatchObject({ id: first, memberId, memberCustomerId: "cus_1" });
      expect(await attach(second)).toMatchObject({ customerId: "cus_2", memberCustomerId: "cus_1" });
      await expect(attach(first, "another")).rejects.toMatchObject({ code: "CONFLICT" });
      expect((await here.subscriptions.list(storeId)).map((one) => one.memberId)).toEqual([
        memberId,
        memberId,
      ]);
      expect(await here.customers.find({ storeId, memberId, account: "acct_1" })).toBe("cus_1");
    });
  });

  describe("customers", () => {
    test("are stored once for a member, store and account: the first one, until it is replaced", async () => {
      const owner = { storeId: newId("store"), memberId: newId("member"), account: null };
      expect(await here.customers.find(owner)).toBeUndefined();
      const kept = await Promise.all(
        ["cus_1", "cus_2", "cus_3"].map((id, n) => either(n).customers.save(owner, id)),
      );
      expect(new Set(kept).size).toBe(1);
      const [dead = ""] = kept;
      expect(await elsewhere.customers.find(owner)).toBe(dead);
      for (const other of [{ storeId: "s" }, { memberId: "m" }, { account: "acct_1" }]) {
        expect(await here.customers.find({ ...owner, ...other })).toBeUndefined();
      }
      const replaced = await Promise.all(
        ["cus_4", "cus_5"].map((customerId, n) => either(n).customers.replace(owner, { dead, customerId })),
      );
      expect(new Set(replaced).size).toBe(1);
      expect(["cus_4", "cus_5"]).toContain(await elsewhere.customers.find(owner));
    });

    test("are taken from the member's live subscription on the account", async () => {
      const owner = { storeId: newId("store"), memberId: newId("member"), account: "acct_1" };
      const save = (customerId: string, fetchedAt: number, change: object = {}) =>
        here.subscriptions.save({
          ...owner,
          id: newId("sub"),
          status: "active",
          customerId,
          fetchedAt,
          ...change,
        });
      expect(await elsewhere.subscriptions.customerOf(owner)).toBeUndefined();
      await save("cus_old", 1000);
      await save("cus_ended", 9000, { status: "canceled" });
      await save("cus_elsewhere", 9000, { account: null });
      await save("cus_stranger", 9000, { memberId: "stranger" });
      await save("cus_new", 2000, { status: "unpaid" });
      expect(await elsewhere.subscriptions.customerOf(owner)).toBe("cus_new");
      expect(await elsewhere.subscriptions.customerOf({ ...owner, account: null })).toBe("cus_elsewhere");
    });
  });

  describe("the provider's events", () => {
    test("have one effect, however often and wherever they arrive", async () => {
      const event = { id: newId("evt"), type: "charge.refunded" };
      expect(await here.providerEvents.isKnown(event.id)).toBe(false);
      let effects = 0;
      await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          either(n).providerEvents.accept(event, async () => {
            effects++;
          }),
        ),
      );
      expect(effects).toBe(1);
      expect(await elsewhere.providerEvents.isKnown(event.id)).toBe(true);
    });

    test("whose effect fails stay unknown, and leave nothing behind", async () => {
      const event = { id: newId("evt"), type: "charge.refunded" };
      const paymentId = newId("pi");
      const failing = here.providerEvents.accept(event, async (db) => {
        await db.insertInto("refunds").values({ payment_id: paymentId, refunded: 5 }).execute();
        throw new Error("The power failed.");
      });
      await expect(failing).rejects.toThrow("The power failed.");
      expect(await here.providerEvents.isKnown(event.id)).toBe(false);
      await here.providerEvents.accept(event, async (db) => {
        await db.insertInto("refunds").values({ payment_id: paymentId, refunded: 5 }).execute();
      });
    });
  });

  describe("orders", () => {
    async function newSession(storeId: string, n: number): Promise<string> {
      const id = newId("cs");
      await here.checkoutSessions.begin({
        id,
        storeId,
        cartId: "cart_1",
        ...openState,
        providerId: null,
        mode: "payment",
        lines: [{ productId: "prod_1", name: "Poster", quantity: 1, unitPriceInCents: 100 + n }],
        total: 100 + n,
        currency: "eur",
        memberId: null,
        createdAt: clock.now,
        expiresAt: clock.now,
        account: null,
      });
      return id;
    }

    test("are listed newest first, with what of them was given back, as the newest answer says", async () => {
      const { id: storeId } = await newShop();
      const payments = ["pi", "pi", "pi"].map(newId);
      for (const [n, paymentId] of payments.entries()) {
        const id = await newSession(storeId, n);
        await here.checkoutSessions.settle(id, paidOutcome(paymentId, 100 + n, clock.now), clock.now + n);
      }
      const paymentId = payments[1] ?? "";
      const one = { id: newId("re"), paymentId, amount: 70, currency: "eur", createdAt: clock.now };
      const refund = (n: number, refunded: number, status: RefundStatus, fetchedAt: number) =>
        either(n).providerEvents.accept({ id: newId("evt"), type: "charge.refunded" }, (db) =>
          recordRefunds(db, { paymentId, refunded, refunds: [{ ...one, status }], fetchedAt }),
        );
      await refund(0, 100, "pending", clock.now + 2);
      await refund(1, 70, "failed", clock.now + 3);
      await refund(2, 90, "succeeded", clock.now + 1);
      const listed = await elsewhere.orders.listAll(storeId);
      expect(listed.map(({ total, refunded }) => [total, refunded])).toEqual([
        [102, 0],
        [101, 70],
        [100, 0],
      ]);
      expect(listed[1]?.refunds).toEqual([{ ...one, status: "failed", resolvedAt: null }]);
      expect(listed[0]).toMatchObject({ paymentId: payments[2], createdAt: clock.now });
    });

    test("are listed in the order of recording, whenever they were placed and whatever a process's clock says", async () => {
      const { id: storeId } = await newShop();
      const recorded: string[] = [];
      for (const n of [0, 1, 2, 3]) {
        const id = await newSession(storeId, n);
        const outcome = {
          ...paidOutcome(newId("pi"), 100 + n, clock.now),
          completedAt: clock.now - n * 1000,
        };
        await either(n).checkoutSessions.settle(id, outcome, clock.now - n * 60_000);
        recorded.unshift(id);
      }
      const listed = await here.orders.listAll(storeId);
      expect(listed.map((order) => order.checkoutSessionId)).toEqual(recorded);
      expect(listed.map((order) => clock.now - order.createdAt)).toEqual([3000, 2000, 1000, 0]);
      const lately = await here.orders.list({ storeId, from: clock.now - 2000, to: clock.now });
      expect(lately?.orders.map((order) => order.checkoutSessionId)).toEqual(recorded.slice(1, 3));
    });

    test("that are recorded at once each have their own place, after those that were there", async () => {
      const { id: storeId } = await newShop();
      const settle = async (n: number) => {
        const id = await newSession(storeId, n);
        await either(n).checkoutSessions.settle(id, paidOutcome(newId("pi"), 1, clock.now), clock.now);
        return id;
      };
      const first = await settle(0);
      const others = await Promise.all(Array.from({ length: 8 }, (_, n) => settle(n)));
      const { orders = [], hasMore } = (await here.orders.list({ storeId, limit: 8 })) ?? {};
      expect(new Set(orders.map((order) => order.checkoutSessionId))).toEqual(new Set(others));
      expect(hasMore).toBe(true);
      const after = await here.orders.list({ storeId, after: orders.at(-1)?.id });
      expect(after?.orders.map((order) => order.checkoutSessionId)).toEqual([first]);
    });
  });

  describe("member sessions", () => {
    test("identify their member, in their store, until they expire or are registered anew", async () => {
      const [{ id: storeId }, { id: otherStore }] = [await newShop(), await newShop()];
      const memberSessionId = newId("msess");
      const register = (memberId: string, expiresInSeconds: number) =>
        here.memberSessions.register({ storeId, memberSessionId, memberId, expiresInSeconds });
      const member = (id: string) => elsewhere.memberSessions.member({ storeId: id, memberSessionId });
      await register("member_1", 60);
      expect([await member(storeId), await member(otherStore)]).toEqual(["member_1", undefined]);
      await register("member_2", 120);
      clock.now += 60_000;
      expect(await member(storeId)).toBe("member_2");
      clock.now += 60_000;
      expect(await member(storeId)).toBeUndefined();
    });
  });

  describe("portal configurations", () => {
    test("are stored once per account, the first one", async () => {
      const account = newId("acct");
      expect(await here.portalConfigurations.find(account)).toBeUndefined();
      await Promise.all(["bpc_1", "bpc_1"].map((id, n) => either(n).portalConfigurations.save(account, id)));
      await here.portalConfigurations.save(account, "bpc_2");
      expect(await elsewhere.portalConfigurations.find(account)).toBe("bpc_1");
      const replaced = { dead: "bpc_1", configurationId: "bpc_3" };
      expect(await here.portalConfigurations.replace(account, replaced)).toBe("bpc_3");
      const late = { dead: "bpc_1", configurationId: "bpc_4" };
      expect(await elsewhere.portalConfigurations.replace(account, late)).toBe("bpc_3");
      await here.portalConfigurations.save(null, "bpc_platform");
      expect(await elsewhere.portalConfigurations.find(null)).toBe("bpc_platform");
    });
  });

  test("answers a ping", async () => {
    await here.ping();
  });
}

/** So that the connections have seen every table before the tests begin. */
async function useEverything(database: Database): Promise<void> {
  const nowhere = { storeId: "store_0", cartId: "cart_0", sessionId: "cs_0", memberId: "member_0" };
  await Promise.all([
    database.stores.list(),
    database.keys.list("store_0"),
    database.keys.holder("cp_unknown"),
    database.products.listAll("store_0"),
    database.carts.find(nowhere),
    database.checkoutSessions.find(nowhere),
    database.subscriptions.listLive(nowhere),
    database.subscriptions.list("store_0"),
    database.customers.find({ ...nowhere, account: null }),
    database.orders.listAll("store_0"),
    database.providerEvents.isKnown("evt_0"),
    database.portalConfigurations.find("acct_0"),
    database.memberSessions.member({ ...nowhere, memberSessionId: "msess_0" }),
  ]);
}
