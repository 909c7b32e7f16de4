import type { ReadResponse } from "./call-traits.ts";
import { findMediaType, isJson, isText } from "./media-type.ts";
import { readJson } from "./read-json.ts";

/** How a body is read: `items` one by one, as they arrive. */
export type BodyReading = "json" | "text" | "blob" | "items";

/** How the documented responses of an operation are read, by media type. */
export type BodyReadings = Record<string, BodyReading>;

/**
 * Reads responses by their own media type, as documented. Text of an undocumented type is read as JSON if it is JSON
 * and the document has JSON; a proxy's error page stays text.
 */
export function readingOf(readings: BodyReadings): ReadResponse {
  const documented = Object.keys(readings);
  return async (response) => {
    const given = response.headers.get("Content-Type");
    const type = given ?? documented[0] ?? "";
    const match = findMediaType(documented, type);
    const reading = match === undefined ? undefined : readings[match];
    if (reading === "text") return response.text();
    if (reading === "blob" || !(isJson(type) || isText(type))) return response.blob();
    const hasJson = (given !== null && isJson(given)) || Object.values(readings).includes("json");
    return hasJson ? readJson(response) : response.text();
  };
}
