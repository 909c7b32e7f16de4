import { InvalidArgumentError } from "commander";
import { type EventType, eventTypes, isEventType } from "../../domain/events/event-types.ts";

const maxLength = 2048;

/** The address of an endpoint. Names are looked up when something is sent, and refused then where they lead inside. */
export function endpointUrl(text: string, { production }: { production: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && (production || url?.protocol !== "http:")) {
    throw new InvalidArgumentError("It takes a complete address that begins with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new InvalidArgumentError("It takes an address without a user name or a password.");
  }
  if (text.length > maxLength) throw new InvalidArgumentError(`It takes at most ${maxLength} characters.`);
  return url.href;
}

export function eventTypeList(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no event "${unknown}", only ${eventTypes.join(", ")}.`);
  }
  return [...new Set(types)].filter(isEventType);
}
