import { faultText } from "@counterpart/server/validation/schemas/compile-schema";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function responseHeader({ checks, documented, responseHeaders }: Observed): Fault[] {
  if (!documented) return [];
  return checks
    .headerFaults(documented, Object.fromEntries(responseHeaders))
    .map(({ name, text, errors }) => {
      const place = `header ${name}`;
      if (text === undefined) return { place, message: `The header ${name} is missing.` };
      return { place, message: `The header ${name} (${text}): ${faultText(errors)}.` };
    });
}
