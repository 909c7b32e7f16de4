import { faultText } from "@counterpart/server/validation/schemas/compile-schema";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { shownValue } from "../values/shown-value.ts";

/** Names of headers whose values aren't shown. */
const secret = /cookie|token|auth|secret|key/i;

export function responseHeader({ checks, documented, responseHeaders }: Observed): Fault[] {
  if (!documented) return [];
  return checks
    .headerFaults(documented, Object.fromEntries(responseHeaders))
    .map(({ name, text, errors }) => {
      const place = `header ${name}`;
      if (text === undefined) return { place, message: `The header ${name} is missing.` };
      const shown = secret.test(name) ? "" : ` (${shownValue(text)})`;
      return { place, message: `The header ${name}${shown}: ${faultText(errors)}.` };
    });
}
