import type { Parcel } from "./parcels.ts";

type Values = Record<string, unknown>;

/** What is wrong with a single parcel as getParcel answers it. */
const inParcel: Record<string, (parcel: Values) => Values> = {
  "missing-field": ({ status, ...rest }) => rest,
  "missing-nested-field": ({ recipient, ...rest }) => ({
    ...rest,
    recipient: { ...(recipient as Values), city: undefined },
  }),
  "extra-field": (parcel) => ({ ...parcel, passwordHash: "x9f3" }),
  "number-as-string": (parcel) => ({ ...parcel, weightKg: String(parcel.weightKg) }),
  "boolean-as-number": (parcel) => ({ ...parcel, express: parcel.express ? 1 : 0 }),
  "null-for-string": (parcel) => ({ ...parcel, sender: null }),
  "null-left-out": ({ deliveredAt, ...rest }) => (deliveredAt === null ? rest : { ...rest, deliveredAt }),
  "enum-in-capitals": (parcel) => ({ ...parcel, status: String(parcel.status).toUpperCase() }),
  "date-time-without-t": (parcel) => ({ ...parcel, createdAt: "2026-11-20 08:30:00" }),
  "date-with-dots": (parcel) => ({ ...parcel, insuredUntil: "31.01.2027" }),
  "email-without-host": (parcel) => ({ ...parcel, notify: "zoe" }),
  "weight-of-zero": (parcel) => ({ ...parcel, weightKg: 0 }),
  "repeated-tags": (parcel) => ({ ...parcel, tags: ["fragile", "fragile"] }),
  "wrapped-in-data": (parcel) => ({ data: parcel }),
};

export function spoilParcel(parcel: Parcel, fault: string): Values {
  return inParcel[fault]?.({ ...parcel }) ?? { ...parcel };
}

export function spoilList(page: { data: Parcel[]; nextCursor: string | null }, fault: string): unknown {
  const { data, nextCursor } = page;
  if (fault === "bare-list") return data;
  if (fault === "null-for-empty-list" && data.length === 0) return { data: null, nextCursor };
  if (fault === "id-without-prefix")
    return { data: data.map((one) => ({ ...one, id: one.id.slice(4) })), nextCursor };
  if (fault === "last-row-incomplete" && data.length > 1) {
    return { data: [...data.slice(0, -1), { ...data.at(-1), recipient: undefined }], nextCursor };
  }
  return page;
}

export function spoilDepots(depots: Values[], fault: string): unknown {
  if (fault === "object-for-list") return { ...depots };
  if (fault === "locker-without-slots") return depots.map(({ slots, ...rest }) => rest);
  return depots;
}

export function spoilDepot(depot: Values, fault: string): unknown {
  if (fault === "fraction-for-integer" && "slots" in depot) return { ...depot, slots: 48.5 };
  if (fault === "unknown-kind") return { ...depot, kind: "drone" };
  return depot;
}

/** A price in EUR. */
export function quoteOf(weightKg: number, fault: string): Values {
  const price = Math.round(100 * (3.9 + weightKg)) / 100;
  const prices: Values = { "price-as-string": price.toFixed(2), "price-with-float-error": 3 * 1.1 };
  return { price: prices[fault] ?? price, currency: "EUR", days: weightKg > 10 ? 4 : 2 };
}

/** What is wrong with the text of a parcel as getParcel answers it. */
export function spoilText(json: string, fault: string): Buffer {
  if (fault === "truncated-json") return Buffer.from(json.slice(0, -20));
  if (fault === "empty-body") return Buffer.alloc(0);
  if (fault === "latin1-json") return Buffer.from(json, "latin1");
  if (fault === "repeated-key") return Buffer.from(json.replace("{", '{"sender":1,'));
  return Buffer.from(json);
}
