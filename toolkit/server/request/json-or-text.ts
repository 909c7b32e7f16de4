import { parseJson } from "../client-runtime/parse-json.ts";

/** A text as JSON. One that isn't JSON stays a text, for the validator to refuse. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
