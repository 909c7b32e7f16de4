import { createHmac } from "node:crypto";
import type { StoredEvent } from "../state/event-log.ts";
import type { State, WebhookEndpoint } from "../state/state.ts";

/** `held` events wait until `Control.deliver` sends them. */
export type DeliveryMode = "now" | "held";

export interface Delivery {
  eventId: string;
  type: string;
  url: string;
  attempt: number;
  /** The response status; null if there was no response. */
  status: number | null;
  at: number;
}

const second = 1000;
// Stripe retries for up to three days with growing gaps; five retries are enough to test a receiver.
const retryAfterMs = [10 * second, 60 * second, 600 * second, 3600 * second, 6 * 3600 * second];
const timeoutMs = 10 * second;

/** Stripe's signature header for a webhook: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex");
  return `t=${timestamp},v1=${digest}`;
}

/** Sends signed events to the endpoints in order, and retries when the receiver fails. */
export class Webhooks {
  mode: DeliveryMode = "now";
  readonly deliveries: Delivery[] = [];
  readonly #state: State;
  #held: StoredEvent[] = [];
  #closed = false;
  /** One queue for all endpoints, so that events arrive in order. */
  #queue: Promise<void> = Promise.resolve();
  readonly #onAttempt: () => void;

  constructor(state: State, endpoints: WebhookEndpoint[], onAttempt: () => void = () => {}) {
    this.#state = state;
    this.#onAttempt = onAttempt;
    state.webhookEndpoints = endpoints;
    state.events.onEvent((stored) => {
      if (this.mode === "now") this.send(stored);
      else this.#held.push(stored);
    });
  }

  /** Ids of the held events. */
  held(): string[] {
    return this.#held.map(({ event }) => event.id);
  }

  /** Removes events from the held ones. The caller sends them. */
  unhold(ids: readonly string[]): void {
    this.#held = this.#held.filter(({ event }) => !ids.includes(event.id));
  }

  send(stored: StoredEvent): void {
    for (const endpoint of this.#state.webhookEndpoints) {
      if (this.#isFor(endpoint, stored)) this.#enqueue(endpoint, stored, 1);
    }
  }

  /** After a restart, resends the events that weren't accepted before. */
  resume(): void {
    for (const stored of this.#state.events.all) {
      if (stored.event.pending_webhooks === 0) continue;
      stored.event.pending_webhooks = 0;
      this.send(stored);
    }
  }

  /** Resolves when nothing is in flight. Doesn't wait for later retries. */
  async idle(): Promise<void> {
    let queue: Promise<void>;
    do {
      queue = this.#queue;
      await queue;
    } while (queue !== this.#queue);
  }

  close(): void {
    this.#closed = true;
  }

  #isFor(endpoint: WebhookEndpoint, { account }: StoredEvent): boolean {
    const isConnected = account !== this.#state.platform;
    return isConnected === (endpoint.connect ?? false);
  }

  #enqueue(endpoint: WebhookEndpoint, stored: StoredEvent, attempt: number): void {
    if (attempt === 1) stored.event.pending_webhooks += 1;
    this.#queue = this.#queue.then(() => this.#attempt(endpoint, stored, attempt));
  }

  async #attempt(endpoint: WebhookEndpoint, stored: StoredEvent, attempt: number): Promise<void> {
    if (this.#closed) return;
    const { timeline } = this.#state;
    const { event } = stored;
    const status = await post(endpoint, JSON.stringify(event, null, 2), timeline.shownSeconds());
    const at = timeline.nowSeconds();
    this.deliveries.push({ eventId: event.id, type: event.type, url: endpoint.url, attempt, status, at });
    const isAccepted = status !== null && status >= 200 && status < 300;
    const retryMs = retryAfterMs[attempt - 1];
    this.#onAttempt();
    if (isAccepted) event.pending_webhooks -= 1;
    else if (retryMs !== undefined) {
      timeline.at(timeline.nowMs() + retryMs, () => this.#enqueue(endpoint, stored, attempt + 1));
    }
  }
}

async function post(endpoint: WebhookEndpoint, payload: string, timestamp: number): Promise<number | null> {
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "Stripe-Signature": signatureOf(payload, endpoint.secret, timestamp),
      },
      body: payload,
      // Stripe treats redirects as failures too.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
