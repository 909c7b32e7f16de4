/** A request with the status that the correct server sends for it. */
export interface Example {
  operationId: string;
  status: number;
  /** The value of the parameter in the path. */
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  /** A body that isn't JSON. */
  text?: string;
  form?: Record<string, string>;
  /** A form with a photo, and this caption if it has one. */
  photo?: { caption?: string } | "missing";
}

const wrongKey = { "X-Api-Key": "key-eve" };
const mergePatch = { "Content-Type": "application/merge-patch+json" };
const recipient = { name: "Zoë Kowalska", street: "Quay 9", city: "Delft", country: "NL" };
const required = {
  ...{ sender: "Ada Byrne", recipient, weightKg: 2.5, trackingNumber: 9007199254740991, express: true },
  insuredUntil: "2027-03-31",
};
const full = { ...required, notify: "zoe@example.com", tags: ["fragile", "gift"] };
const uninsured = { ...full, insuredUntil: null };
const { recipient: _, ...withoutRecipient } = full;

const unknown = "pcl_9998";
const malformed = "abc";
const ofAnotherCaller = "pcl_0007";

/** For each response that a request can lead to. No two operations change the same parcel, since their order is Specmatic's. */
export const examples: Example[] = [
  { operationId: "listParcels", status: 200 },
  { operationId: "listParcels", status: 200, query: { limit: "2", cursor: "c2" } },
  { operationId: "listParcels", status: 200, query: { status: "delivered" } },
  { operationId: "listParcels", status: 200, query: { status: "returned" } },
  { operationId: "listParcels", status: 200, query: { city: "L'Aquila" } },
  { operationId: "listParcels", status: 400, query: { limit: "1000" } },
  { operationId: "listParcels", status: 400, query: { status: "lost" } },
  { operationId: "listParcels", status: 401, headers: wrongKey },

  { operationId: "createParcel", status: 201, json: full },
  { operationId: "createParcel", status: 201, json: { ...full, sender: "Ada 📦" } },
  { operationId: "createParcel", status: 201, json: uninsured },
  { operationId: "createParcel", status: 201, json: required },
  { operationId: "createParcel", status: 400, json: withoutRecipient },
  { operationId: "createParcel", status: 400, json: { ...full, weightKg: 99 } },
  { operationId: "createParcel", status: 400, json: { ...full, colour: "red" } },
  { operationId: "createParcel", status: 400, json: { ...full, notify: "zoe" } },
  { operationId: "createParcel", status: 400, text: '{"sender":"Ada Byrne"' },
  { operationId: "createParcel", status: 400, text: "" },
  { operationId: "createParcel", status: 401, headers: wrongKey, json: full },

  { operationId: "getParcel", status: 200, id: "pcl_0001" },
  { operationId: "getParcel", status: 200, id: "pcl_0002" },
  { operationId: "getParcel", status: 200, id: "pcl_0002", headers: { "If-None-Match": '"unknown"' } },
  { operationId: "getParcel", status: 304, id: "pcl_0001", headers: { "If-None-Match": '"pcl_0001-1"' } },
  { operationId: "getParcel", status: 400, id: malformed },
  { operationId: "getParcel", status: 401, id: "pcl_0001", headers: wrongKey },
  { operationId: "getParcel", status: 404, id: unknown },
  { operationId: "getParcel", status: 404, id: ofAnotherCaller },

  {
    operationId: "updateParcel",
    status: 200,
    id: "pcl_0003",
    headers: mergePatch,
    json: { sender: "Edsger Wybe" },
  },
  {
    operationId: "updateParcel",
    status: 200,
    id: "pcl_0003",
    headers: mergePatch,
    json: { weightKg: 3.75, insuredUntil: null },
  },
  { operationId: "updateParcel", status: 400, id: "pcl_0003", headers: mergePatch, json: {} },
  {
    operationId: "updateParcel",
    status: 401,
    id: "pcl_0003",
    headers: { ...mergePatch, ...wrongKey },
    json: { express: true },
  },
  { operationId: "updateParcel", status: 404, id: unknown, headers: mergePatch, json: { express: true } },

  { operationId: "replaceParcel", status: 200, id: "pcl_0004", json: full },
  { operationId: "replaceParcel", status: 200, id: "pcl_0004", json: uninsured },
  { operationId: "replaceParcel", status: 400, id: "pcl_0004", json: { ...full, weightKg: 99 } },
  { operationId: "replaceParcel", status: 401, id: "pcl_0004", headers: wrongKey, json: full },
  { operationId: "replaceParcel", status: 404, id: unknown, json: full },
  {
    operationId: "replaceParcel",
    status: 412,
    id: "pcl_0004",
    headers: { "If-Match": '"stale"' },
    json: full,
  },

  { operationId: "deleteParcel", status: 204, id: "pcl_0005" },
  { operationId: "deleteParcel", status: 400, id: malformed },
  { operationId: "deleteParcel", status: 401, id: "pcl_0006", headers: wrongKey },
  { operationId: "deleteParcel", status: 404, id: unknown },

  { operationId: "getLabel", status: 200, id: "pcl_0001" },
  { operationId: "getLabel", status: 400, id: malformed },
  { operationId: "getLabel", status: 401, id: "pcl_0001", headers: wrongKey },
  { operationId: "getLabel", status: 404, id: unknown },

  { operationId: "addPhoto", status: 201, id: "pcl_0001", photo: { caption: "The left corner" } },
  { operationId: "addPhoto", status: 400, id: "pcl_0001", photo: "missing" },
  { operationId: "addPhoto", status: 401, id: "pcl_0001", headers: wrongKey, photo: {} },
  { operationId: "addPhoto", status: 404, id: unknown, photo: {} },

  { operationId: "createQuote", status: 200, form: { weightKg: "2.5", country: "DE" } },
  { operationId: "createQuote", status: 200, form: { weightKg: "12", country: "FR" } },
  { operationId: "createQuote", status: 400, form: { weightKg: "2.5", country: "XX" } },
  { operationId: "createQuote", status: 401, headers: wrongKey, form: { weightKg: "2.5", country: "DE" } },

  { operationId: "getDailyReport", status: 200, query: { date: "2026-11-26" } },
  { operationId: "getDailyReport", status: 400, query: { date: "yesterday" } },
  { operationId: "getDailyReport", status: 400 },
  { operationId: "getDailyReport", status: 401, query: { date: "2026-11-26" }, headers: wrongKey },

  { operationId: "listDepots", status: 200 },
  { operationId: "getDepot", status: 200, id: "1" },
  { operationId: "getDepot", status: 200, id: "2" },
  { operationId: "getDepot", status: 400, id: "1abc" },
  { operationId: "getDepot", status: 404, id: "99" },
];
