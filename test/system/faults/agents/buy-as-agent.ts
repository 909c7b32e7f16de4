import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Control } from "@counterpart/stripe-stand-in";
import { grantToken } from "../../../helpers/agent-shop.ts";
import type { Answer, Ask } from "../helpers/load.ts";
import { count } from "../soak/purchase.ts";
import type { Random } from "../soak/random.ts";
import type { Protocol } from "./protocols.ts";

export interface AgentBuying {
  /** Calls whichever server is running now. */
  ask: Ask;
  stripe: Control;
  /** The provider's. */
  standInUrl: string;
  productId: string;
  /** How many there are. */
  pieces: number;
  random: Random;
  /** Gets the session and the order of each purchase. */
  bought: { sessionId: string; orderId: string }[];
  figures: Record<string, number>;
}

export function soldBy(stripe: Control): number {
  return stripe.events("payment_intent.succeeded").length;
}

/** One agent, which tries until it has bought one piece or none is left. */
export async function buyAsAgent(buying: AgentBuying, protocol: Protocol): Promise<void> {
  const { random, figures } = buying;
  for (;;) {
    const created = await insist(buying, protocol, "", protocol.wanted(buying.productId));
    const { id } = created.body;
    const isReady = id !== undefined && protocol.isReady(created);
    if (isReady && (await complete(buying, protocol, id))) return;
    // Some are never heard of again, and what they hold is free once the session has expired.
    if (isReady && random.chance(0.1)) count(figures, "abandoned");
    else if (id !== undefined) await insist(buying, protocol, `/${id}/cancel`);
    if (soldBy(buying.stripe) >= buying.pieces) return count(figures, "found it sold out");
    await pause(random.between(100, 1000));
  }
}

/** Pays, and sends the completion again as agents do whose response was lost. */
async function complete(buying: AgentBuying, protocol: Protocol, id: string): Promise<boolean> {
  const { random, figures, bought } = buying;
  const method = random.chance(0.15) ? "pm_card_visa_chargeDeclined" : "pm_card_visa";
  const pay = async (key: string) => {
    const token = await grantToken(buying, { method });
    return { key, json: protocol.payment(token) };
  };
  const first = await pay(randomUUID());
  const send = ({ key, json }: typeof first) => insist(buying, protocol, `/${id}/complete`, json, key);
  // Another process of the same agent may pay at the same moment.
  const other = random.chance(0.2) ? send(await pay(randomUUID())) : undefined;
  const answer = await send(first);
  await other;
  if (answer.body.status !== "completed") {
    count(figures, "not paid");
    return false;
  }
  const { id: orderId } = answer.body.order;
  bought.push({ sessionId: id, orderId });
  for (const one of [first, await pay(randomUUID())]) {
    const again = await send(one);
    if (again.body.order?.id === orderId) continue;
    throw new Error(`A repeated completion had another order: ${JSON.stringify(again)}`);
  }
  return true;
}

const patienceMs = 120_000;

/** Sends a request with the same key until the response isn't "try again". */
async function insist(
  buying: AgentBuying,
  { sessions, headers }: Protocol,
  path: string,
  json: object = {},
  key: string = randomUUID(),
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const sent = { ...headers, "Idempotency-Key": key, "Request-Id": randomUUID() };
    const answer = await buying.ask("POST", `${sessions}${path}`, json, sent);
    // The first request of a process that was killed counts as running for a minute.
    const isRunning = answer.status === 409 && /in_flight|conflict/.test(answer.body.code);
    if (answer.status !== 0 && answer.status < 500 && !isRunning) return answer;
    count(buying.figures, answer.status === 0 ? "requests cut off" : "asked to try again");
    if (performance.now() > until) throw new Error(`${path} had no answer: ${JSON.stringify(answer)}`);
    await pause(buying.random.between(50, 250));
  }
}
