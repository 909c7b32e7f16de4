import { describe, expect, test } from "vitest";
import { dueAtCheckout, snapshot } from "../../server/domain/checkout.ts";
import { thrownErrorCode } from "../../toolkit/test/helpers/thrown-error-code.ts";

const base = {
  ...{ currency: "eur", isActive: true, billingInterval: null, imageUrl: null, sku: null },
  ...{ options: [], trialDays: null, requiresShipping: null, taxCode: null },
};
const catalog = new Map(
  [
    { ...base, _id: "poster", name: "Poster", priceInCents: 2400, type: "physical" as const, sku: "P-1" },
    { ...base, _id: "font", name: "Font", priceInCents: 4900, type: "digital" as const },
    {
      ...base,
      _id: "monthly",
      name: "Club",
      priceInCents: 900,
      type: "subscription" as const,
      billingInterval: "month" as const,
    },
    {
      ...base,
      _id: "monthly2",
      name: "Club 2",
      priceInCents: 950,
      type: "subscription" as const,
      billingInterval: "month" as const,
    },
    {
      ...base,
      _id: "yearly",
      name: "Club",
      priceInCents: 9000,
      type: "subscription" as const,
      billingInterval: "year" as const,
    },
    { ...base, _id: "retired", name: "Old", priceInCents: 1, type: "physical" as const, isActive: false },
    { ...base, _id: "dollars", name: "Import", priceInCents: 1, type: "physical" as const, currency: "usd" },
  ].map((product) => [product._id, product]),
);

const cart = (...ids: string[]) => ids.map((productId, n) => ({ productId, quantity: n + 1 }));
const refused = (...ids: string[]) => thrownErrorCode(() => snapshot(cart(...ids), catalog, "eur"));

describe("the snapshot of a cart", () => {
  test("has the current names, prices and SKUs, in the cart's order", () => {
    expect(snapshot(cart("font", "poster"), catalog, "eur")).toEqual({
      mode: "payment",
      interval: null,
      isShipped: true,
      pictures: new Map(),
      lines: [
        {
          ...{ productId: "font", quantity: 1, name: "Font", options: [], unitPriceInCents: 4900 },
          ...{ sku: null, requiresShipping: false },
        },
        {
          ...{ productId: "poster", quantity: 2, name: "Poster", options: [], unitPriceInCents: 2400 },
          ...{ sku: "P-1", requiresShipping: true },
        },
      ],
    });
  });

  test("has the pictures of products that have one", () => {
    const imageUrl = "https://shop.example/font.png";
    const shown = new Map(catalog).set("font", { ...catalog.get("font"), imageUrl } as never);
    expect(snapshot(cart("font", "poster"), shown, "eur").pictures).toEqual(new Map([["font", imageUrl]]));
  });

  test("needs shipping when anything in it is physical", () => {
    expect(snapshot(cart("font"), catalog, "eur").isShipped).toBe(false);
    expect(snapshot(cart("monthly"), catalog, "eur").isShipped).toBe(false);
    expect(snapshot(cart("poster", "font"), catalog, "eur").isShipped).toBe(true);
  });

  test("of subscriptions is charged every interval", () => {
    expect(snapshot(cart("monthly", "monthly2"), catalog, "eur")).toMatchObject({
      mode: "subscription",
      interval: "month",
    });
    expect(snapshot(cart("yearly"), catalog, "eur")).toMatchObject({
      mode: "subscription",
      interval: "year",
    });
  });
});

describe("is refused", () => {
  test("CART_EMPTY without lines", () => {
    expect(refused()).toBe("CART_EMPTY");
  });

  test.each([
    ["monthly", "poster"],
    ["font", "monthly"],
    ["monthly", "yearly"],
    ["monthly", "retired"],
  ])("CART_MIXED_TYPES for %s with %s, before any other check", (one, other) => {
    expect(refused(one, other)).toBe("CART_MIXED_TYPES");
    expect(refused(one, other, "gone")).toBe("CART_MIXED_TYPES");
  });

  test.each(["retired", "dollars", "gone"])("CONFLICT for a product that is %s", (id) => {
    expect(refused("poster", id)).toBe("CONFLICT");
    expect(refused(id)).toBe("CONFLICT");
  });

  test.each([
    ["payment", 100, undefined],
    ["payment", 101, "CONFLICT"],
    ["subscription", 20, undefined],
    ["subscription", 21, "CONFLICT"],
  ])("a %s of %d lines: %s", (mode, length, code) => {
    const [like] = [catalog.get(mode === "payment" ? "poster" : "monthly")];
    if (!like) throw new Error("There is such a product.");
    const ids = Array.from({ length }, (_, n) => `p${n}`);
    const products = new Map(ids.map((id) => [id, { ...like, _id: id }]));
    expect(thrownErrorCode(() => snapshot(cart(...ids), products, "eur"))).toBe(code);
  });
});

describe("a trial", () => {
  const club = catalog.get("monthly");
  if (!club) throw new Error("There is no club.");
  const withTrials = (...days: (number | null)[]) => {
    const products = days.map(
      (trialDays, n) => [`club${n}`, { ...club, _id: `club${n}`, trialDays }] as const,
    );
    return snapshot(cart(...products.map(([id]) => id)), new Map(products), "eur");
  };

  test("is on the lines, and nothing is due at checkout", () => {
    const { lines } = withTrials(14);
    expect(lines).toMatchObject([{ trialDays: 14 }]);
    expect(dueAtCheckout({ lines, total: 900 })).toBe(0);
  });

  test("is the shortest of the products', and none beside a product without one", () => {
    expect(withTrials(14, 7).lines.map(({ trialDays }) => trialDays)).toEqual([7, 7]);
    const { lines } = withTrials(14, null);
    expect(lines.map((line) => "trialDays" in line)).toEqual([false, false]);
    expect(dueAtCheckout({ lines, total: 1800 })).toBe(1800);
  });
});

test("a subscription is shipped if its merchant says so", () => {
  const club = { ...base, _id: "club", name: "Club", priceInCents: 900, type: "subscription" as const };
  const shippedIf = (requiresShipping: boolean | null) =>
    snapshot(
      cart("club"),
      new Map([["club", { ...club, billingInterval: "month" as const, requiresShipping }]]),
      "eur",
    ).isShipped;
  expect([true, false, null].map(shippedIf)).toEqual([true, false, false]);
});
