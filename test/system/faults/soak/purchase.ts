import { setTimeout as pause } from "node:timers/promises";
import type { Control } from "@counterpart/stripe-stand-in";
import type { Answer, Ask } from "../helpers/load.ts";
import type { Random } from "./random.ts";

export interface Buying {
  /** Calls whichever server is running now. */
  ask: Ask;
  products: Record<string, string>;
  stripe: Control;
  random: Random;
  /** The pending bank debits, by the provider's session. */
  debits: Set<string>;
  /** Gets the sessions that buyers have completed, by the provider's id. */
  sold?: string[];
  /** How many members have subscribed, and how many may. By default, only guests subscribe. */
  members?: { count: number; most: number };
  /** A promotion code. Some buyers send it with the checkout, others enter it on the payment page if it has the field. */
  code?: string;
  figures: Record<string, number>;
}

interface Basket {
  cartId: string;
  /** The subscriber's session; undefined for a guest. */
  memberSessionId?: string;
  promotionCode?: string;
}

/** The session of a member in the caller's own authentication system. */
export function sessionOf(memberId: string): string {
  return `session-of-${memberId}`;
}

/** One buyer: fills a cart, checks out, perhaps twice, pays or doesn't, and perhaps tries to buy the same again. */
export async function purchase(buying: Buying): Promise<void> {
  const { random, figures } = buying;
  const cartId: string = (await insist(buying, "POST", "/v1/cart")).body.data.id;
  const sendsCode = random.chance(0.2) && buying.code;
  const basket = {
    cartId,
    ...(await fill(buying, cartId)),
    ...(sendsCode && { promotionCode: buying.code }),
  };
  const pages = await checkOut(buying, basket);
  const page = pages.at(-1);
  if (page === undefined) return;
  if (random.chance(0.08)) return count(figures, "abandoned");
  if (random.chance(0.1)) await submit(page, "decline");
  const text = await (await fetch(page)).text();
  if (buying.code && text.includes('name="promotion_code"') && random.chance(0.3)) {
    await submit(page, "apply_code", { promotion_code: buying.code });
  }
  const chosen = random.pick(shippingChoices(text));
  const paysLater = random.chance(0.25);
  // A buyer may still have an older page open, and press its button at the same moment.
  const older = pages.length > 1 && random.chance(0.5) ? [submit(random.pick(pages), "pay")] : [];
  const [sessionId] = await Promise.all([submit(page, paysLater ? "pay_later" : "pay", chosen), ...older]);
  if (paysLater && sessionId) buying.debits.add(sessionId);
  else if (sessionId) buying.sold?.push(sessionId);
  if (random.chance(0.5) && sessionId) await insist(buying, "GET", `/v1/checkout/sessions/${sessionId}`);
  if (random.chance(0.4)) await buyAgain(buying, basket);
}

async function fill(buying: Buying, cartId: string): Promise<Pick<Basket, "memberSessionId">> {
  const { random, products } = buying;
  const subscribes = random.chance(0.2);
  const wanted = subscribes
    ? [random.pick(["monthly", "trial"].filter((one) => products[one] !== undefined))]
    : ["poster", "notebook", "font"].slice(0, random.between(1, 3));
  for (const reference of wanted) {
    // A change without a response may still have been made, so the quantity is set afterwards.
    const productId = products[reference];
    await insist(buying, "POST", `/v1/cart/${cartId}/lines`, { productId, quantity: 1 });
    const quantity = subscribes ? 1 : random.between(1, 3);
    await insist(buying, "PATCH", `/v1/cart/${cartId}/lines/${productId}`, { quantity });
  }
  const isMember = subscribes && random.chance(0.8);
  return isMember && buying.members ? { memberSessionId: sessionOf(nextMember(random, buying.members)) } : {};
}

/** Mostly another one; some want to subscribe twice. */
function nextMember(random: Random, members: { count: number; most: number }): string {
  const isAnother = members.count === 0 || (members.count < members.most && random.chance(0.8));
  return `member_${isAnother ? members.count++ : random.between(0, members.count - 1)}`;
}

/** The pages of one checkout, or of several for the same cart, sometimes at the same moment. */
async function checkOut(buying: Buying, basket: Basket): Promise<string[]> {
  const { random, figures } = buying;
  const begin = async () => (await insist(buying, "POST", "/v1/checkout/session", basket)).body?.data?.url;
  const pages: (string | undefined)[] = [await begin()];
  if (random.chance(0.2)) {
    count(figures, "second checkouts");
    const more = random.chance(0.5) ? await Promise.all([begin(), begin()]) : [await begin()];
    pages.push(...more);
  }
  return pages.filter((page) => page !== undefined);
}

/** After buying, checks out the same cart once more, and pays if a page opens. */
async function buyAgain(buying: Buying, basket: Basket): Promise<void> {
  count(buying.figures, "tried to buy the same again");
  const { body } = await insist(buying, "POST", "/v1/checkout/session", basket);
  const sessionId = body?.data?.url && (await submit(body.data.url, "pay"));
  if (sessionId) buying.sold?.push(sessionId);
}

/** A choice for each shipping rate that a payment page offers. */
function shippingChoices(text: string): Record<string, string>[] {
  const rates = [...text.matchAll(/name="shipping_rate" value="([^"]+)"/g)];
  return rates.length > 0 ? rates.map(([, id = ""]) => ({ shipping_rate: id })) : [{}];
}

/** In a country where the store's prices are taxed. */
const buyer = {
  email: "ines@reader.example",
  billing_country: "IE",
  shipping_name: "Ines Reader",
  shipping_line1: "7 Quay Street",
  shipping_city: "Galway",
  shipping_postal_code: "H91 Y6P0",
  shipping_country: "IE",
};

/** Presses a button on the payment page. Returns the session if it is complete now. */
export async function submit(
  page: string,
  outcome: string,
  choices: Record<string, string> = {},
): Promise<string | undefined> {
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...buyer, outcome, ...choices }),
  });
  await response.body?.cancel();
  const location = response.headers.get("location");
  return location ? (new URL(location).searchParams.get("session_id") ?? undefined) : undefined;
}

const patienceMs = 180_000;

/** Retries a request until the response isn't "try again", as a careful client does while servers come and go. */
export async function insist(
  buying: Pick<Buying, "ask" | "random" | "figures">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await buying.ask(method, path, body);
    if (answer.status !== 0 && answer.status < 500) return answer;
    count(buying.figures, answer.status === 0 ? "requests cut off" : "answered 500");
    if (performance.now() > until)
      throw new Error(`${method} ${path} had no answer: ${JSON.stringify(answer)}`);
    await pause(buying.random.between(50, 250));
  }
}

export function count(figures: Record<string, number>, name: string, by = 1): void {
  figures[name] = (figures[name] ?? 0) + by;
}
