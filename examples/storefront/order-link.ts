import { createHmac, timingSafeEqual } from "node:crypto";

const daysValid = 60;
const dayMs = 24 * 3600 * 1000;

/** The path of a page that shows an order to anyone who has the link, for sixty days. */
export function orderLink(orderId: string, secret: string, now = Date.now()): string {
  const until = String(now + daysValid * dayMs);
  return `/orders/${orderId}?${new URLSearchParams({ until, signature: sign(orderId, until, secret) })}`;
}

/** Whether the query is that of the order's link, and the link hasn't expired. */
export function opensOrder(
  orderId: string,
  { until = "", signature = "" }: Record<string, string>,
  secret: string,
  now = Date.now(),
): boolean {
  const given = Buffer.from(signature);
  const valid = Buffer.from(sign(orderId, until, secret));
  return given.length === valid.length && timingSafeEqual(given, valid) && now < Number(until);
}

function sign(orderId: string, until: string, secret: string): string {
  // The name of the purpose, since the secret signs cookies too.
  return createHmac("sha256", secret).update(`order-link:${orderId}:${until}`).digest("base64url");
}
