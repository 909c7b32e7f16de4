import { createHmac } from "node:crypto";
import type { State } from "../state/state.ts";
import type { StoredEvent } from "./event-log.ts";

export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** Listens to connected accounts, and then to them only, as at Stripe. */
  connect?: boolean;
  /** Only these types; all of them when left out. */
  events?: readonly string[];
}

/** `held` events wait until someone delivers them, `never` events are only ever seen through the API. */
export type DeliveryMode = "now" | "held" | "never";

export interface Delivery {
  eventId: string;
  type: string;
  url: string;
  attempt: number;
  /** What the receiver answered, or null when it did not. */
  status: number | null;
  at: number;
}

const second = 1000;
// Stripe goes on for three days with growing gaps; five tries show what a receiver has to live with.
const retryAfterMs = [10 * second, 60 * second, 600 * second, 3600 * second, 6 * 3600 * second];
const patienceMs = 10 * second;

/** The header that Stripe signs a webhook with: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex");
  return `t=${timestamp},v1=${digest}`;
}

/** Sends events to whoever asked for them: in order, signed, and again when the receiver fails. */
export class Webhooks {
  mode: DeliveryMode = "now";
  endpoints: WebhookEndpoint[];
  readonly deliveries: Delivery[] = [];
  readonly #state: State;
  #held: StoredEvent[] = [];
  #closed = false;
  /** One line for all endpoints, so that what arrives is in order. */
  #line: Promise<void> = Promise.resolve();
  readonly #whenAnswered: () => void;

  constructor(state: State, endpoints: WebhookEndpoint[], whenAnswered: () => void = () => {}) {
    this.#state = state;
    this.#whenAnswered = whenAnswered;
    this.endpoints = endpoints;
    state.events.onEvent((stored) => {
      if (this.mode === "now") this.send(stored);
      if (this.mode === "held") this.#held.push(stored);
    });
  }

  /** Ids of the events that wait. */
  held(): string[] {
    return this.#held.map(({ event }) => event.id);
  }

  /** Forgets that these were held; whoever asks sends them. */
  unhold(ids: readonly string[]): void {
    this.#held = this.#held.filter(({ event }) => !ids.includes(event.id));
  }

  send(stored: StoredEvent): void {
    for (const endpoint of this.endpoints) {
      if (this.#isFor(endpoint, stored)) this.#enqueue(endpoint, stored, 1);
    }
  }

  /** Sends again what nobody had accepted when the stand-in before this one ended. */
  resume(): void {
    for (const stored of this.#state.events.all) {
      if (stored.event.pending_webhooks === 0) continue;
      stored.event.pending_webhooks = 0;
      this.send(stored);
    }
  }

  /** Resolves when nothing is on its way. Retries that are due later are not waited for. */
  async idle(): Promise<void> {
    let line: Promise<void>;
    do {
      line = this.#line;
      await line;
    } while (line !== this.#line);
  }

  close(): void {
    this.#closed = true;
  }

  #isFor(endpoint: WebhookEndpoint, { account, event }: StoredEvent): boolean {
    const isConnected = account !== this.#state.platform;
    if (isConnected !== (endpoint.connect ?? false)) return false;
    return !endpoint.events || endpoint.events.includes(event.type) || endpoint.events.includes("*");
  }

  #enqueue(endpoint: WebhookEndpoint, stored: StoredEvent, attempt: number): void {
    if (attempt === 1) stored.event.pending_webhooks += 1;
    this.#line = this.#line.then(() => this.#attempt(endpoint, stored, attempt));
  }

  async #attempt(endpoint: WebhookEndpoint, stored: StoredEvent, attempt: number): Promise<void> {
    if (this.#closed) return;
    const { timeline } = this.#state;
    const { event } = stored;
    const status = await post(endpoint, JSON.stringify(event, null, 2), timeline.wallSeconds());
    const at = timeline.nowSeconds();
    this.deliveries.push({ eventId: event.id, type: event.type, url: endpoint.url, attempt, status, at });
    const isAccepted = status !== null && status >= 200 && status < 300;
    const retryMs = retryAfterMs[attempt - 1];
    this.#whenAnswered();
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
      // Stripe counts a redirect as a failure too.
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
