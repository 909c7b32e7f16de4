import {
  isDate,
  isDuration,
  isEmail,
  isHostname,
  isIPv4,
  isIPv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from "@hyperjump/json-schema-formats";
import addFormats from "ajv-formats";
import { isIdnHostname } from "idn-hostname";

/** RFC 5321, 4.1.2. The package throws for address literals whose tag isn't registered: all but IPv6 (4.1.3). */
const isMailbox = falseIfThrown(isEmail);

/** Formats of texts by name, those of JSON Schema 2020-12 and OpenAPI. Each check takes linear time. */
export const textFormats: Record<string, (text: string) => boolean> = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isMailbox,
  "idn-email": isIdnMailbox,
  hostname: isHost,
  "idn-hostname": isIdnHost,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: identifier(isUri),
  "uri-reference": identifier(isUriReference),
  iri: identifier(isIri),
  "iri-reference": identifier(isIriReference),
  // Not of a standard. Browsers accept other characters than ASCII in it.
  url: identifier(isIri),
  "uri-template": falseIfThrown(isUriTemplate),
  uuid: isUuid,
  "json-pointer": falseIfThrown(isJsonPointer),
  "relative-json-pointer": falseIfThrown(isRelativeJsonPointer),
  regex: isRegex,
  byte: isBase64,
};

/** All formats, in the form that ajv expects. */
export const formats = {
  ...textFormats,
  int32: { type: "number", validate: (value: number) => Number.isInteger(value) && value === (value | 0) },
  int64: { type: "number", validate: Number.isInteger },
  float: { type: "number", validate: () => true },
  double: { type: "number", validate: () => true },
  password: true,
  binary: true,
} as const;

/** Programs write them, so a wrong one is a fault of the program. People and other services write the others. */
const written = ["date", "date-time", "time", "duration"] as const;

/** What stored texts must match: dates and times what version 0.3 accepted, other texts nothing. */
export const storedFormats = {
  ...formats,
  ...Object.fromEntries(Object.keys(textFormats).map((name) => [name, true as const])),
  ...Object.fromEntries(written.map((name) => [name, addFormats.default.get(name)])),
};

const clock = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** RFC 3339, 5.6; a leap second is the last one of a day in UTC (5.7). */
function isTime(text: string): boolean {
  const [, hour, minute, second, sign, offsetHour = 0, offsetMinute = 0] = clock.exec(text) ?? [];
  if (second === undefined) return false;
  if (second !== "60") return true;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return (Number(hour) * 60 + Number(minute) - offset + minutesPerDay) % minutesPerDay === minutesPerDay - 1;
}

const minutesPerDay = 24 * 60;

/** RFC 3339, 5.6; leap seconds are at the end of June or December, in UTC (5.7). */
function isDateTime(text: string): boolean {
  const day = text.slice(0, 10);
  const time = text.slice(11);
  if (!/^[Tt]/.test(text.slice(10)) || !isDate(day) || !isTime(time)) return false;
  if (!time.startsWith("60", 6)) return true;
  const before = new Date(
    `${day}T${time.slice(0, 5)}:59${time.slice(8).replace(/^\.\d+/, "")}`.toUpperCase(),
  );
  return /-(06-30|12-31)T/.test(before.toISOString());
}

/** RFC 6531, 3.3: other characters than ASCII count as letters. */
function isIdnMailbox(text: string): boolean {
  if (isMailbox(text)) return true;
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).replace(/\P{ASCII}/gu, "a");
  return at > 0 && text.isWellFormed() && isMailbox(`${local}@a`) && isIdnHost(text.slice(at + 1));
}

/** RFC 1123, 2.1 and RFC 1035, 2.3.4; labels in Punycode decode to valid ones (RFC 5891, 5.4). */
function isHost(text: string): boolean {
  return text.length <= 253 && isHostname(text) && isIdnHost(text);
}

/** Longer texts can't be names of 253 octets, unless they consist of ignored characters. */
const maxIdnLength = 1000;

/** RFC 5890, 2.3.2.3. */
function isIdnHost(text: string): boolean {
  if (text.length > maxIdnLength || /[.。．｡]$/.test(text)) return false;
  try {
    return isIdnHostname(text);
  } catch {
    return false;
  }
}

/** RFC 4648, 4. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Most URLs, which lists contain by the hundred. The package's expression takes ten times as long. */
const plainUrl = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** RFC 3986 and 3987. */
function identifier(check: (text: string) => boolean) {
  return (text: string): boolean => {
    try {
      return plainUrl.test(text) || check(text);
    } catch (error) {
      // The package throws for addresses of future IP versions, which the grammar allows (RFC 3986, 3.2.2).
      return !(error instanceof RangeError);
    }
  };
}

/** Expressions run out of stack for texts of some megabytes. */
function falseIfThrown(check: (text: string) => boolean) {
  return (text: string): boolean => {
    try {
      return check(text);
    } catch {
      return false;
    }
  };
}
