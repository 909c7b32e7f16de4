import type { ListQuery } from "./checks.ts";

export interface Parcel {
  id: string;
  sender: string;
  recipient: Record<string, string>;
  weightKg: number;
  trackingNumber: number | bigint;
  express: boolean;
  insuredUntil: string | null;
  notify?: string;
  tags: string[];
  status: string;
  createdAt: string;
  deliveredAt: string | null;
}

interface Row {
  caller: string;
  version: number;
  parcel: Parcel;
}

export const callers = new Map([
  ["key-ada", "ada"],
  ["key-bob", "bob"],
]);

const cities = ["Lyon", "Łódź", "Kiel", "Lyon", "Delft", "Lyon", "Kiel"];

function seeds(): Row[] {
  return cities.map((city, index) => {
    const status = ["registered", "delivered", "in_transit"][index % 3] ?? "registered";
    return {
      caller: index === 6 ? "bob" : "ada",
      version: 1,
      parcel: {
        id: `pcl_000${index + 1}`,
        sender: "Ada Byrne",
        recipient: { name: "Zoë Kowalska", street: `Quay ${index + 1}`, city, country: "FR" },
        weightKg: 2.125,
        trackingNumber: 9007199254740993n + BigInt(2 * index),
        express: index % 2 === 0,
        insuredUntil: index === 0 ? "2027-01-31" : null,
        notify: "zoe@example.com",
        tags: ["fragile"],
        status,
        createdAt: `2026-11-2${index}T08:30:00Z`,
        deliveredAt: status === "delivered" ? "2026-11-25T16:00:00Z" : null,
      },
    };
  });
}

export function createParcels(fault: string) {
  const rows = seeds();
  const deleted: Row[] = [];
  const puts = new Set<string>();

  function find(caller: string, id: string): Row | undefined {
    const row = rows.find((one) => one.parcel.id === id);
    return row && (row.caller === caller || fault === "reads-others-parcels") ? row : undefined;
  }

  return {
    find,

    list(caller: string, { limit, start, status, city }: ListQuery) {
      const all = fault === "list-keeps-deleted" ? [...rows, ...deleted] : rows;
      const own = all
        .filter((row) => row.caller === caller)
        .map(({ parcel }) => parcel)
        .filter((parcel) => status === undefined || parcel.status === status || fault === "ignored-filter")
        .filter((parcel) => city === undefined || parcel.recipient.city === city);
      const from = fault === "ignored-cursor" ? 0 : start;
      const to = fault === "ignored-limit" ? own.length : from + limit;
      const data = own.slice(from, to);
      if (fault === "repeated-rows" && data[0]) data.push(data[0]);
      return { data, nextCursor: start + limit < own.length ? `c${start + limit}` : null };
    },

    create(caller: string, input: Partial<Parcel>): Row {
      const id = `pcl_${1000 + rows.length + deleted.length}`;
      const parcel = {
        ...{ id, tags: [], status: "registered", createdAt: "2026-11-26T10:00:00Z", deliveredAt: null },
        ...input,
      } as Parcel;
      if (fault === "rounded-int64") parcel.trackingNumber = BigInt(Number(parcel.trackingNumber));
      if (fault === "create-changes-sender") parcel.sender = parcel.sender.toUpperCase();
      if (fault === "create-cuts-sender") parcel.sender = parcel.sender.slice(0, 5);
      const row = { caller, version: 1, parcel };
      if (fault !== "create-stores-nothing") rows.push(row);
      return row;
    },

    /** Undefined if the same request was made before and the server takes it for a mistake. */
    replace(row: Row, input: Partial<Parcel>): Parcel | undefined {
      const { id, status, createdAt, deliveredAt } = row.parcel;
      const old = row.parcel;
      const answer = { id, tags: [], status, createdAt, deliveredAt, ...input } as Parcel;
      const key = `${id} ${input.sender}`;
      if (fault === "second-put-fails" && puts.has(key)) return undefined;
      puts.add(key);
      row.parcel = { ...answer };
      row.version += 1;
      if (fault === "put-loses-tags") row.parcel.tags = [];
      if (fault === "put-stores-nothing") row.parcel = old;
      return fault === "put-answers-old" ? old : answer;
    },

    update(row: Row, patch: Partial<Parcel>): Parcel {
      if (fault === "patch-does-nothing") return row.parcel;
      row.parcel = { ...row.parcel, ...patch };
      if (fault === "patch-clears-the-rest")
        Object.assign(row.parcel, { insuredUntil: null, tags: [], ...patch });
      row.version += 1;
      return row.parcel;
    },

    remove(row: Row): void {
      if (fault === "delete-does-nothing") return;
      rows.splice(rows.indexOf(row), 1);
      deleted.push(row);
    },

    etag({ parcel: { id }, version }: Row): string {
      if (fault === "etag-never-changes") return `"${id}"`;
      return `"${id}-${version}"`;
    },
  };
}

export const depots = [
  { id: 1, kind: "counter", city: "Lyon", opens: "08:30" },
  { id: 2, kind: "locker", city: "Kiel", slots: 48 },
];

/** What a server that doesn't notice a broken or a missing body takes for the body. */
export const guessed: Partial<Parcel> = {
  sender: "unknown",
  recipient: { name: "Zoë", street: "Quay 1", city: "Kiel", country: "DE" },
  weightKg: 1,
  trackingNumber: 1,
  express: false,
  insuredUntil: null,
};
