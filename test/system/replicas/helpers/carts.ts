import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer, Ask } from "../../faults/helpers/load.ts";

export interface Shopper {
  /** At the process that serves this cart. */
  ask: Ask;
  /** At another process. */
  askElsewhere: Ask;
  productId: string;
  isOver: () => boolean;
}

/** How a cart differs from what it should be; undefined if it doesn't. */
type Difference = string | undefined;

const everyMs = 40;
/** Below the limit of a line. */
const maxQuantity = 900;

/** Adds one piece at a time, each until it is acknowledged, with one Idempotency-Key. Each counts exactly once. */
export async function addOneByOne({ ask, askElsewhere, productId, isOver }: Shopper): Promise<Difference[]> {
  const differences: Difference[] = [];
  while (!isOver()) {
    const cartId = await newCart(ask);
    let added = 0;
    while (added < maxQuantity && !isOver()) {
      await insist(ask, "POST", `/v1/cart/${cartId}/lines`, { productId, quantity: 1 });
      added++;
      await pause(everyMs);
    }
    const found = await quantityIn(askElsewhere, cartId);
    differences.push(found === added ? undefined : `of ${added} pieces, ${found} are in the cart`);
  }
  return differences;
}

/** Sets a quantity. A refused change may have been made; an acknowledged one is visible at the other process. */
export async function setQuantities({
  ask,
  askElsewhere,
  productId,
  isOver,
}: Shopper): Promise<Difference[]> {
  const differences: Difference[] = [];
  const cartId = await newCart(ask);
  await insist(ask, "POST", `/v1/cart/${cartId}/lines`, { productId, quantity: 1 });
  let possible = [1];
  for (let quantity = 2; !isOver(); quantity = (quantity % maxQuantity) + 1) {
    const { status } = await ask("PATCH", `/v1/cart/${cartId}/lines/${productId}`, { quantity });
    possible = status === 200 ? [quantity] : [...possible, quantity];
    if (status !== 200) await pause(200);
    const read = await askElsewhere("GET", `/v1/cart/${cartId}`);
    if (read.status === 200) differences.push(difference(possible, read));
    await pause(everyMs);
  }
  differences.push(difference(possible, await insist(askElsewhere, "GET", `/v1/cart/${cartId}`)));
  return differences;
}

function difference(possible: number[], read: Answer): Difference {
  const found: number = read.body?.data?.lines[0]?.quantity;
  return possible.includes(found) ? undefined : `${found} is in the cart instead of ${possible.join(" or ")}`;
}

async function newCart(ask: Ask): Promise<string> {
  return (await insist(ask, "POST", "/v1/cart")).body.data.id;
}

async function quantityIn(ask: Ask, cartId: string): Promise<number> {
  return (await insist(ask, "GET", `/v1/cart/${cartId}`)).body.data.lines[0].quantity;
}

const patienceMs = 240_000;

/** Retries a request with its Idempotency-Key until it is answered. */
async function insist(ask: Ask, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = method === "POST" ? { "Idempotency-Key": randomUUID() } : {};
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask(method, path, body, headers);
    const isInProgress = answer.status === 409 && Boolean(answer.retryAfter);
    if (answer.status !== 0 && answer.status < 500 && !isInProgress) {
      if (answer.status === 200) return answer;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if (performance.now() > until) throw new Error(`${method} ${path} had no answer: ${answer.status}`);
    await pause(200);
  }
}
