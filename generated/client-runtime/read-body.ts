// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { itemFormat } from "./item-format.ts";
import { findMediaType, isJson, isText } from "./media-type.ts";
import { InexactInteger, parseJson } from "./parse-json.ts";
import { type ItemReading, readItems } from "./read-items.ts";

/** How a body is read: `items` one by one, as they arrive. */
export type BodyReading = "json" | "text" | "blob" | "items";

/** How the documented responses of an operation are read, by media type. */
export type BodyReadings = Record<string, BodyReading>;

const onlyJson: BodyReadings = { "application/json": "json" };

/**
 * Reads a response by its own media type. Text of an undocumented type is read as JSON if it is JSON and the document
 * has JSON; a proxy's error page stays text.
 * @throws InexactInteger
 * @param itemReading how a stream of items is read
 */
export async function readBody(
  response: Response,
  readings: BodyReadings = onlyJson,
  itemReading: ItemReading = {},
): Promise<unknown> {
  const documented = Object.keys(readings);
  const given = response.headers.get("Content-Type");
  const type = given ?? documented[0] ?? "";
  const format = itemFormat(type);
  if (format && response.body && Object.values(readings).includes("items"))
    return readItems(response.body, format, itemReading);
  const match = findMediaType(documented, type);
  const reading = match === undefined ? undefined : readings[match];
  if (reading === "text") return response.text();
  if (reading === "blob" || !(isJson(type) || isText(type))) return response.blob();
  const text = await response.text();
  if (given !== null && isJson(given)) return parsed(text);
  return Object.values(readings).includes("json") ? parsedIfJson(text) : text;
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : parseJson(text);
  } catch (error) {
    if (error instanceof InexactInteger) error.message += ' `parseAs: "text"` reads the body as it is.';
    throw error;
  }
}

function parsedIfJson(text: string): unknown {
  try {
    return parsed(text);
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    return text;
  }
}
