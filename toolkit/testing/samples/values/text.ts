import { regularExpression } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, satisfying, Unreachable } from "./arbitraries.ts";
import { matching } from "./matching.ts";
import { lengthText } from "./pattern-texts.ts";

/**
 * The characters of a string: all of Unicode in a body; those that a header can carry; or letters, digits and
 * a few others if separators have a meaning.
 */
export type Charset = "any" | "visible" | "token";

const token = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"];

/** One character, as a validator counts them. */
export function character(charset: Charset): Arbitrary<string> {
  if (charset === "token") return fc.constantFrom(...token);
  if (charset === "visible") return codePoints(0x21, 0x7e);
  return choice(
    { weight: 1, arbitrary: fc.constant("a") },
    { weight: 6, arbitrary: codePoints(0x20, 0x7e) },
    { weight: 1, arbitrary: codePoints(0, 0xd7ff) },
    { weight: 1, arbitrary: codePoints(0xe000, 0x10ffff) },
    { weight: 1, arbitrary: fc.constantFrom("\u0000", "\n", '"', "\\", "'", "%", "🛒", "é", "\u202e") },
  );
}

function codePoints(min: number, max: number): Arbitrary<string> {
  return fc.integer({ min, max }).map((code) => String.fromCodePoint(code));
}

/** Longer strings repeat one character, so that large bounds are cheap. */
const longest = 24;

/** The length of everyday texts without bounds. */
const everyday = 12;

interface TextRules {
  minLength?: number;
  maxLength?: number;
  patterns?: string[];
  format?: string | undefined;
  charset: Charset;
  isEveryday?: boolean;
}

/** Strings by bounds, pattern and format. The validator filters those that don't fit the combination. */
export function texts({
  minLength = 0,
  maxLength = Infinity,
  patterns = [],
  format,
  charset,
  isEveryday = false,
}: TextRules) {
  if (maxLength < minLength) throw new Unreachable("maxLength is less than minLength");
  const bounds = { minLength, maxLength };
  const formatted = format === undefined ? undefined : own(formats, format);
  const [pattern] = patterns.filter((one) => regularExpression(one) !== undefined);
  if (formatted) {
    const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
    const alternatives = [
      ifReachable(() => satisfying(formatted, fits, `the format ${format}${lengthText(bounds)}`)),
      pattern === undefined
        ? undefined
        : (ifReachable(() => satisfying(matching(pattern, bounds), isUsual, `the pattern ${pattern}`)) ??
          ifReachable(() => matching(pattern, bounds))),
    ].filter((one) => one !== undefined);
    if (alternatives.length === 0) throw new Unreachable(`no ${format} fits its bounds`);
    return choice(...alternatives);
  }
  if (pattern !== undefined) return matching(pattern, bounds);
  return isEveryday
    ? ofLength(
        Math.max(minLength, Math.min(1, maxLength)),
        Math.min(maxLength, Math.max(minLength, everyday)),
        charset,
      )
    : ofLength(minLength, maxLength, charset);
}

/** Many servers refuse quoted local parts and address literals, which are valid email addresses (RFC 5321, 4.1.2). */
function isUsual(text: string): boolean {
  return !/^".*@|@\[/s.test(text);
}

/** Texts that break servers which build SQL, patterns or markup from them, or can't store all of Unicode. Longest first. */
const awkward = [`O'Hara "ł" 📦 %_\\ <i>&`, "'📦\"", "'"];

/** Strings, mostly short and often at a bound. */
export function ofLength(minLength: number, maxLength: number, charset: Charset): Arbitrary<string> {
  const one = character(charset);
  const atBound = (length: number) =>
    length <= longest
      ? fc.string({ unit: one, minLength: length, maxLength: length, size: "max" })
      : one.map((unit) => unit.repeat(length));
  const short = Math.min(maxLength, Math.max(minLength, longest));
  const choices = [
    {
      weight: 6,
      arbitrary:
        minLength > longest ? atBound(minLength) : fc.string({ unit: one, minLength, maxLength: short }),
    },
    { weight: 1, arbitrary: atBound(minLength) },
  ];
  if (maxLength <= 100_000) choices.push({ weight: 1, arbitrary: atBound(maxLength) });
  const fitting = awkward.find((text) => [...text].length >= minLength && [...text].length <= maxLength);
  if (charset === "any" && fitting !== undefined)
    choices.push({ weight: 2, arbitrary: fc.constant(fitting) });
  return choice(...choices);
}

const alphanumeric = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...token.slice(0, 62)), minLength, maxLength });
const lower = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...token.slice(0, 26)), minLength, maxLength });
const moment = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const host = fc.tuple(lower(1, 8), lower(2, 5)).map((labels) => labels.join("."));
const address = fc
  .tuple(fc.constantFrom("https", "http"), host, alphanumeric(0, 8), alphanumeric(0, 5))
  .map(([scheme, name, path, query]) => `${scheme}://${name}/${path}${query && `?q=${query}`}`);
const email = fc.tuple(alphanumeric(1, 8), host).map(([name, at]) => `${name}@${at}`);
const base64 = fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString("base64"));

/** A generator for each format of JSON Schema and OpenAPI; other formats get any string. */
const formats: Record<string, Arbitrary<string>> = {
  "date-time": choice(
    moment,
    moment.map((text) => text.replace("Z", "+01:30")),
    fc.constantFrom("2024-02-29T23:59:59Z", "1970-01-01T00:00:00.000000001Z"),
  ),
  date: choice(
    moment.map((text) => text.slice(0, 10)),
    fc.constant("2024-02-29"),
  ),
  time: moment.map((text) => text.slice(11)),
  duration: fc.constantFrom("P1D", "PT36H", "P1Y2M3DT4H5M6S", "P3W"),
  email,
  "idn-email": email,
  hostname: host,
  "idn-hostname": host,
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: address,
  url: address,
  iri: address,
  "uri-reference": choice(
    address,
    alphanumeric(1, 8).map((path) => `/${path}`),
  ),
  "iri-reference": address,
  "uri-template": address,
  uuid: fc.uuid(),
  regex: fc.constantFrom("^a+$", "[0-9]{3}", "."),
  "json-pointer": alphanumeric(1, 8).map((name) => `/${name}`),
  "relative-json-pointer": fc.nat(9).map((up) => `${up}/a`),
  byte: base64,
};

/** Strings of a format, including unusual spellings; undefined for a format that allows any text. */
export function formatted(format: string): Arbitrary<string> | undefined {
  const right = own(formats, format);
  return (
    right &&
    choice(
      right,
      right.map((text) => text.toUpperCase()),
      right.map((text) => text.toLowerCase()),
    )
  );
}

/** Strings that violate a format, some of them narrowly. */
export function misformatted(format: string): Arbitrary<string> {
  const right = own(formats, format);
  const near = right
    ? [right.map((text) => `${text} `), right.map((text) => `%${text}`), right.map((text) => text.slice(1))]
    : [];
  return choice(fc.constantFrom(...(own(nearMisses, format) ?? []), "not as it should be", "%"), ...near);
}

/** Only what no reasonable server accepts: many are more lenient than the RFCs. */
const nearMisses: Record<string, string[]> = {
  "date-time": ["2025-02-30T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-01T25:00:00Z", "2025-01-01"],
  date: ["2025-02-29", "2025-13-01", "01.02.2025", "2025-1-1"],
  time: ["25:00:00Z", "noon", "12:00:60Z"],
  duration: ["P", "1D"],
  email: ["@example.com", "a@", "a b@example.com", "a@[1.2.3]"],
  hostname: ["-a.example", "a..b"],
  ipv4: ["256.1.1.1", "1.2.3"],
  ipv6: ["::g", "1:2:3"],
  uri: ["no-scheme", "http://[", "//example.com", "http://example.com/%a"],
  url: ["no-scheme"],
  "uri-template": ["{", "{a b}"],
  uuid: ["00000000-0000-0000-0000-00000000000g", "0"],
  regex: ["(", "["],
  "json-pointer": ["a/b"],
  byte: ["a", "%%%%"],
};
