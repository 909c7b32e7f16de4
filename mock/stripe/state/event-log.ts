import type Stripe from "stripe";
import { newId } from "../conventions/ids.ts";
import { StripeSdk } from "../conventions/stripe-sdk.ts";
import type { AccountState } from "./account-state.ts";
import type { Timeline } from "./timeline.ts";

type EventType = Stripe.Event["type"];
type ObjectOf<Type extends EventType> = Extract<Stripe.Event, { type: Type }>["data"]["object"];
type PreviousOf<Type extends EventType> = Extract<
  Stripe.Event,
  { type: Type }
>["data"]["previous_attributes"];

export interface StoredEvent {
  account: AccountState;
  event: Stripe.EventBase;
}

/** All events, in order. Each holds a copy of its object at that time. */
export class EventLog {
  readonly all: StoredEvent[] = [];
  /** The API request in progress, which caused the events emitted meanwhile. */
  cause: Stripe.Event.Request | null = null;
  readonly #timeline: Timeline;
  readonly #platform: AccountState;
  readonly #listeners: ((stored: StoredEvent) => void)[] = [];

  constructor(timeline: Timeline, platform: AccountState) {
    this.#timeline = timeline;
    this.#platform = platform;
  }

  onEvent(listener: (stored: StoredEvent) => void): void {
    this.#listeners.push(listener);
  }

  emit<Type extends EventType>(
    account: AccountState,
    type: Type,
    object: ObjectOf<Type>,
    previous?: PreviousOf<Type>,
  ): void {
    const event: Stripe.EventBase = {
      id: newId("evt"),
      object: "event",
      ...(account !== this.#platform && { account: account.account.id }),
      api_version: StripeSdk.API_VERSION,
      created: this.#timeline.nowSeconds(),
      data: JSON.parse(JSON.stringify({ object, ...(previous && { previous_attributes: previous }) })),
      livemode: false,
      pending_webhooks: 0,
      request: this.cause ?? { id: null, idempotency_key: null },
      type,
    };
    const stored = { account, event };
    this.all.push(stored);
    for (const listener of this.#listeners) listener(stored);
  }

  find(id: string): StoredEvent | undefined {
    return this.all.find(({ event }) => event.id === id);
  }
}

/** Applies a change and returns the previous values of what changed, for `previous_attributes`. */
export function previousValues<Thing extends object>(thing: Thing, change: () => void): Partial<Thing> {
  const before = Object.entries(thing).map(([name, value]) => [name, JSON.stringify(value)] as const);
  change();
  const after = new Map(Object.entries(thing).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = before.filter(([name, value]) => after.get(name) !== value);
  return JSON.parse(
    `{${changed.map(([name, value]) => `${JSON.stringify(name)}:${value ?? "null"}`).join(",")}}`,
  );
}
