import type { ProviderEvent, ProviderEventObject } from "./verify-event.ts";

/** Why a verified event has no effect here: it isn't for us, or it is unreadable. */
export type IgnoredEvent =
  | "malformed"
  | "other_mode"
  | "other_account"
  | "account_gone"
  | "unknown_type"
  | "unknown_object";

/** An event of a type that has an effect here, about an object that can be fetched. */
export type EventWithObject = ProviderEvent & { object: ProviderEventObject };

/** The result of an event. "accepted": its effect is durable. */
export type Effect = (event: EventWithObject) => Promise<"accepted" | IgnoredEvent>;
