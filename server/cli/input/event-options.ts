import { InvalidArgumentError } from "commander";
import { endpointUrlFault } from "../../domain/events/endpoint-url.ts";
import { type EventType, eventTypes, isEventType } from "../../domain/events/event-types.ts";

export function endpointUrl(text: string, where: { production: boolean }): string {
  const fault = endpointUrlFault(text, where);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return text;
}

export function eventTypeList(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `Unknown event type "${unknown}". The event types are ${eventTypes.join(", ")}.`,
    );
  }
  return [...new Set(types)].filter(isEventType);
}
