import type { ReadResponse } from "./call-traits.ts";
import { itemFormat } from "./item-format.ts";
import { readItems } from "./read-items.ts";
import { readJson } from "./read-json.ts";
import { type ItemSyntax, splitItems } from "./split-items.ts";

/**
 * Reads responses of one format item by item.
 * @param otherwise reads the others, and those without a type if it is given. Default: as JSON or text
 */
export function itemsOf(syntax: ItemSyntax, otherwise?: ReadResponse): ReadResponse {
  return async (response, reading) => {
    const type = response.headers.get("Content-Type");
    const isOfItems = type === null ? !otherwise : itemFormat(type) === syntax.format;
    if (!isOfItems || !response.body) return (otherwise ?? readJson)(response, reading);
    return readItems(response.body, splitItems(syntax), reading.idleTimeoutMs);
  };
}
