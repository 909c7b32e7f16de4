import { someOf } from "./some-of.ts";

/** Advice on operations for which the mock has no conforming response; empty if there are none. */
export function misfitAdvice(operationIds: string[]): string {
  if (operationIds.length === 0) return "";
  return [
    "Advice: no answer was found that fits the document's schema of the response:",
    `  ${someOf(operationIds)}`,
    "A handler's answers would be refused too. Correct the schema, or write an example that fits it.",
  ].join("\n");
}
