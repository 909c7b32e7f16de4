import { type SpanContext, TraceFlags } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";

/** What a request's `traceparent` says (W3C Trace Context). */
export type TraceParent = Pick<SpanContext, "traceId" | "spanId" | "traceFlags">;

/** `00-<trace>-<span>-<flags>` */
const length = 55;
const [traceAt, spanAt, flagsAt] = [3, 36, 53];

/** @returns undefined for what can't be read, which is as good as none */
export function readTraceParent(text: string): TraceParent | undefined {
  if (!isOfToday(text)) return parseTraceParent(text) ?? undefined;
  if (!isReadable(text)) return undefined;
  return {
    traceId: text.slice(traceAt, spanAt - 1),
    spanId: text.slice(spanAt, flagsAt - 1),
    traceFlags: 16 * digitAt(text, flagsAt) + digitAt(text, flagsAt + 1),
  };
}

/** Whether a caller says, in a `traceparent` of today's version, that its trace isn't sampled: makes nothing. */
export function isUnsampled(text: string): boolean {
  return isOfToday(text) && isReadable(text) && (digitAt(text, length - 1) & TraceFlags.SAMPLED) === 0;
}

function isOfToday(text: string): boolean {
  return text.length === length && text.startsWith("00-");
}

/**
 * Today's version, faster than by the library's regular expression. Ids are random: to ask of each character whether it
 * is a digit or a letter would have the processor guess wrong at every third.
 */
function isReadable(text: string): boolean {
  if (text[spanAt - 1] !== "-" || text[flagsAt - 1] !== "-") return false;
  const trace = bitsOf(text, traceAt, spanAt - 1);
  const span = bitsOf(text, spanAt, flagsAt - 1);
  const flags = bitsOf(text, flagsAt, length);
  return (trace | span | flags) < noDigit && trace !== 0 && span !== 0;
}

/** All bits that the hexadecimal digits in a part of a text have. */
function bitsOf(text: string, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= digitAt(text, at);
  return bits;
}

/** More than a digit's bits. */
const noDigit = 16;

/** By the character's code, of hexadecimal digits in lower case. */
const digits = new Uint8Array(128).fill(noDigit);
for (let value = 0; value < 16; value++) digits[value.toString(16).charCodeAt(0)] = value;

function digitAt(text: string, at: number): number {
  return digits[text.charCodeAt(at)] ?? noDigit;
}
