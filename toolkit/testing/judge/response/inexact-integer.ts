import { assertExact, InexactInteger } from "@counterpart/server/client-runtime/parse-json";
import { bodyPlace } from "../body-place.ts";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** Correct JSON, and a correct int64, but clients in JavaScript read another number. */
export function inexactInteger({ json, text }: Observed): Fault[] {
  if (!json || json.fault !== undefined) return [];
  try {
    assertExact(text);
    return [];
  } catch (error) {
    if (!(error instanceof InexactInteger)) return [];
    const place = bodyPlace(error.pointer ?? "");
    return [
      { place, message: "JavaScript rounds this integer: only integers up to 9007199254740991 are exact." },
    ];
  }
}
