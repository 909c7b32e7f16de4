import type { Ask } from "../helpers/load.ts";
import { count, insist, submit } from "../soak/purchase.ts";
import type { Random } from "../soak/random.ts";

export interface StockBuying {
  ask: Ask;
  random: Random;
  productIds: string[];
  /** The pending bank debits, by the provider's session. */
  debits: Set<string>;
  figures: Record<string, number>;
}

/** One buyer, who takes one to three products, checks out, perhaps twice, and pays, declines or leaves. */
export async function buyCounted(buying: StockBuying): Promise<void> {
  const { random, figures } = buying;
  const cartId: string = (await insist(buying, "POST", "/v1/cart")).body.data.id;
  for (let line = random.between(1, 3); line > 0; line--) {
    const productId = random.pick(buying.productIds);
    const quantity = random.between(1, 2);
    await insist(buying, "POST", `/v1/cart/${cartId}/lines`, { productId, quantity });
  }
  let page = await checkOut(buying, cartId);
  // A new session for the same cart replaces the first one and its reservation.
  if (random.chance(0.2)) page = (await checkOut(buying, cartId)) ?? page;
  if (page === undefined) return;
  if (random.chance(0.1)) return count(figures, "abandoned");
  if (random.chance(0.1)) await submit(page, "decline");
  const paysLater = random.chance(0.2);
  const sessionId = await submit(page, paysLater ? "pay_later" : "pay");
  if (!sessionId) return count(figures, "not paid");
  count(figures, paysLater ? "paid later" : "paid");
  if (paysLater) buying.debits.add(sessionId);
  if (random.chance(0.5)) await insist(buying, "GET", `/v1/checkout/sessions/${sessionId}`);
}

async function checkOut(buying: StockBuying, cartId: string): Promise<string | undefined> {
  const { status, body } = await insist(buying, "POST", "/v1/checkout/session", { cartId });
  if (status === 200) return body.data.url;
  const isShortage = status === 409 && body.details?.[0]?.rule === "stock";
  if (!isShortage) throw new Error(`A checkout was refused: ${status} ${JSON.stringify(body)}`);
  count(buying.figures, "refused for too little stock");
  return undefined;
}
