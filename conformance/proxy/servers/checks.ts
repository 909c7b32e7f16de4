// What the document demands of requests, checked by hand: the servers are judged, so they don't share the judge's code.

type Check = (value: unknown) => boolean;

export const statuses = ["registered", "in_transit", "delivered", "returned"];
const countries = ["DE", "FR", "NL", "PL"];

const text =
  (most: number): Check =>
  (value) =>
    typeof value === "string" && [...value].length >= 1 && [...value].length <= most;

const isWeight: Check = (value) =>
  typeof value === "number" && value > 0 && value <= 31.5 && Number(value.toFixed(3)) === value;

export const isDate = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(value).toString() !== "Invalid Date" &&
  new Date(value).toISOString().startsWith(value);

const isTrackingNumber: Check = (value) =>
  typeof value === "bigint" ? value > 0n && value < 2n ** 63n : Number.isInteger(value) && Number(value) >= 1;

const isTags: Check = (value) =>
  Array.isArray(value) && value.length <= 5 && new Set(value).size === value.length && value.every(text(20));

const patchChecks: Record<string, Check> = {
  sender: text(60),
  weightKg: isWeight,
  express: (value) => typeof value === "boolean",
  insuredUntil: (value) => value === null || isDate(value),
  tags: isTags,
};

const inputChecks: Record<string, Check> = {
  ...patchChecks,
  recipient: isAddress,
  trackingNumber: isTrackingNumber,
  notify: (value) => typeof value === "string" && /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(value),
};

const addressChecks: Record<string, Check> = {
  name: text(60),
  street: text(80),
  city: text(60),
  country: (value) => countries.includes(value as string),
};

function isAddress(value: unknown): boolean {
  return faultOf(value, addressChecks, Object.keys(addressChecks)) === undefined;
}

function faultOf(
  value: unknown,
  checks: Record<string, Check>,
  required: string[],
  isOpen = false,
): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "The body is not an object.";
  const body = value as Record<string, unknown>;
  const missing = required.find((name) => !Object.hasOwn(body, name));
  if (missing) return `${missing} is missing.`;
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined && !isOpen) return `${unknown} is unknown.`;
  const wrong = Object.keys(checks).find((name) => Object.hasOwn(body, name) && !checks[name]?.(body[name]));
  return wrong && `${wrong} is wrong.`;
}

/** A server that doesn't check this much of a body. */
const lenient: Record<string, (checks: Record<string, Check>, required: string[]) => void> = {
  "accepts-missing-field": (_checks, required) => required.splice(required.indexOf("recipient"), 1),
  "accepts-wrong-type": (checks) => Object.assign(checks, { weightKg: () => true }),
  "accepts-overweight": (checks) =>
    Object.assign(checks, { weightKg: (value: unknown) => Number(value) > 0 }),
  "accepts-bad-email": (checks) => Object.assign(checks, { notify: () => true }),
  "rejects-null": (checks) => Object.assign(checks, { insuredUntil: isDate }),
};

export function faultOfInput(body: unknown, fault: string): string | undefined {
  const checks = { ...inputChecks };
  const required = ["sender", "recipient", "weightKg", "trackingNumber", "express", "insuredUntil"];
  lenient[fault]?.(checks, required);
  return faultOf(body, checks, required, fault === "accepts-unknown-field");
}

export function faultOfPatch(body: unknown, fault: string): string | undefined {
  const isEmpty = typeof body === "object" && body !== null && Object.keys(body).length === 0;
  if (isEmpty && fault !== "accepts-empty-patch") return "The body is empty.";
  return faultOf(body, patchChecks, []);
}

/** @param caption null if the form has none */
export function faultOfPhoto(
  { bytes, caption }: { bytes: number | undefined; caption: unknown },
  fault: string,
): string | undefined {
  if (bytes === undefined && fault !== "accepts-no-photo") return "photo is missing.";
  const isCaption = caption === null || caption === "" || text(80)(caption);
  return isCaption ? undefined : "caption is wrong.";
}

export function faultOfQuote(form: URLSearchParams, fault: string): string | undefined {
  const unknown = [...form.keys()].find((name) => !["weightKg", "country"].includes(name));
  if (unknown !== undefined) return `${unknown} is unknown.`;
  if (!isWeight(Number(form.get("weightKg") || Number.NaN))) return "weightKg is wrong.";
  const country = form.get("country");
  const isKnown =
    countries.includes(country ?? "") || (country !== null && fault === "accepts-unknown-country");
  return isKnown ? undefined : "country is wrong.";
}

export interface ListQuery {
  limit: number;
  start: number;
  status: string | undefined;
  city: string | undefined;
}

/** Undefined if a parameter is wrong. */
export function readListQuery(query: URLSearchParams, fault: string): ListQuery | undefined {
  const limit = query.get("limit") ?? "20";
  const most = fault === "accepts-huge-limit" ? 100_000 : 50;
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > most) return undefined;
  const cursor = query.get("cursor") ?? "c0";
  if (!/^c\d+$/.test(cursor)) return undefined;
  const status = query.get("status") ?? undefined;
  const isStatus = status === undefined || statuses.includes(status) || fault === "accepts-unknown-status";
  const city = query.get("city") ?? undefined;
  if (!isStatus || (city !== undefined && !text(60)(city))) return undefined;
  return { limit: Number(limit), start: Number(cursor.slice(1)), status, city };
}
