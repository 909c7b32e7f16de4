import { ParseFault, placeAt } from "./parse-fault.ts";

/**
 * Deeper than any hand-written document. Schemas with 250 levels overflow the stack of the validator's
 * compiler.
 */
export const maxDepth = 200;

export const tooDeep = `Objects and lists are nested more than ${maxDepth} levels deep.`;

/**
 * Refuses JSON that is nested too deeply. `JSON.parse` accepts any depth, but recursive code doesn't.
 * @throws ParseFault if the limit is exceeded
 */
export function refuseDeepJson(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at);
    else if (character === "}" || character === "]") depth--;
    else if (character === "{" || character === "[") {
      depth++;
      if (depth > maxDepth) throw new ParseFault(tooDeep, placeAt(text, at));
    }
  }
}

/** The offset of the quote that closes a JSON string. */
export function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}
