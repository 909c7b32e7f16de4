import { InvalidArgumentError } from "commander";
import { isWebAddress } from "../../catalog-import/web-address.ts";
import { type AgentProtocol, agentProtocols, protocolsIn } from "../../domain/agent-protocol.ts";
import { endpointUrlFault } from "../../domain/events/endpoint-url.ts";
import { type EventType, eventTypes, isEventType } from "../../domain/events/event-types.ts";
import { isCurrency } from "../../domain/money.ts";
import { maxReturnUrlLength } from "../../domain/return-url.ts";
import { stockQuantity } from "../../domain/stock.ts";
import { isStoreSlug, maxSlugLength } from "../../domain/store-slug.ts";
import { startOfDay, timeZoneIn, utc } from "../../domain/time-zone.ts";
import { countriesIn } from "../../merchants/shipping/countries-in.ts";

const yearInSeconds = 365 * 24 * 60 * 60;

export function slug(text: string): string {
  if (isStoreSlug(text)) return text;
  throw new InvalidArgumentError(
    `It must be a-z and 0-9 with single hyphens between them, at most ${maxSlugLength} characters, such as harbour-press.`,
  );
}

/** Lower case, as in the contract. */
export function currency(text: string): string {
  const code = text.toLowerCase();
  if (isCurrency(code)) return code;
  throw new InvalidArgumentError(
    "It must be the three-letter code of a current currency (ISO 4217), such as eur.",
  );
}

export function filled(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}

/** A URL, or an empty value to remove the setting. */
export function webAddress(text: string): string {
  if (text === "" || isWebAddress(text)) return text;
  throw new InvalidArgumentError("It must be a full URL that begins with http:// or https://.");
}

export function returnUrl(text: string): string {
  if (text.length > maxReturnUrlLength) {
    throw new InvalidArgumentError(`It must have at most ${maxReturnUrlLength} characters.`);
  }
  return webAddress(text);
}

export function stripeAccount(text: string): string {
  if (text === "" || /^acct_[A-Za-z0-9]+$/.test(text)) return text;
  throw new InvalidArgumentError("It must be an account's id, acct_….");
}

/** An IANA time zone; an empty value is UTC. */
export function timeZone(text: string): string {
  const zone = text === "" ? utc : timeZoneIn(text);
  if (zone !== undefined) return zone;
  throw new InvalidArgumentError("It must be a time zone's name (IANA), such as Europe/Dublin.");
}

/** Country codes in lower case, without duplicates; an empty value removes the list. */
export function countries(text: string): string[] | "" {
  if (text === "") return text;
  const { codes, unknown } = countriesIn(text);
  if (unknown.length === 0 && codes.length > 0) return codes;
  throw new InvalidArgumentError(
    `"${unknown[0] ?? text}" isn't a country that the payment provider supports. It must be a comma-separated list of two-letter codes (ISO 3166-1), such as ie,gb. eu and eea add all of their countries.`,
  );
}

/** Protocols with which agents buy; empty for none. */
export function protocols(text: string): AgentProtocol[] {
  const names = text === "" ? [] : text.split(",").map((name) => name.trim());
  const known = protocolsIn(text);
  if (names.every((name) => known.some((one) => one === name))) return known;
  throw new InvalidArgumentError(
    `It must list protocols, separated by commas: ${agentProtocols.join(", ")}.`,
  );
}

export function json(text: string): unknown {
  if (text === "") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON, such as {"hero": {"heading": "Welcome"}}.');
  }
}

export function seconds(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= yearInSeconds) return number;
  throw new InvalidArgumentError(`It must be a whole number of seconds from 1 to ${yearInSeconds} (a year).`);
}

export function wholeNumber(text: string): number {
  const quantity = stockQuantity(text);
  if (quantity !== undefined) return quantity;
  throw new InvalidArgumentError("It must be a whole number, at most 1000000000.");
}

/** A country, in capitals as in feeds. */
export function country(text: string): string {
  const code = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return code;
  throw new InvalidArgumentError("It must be a country's two-letter code (ISO 3166-1), such as IE.");
}

/** A day, such as 2026-11-01, whose beginning depends on a time zone. */
export function day(text: string): string {
  if (startOfDay(text, utc) !== undefined) return text;
  throw new InvalidArgumentError("It must be a day, such as 2026-11-01.");
}

/** The start of a day in UTC, in milliseconds since 1970. */
export function dayInUtc(text: string): number {
  return Date.parse(day(text));
}

const maxListed = 1000;

export function listLimit(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= maxListed) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxListed}.`);
}

export interface NameAndValue {
  name: string;
  value: string;
}

/** `Size=A4`; an empty value stays empty. */
export function nameAndValue(text: string): NameAndValue | "" {
  if (text === "") return text;
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && name !== "" && value !== "") return { name, value };
  throw new InvalidArgumentError('It must be a name and a value separated by "=", such as Size=A4.');
}

/** Collects a repeatable option; an empty value adds nothing. */
export function namesAndValues(text: string, before: NameAndValue[] = []): NameAndValue[] {
  const one = nameAndValue(text);
  return one === "" ? before : [...before, one];
}

const msOf = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * Parses an expiry: a duration (`12h`, `90d`, `4w`) or the end of a UTC day (`2027-01-31`). Throws
 * InvalidArgumentError for anything else and for the past.
 * @returns milliseconds since 1970
 */
export function keyExpiry(text: string, now: number): number {
  const expiresAt = after(text, now) ?? endOfDay(text);
  if (expiresAt === undefined) {
    throw new InvalidArgumentError(
      "It must be a duration, such as 12h, 90d or 4w, or a date, such as 2027-01-31.",
    );
  }
  if (expiresAt <= now) throw new InvalidArgumentError("It must be in the future.");
  return expiresAt;
}

/** Parses a duration, `12h`, `90d` or `4w`, to milliseconds. */
export function overlap(text: string): number {
  const end = after(text, 0);
  if (end !== undefined) return end;
  throw new InvalidArgumentError("It must be a duration, such as 12h, 7d or 2w.");
}

function after(text: string, now: number): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  return unit === "" ? undefined : now + Number(count) * msOf[unit as keyof typeof msOf];
}

function endOfDay(text: string): number | undefined {
  const beginning = startOfDay(text, utc);
  return beginning === undefined ? undefined : beginning + msOf.d;
}

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
