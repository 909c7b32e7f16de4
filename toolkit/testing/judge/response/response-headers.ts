import { faultText } from "../document/worded-faults.ts";
import type { Fault, Observed } from "../observe.ts";
import { shownValue } from "../values/shown-value.ts";

/** Names of headers whose values aren't shown. */
const secret = /cookie|token|auth|secret|key/i;

export function responseHeader({ checks, documented, responseHeaders }: Observed): Fault[] {
  if (!documented) return [];
  return checks
    .headerFaults(documented, Object.fromEntries(responseHeaders))
    .map(({ name, text, faults }) => {
      const place = `header ${name}`;
      if (text === undefined) return { place, message: `The header ${name} is missing.` };
      const shown = secret.test(name) ? "" : ` (${shownValue(text)})`;
      return { place, message: `The header ${name}${shown}: ${faultText(faults)}.` };
    });
}

/** Headers with a single value in RFC 9110 and RFC 9111. Clients disagree on which of several to use. */
const single = new Set([
  ...["age", "content-length", "content-location", "content-range", "content-type", "date", "etag"],
  ...["expires", "last-modified", "location", "retry-after"],
]);

export function repeatedHeader({ exchange }: Observed): Fault[] {
  const seen = new Set<string>();
  const repeated = new Map<string, string>();
  for (const [spelled] of exchange.response.headers) {
    const name = spelled.toLowerCase();
    if (seen.has(name) && single.has(name)) repeated.set(name, spelled);
    seen.add(name);
  }
  return [...repeated].map(([name, spelled]) => ({
    place: `header ${name}`,
    message: `The header ${spelled} is sent more than once; HTTP allows one.`,
  }));
}
