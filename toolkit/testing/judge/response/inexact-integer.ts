import { assertExact, InexactInteger } from "@counterpart/server/client-runtime/parse-json";
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
    const place = `body${(error.pointer ?? "").replace(/\/\d+(?=\/|$)/g, "/*")}`;
    return [{ place, message: "JavaScript rounds this integer: it is exact up to 9007199254740991 only." }];
  }
}
