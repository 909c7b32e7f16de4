import { parseJson } from "../client-runtime/parse-json.ts";

/** Parses JSON. Invalid JSON stays text, so that the validator refuses it. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
