import type { Stripe } from "stripe";
import { refusal } from "./errors.ts";

export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * One page of the `items` that match, which come in the order in which Stripe lists them. The cursor may be an item that
 * doesn't match any more: who goes through open sessions has seen some of them close by the next page.
 */
export function listOf<Item extends { id: string }>(
  items: Item[],
  url: string,
  page: Page,
  matches: (item: Item) => boolean = () => true,
): Stripe.ApiList<Item> {
  if (page.starting_after && page.ending_before) {
    throw refusal("You may only specify one of these parameters: starting_after, ending_before.");
  }
  const limit = page.limit ?? 10;
  if (page.ending_before) {
    const before = items.slice(0, indexOf(items, page.ending_before, "ending_before")).filter(matches);
    return { object: "list", data: before.slice(-limit), has_more: before.length > limit, url };
  }
  const start = page.starting_after ? indexOf(items, page.starting_after, "starting_after") + 1 : 0;
  const after = items.slice(start).filter(matches);
  return { object: "list", data: after.slice(0, limit), has_more: after.length > limit, url };
}

/** Most lists of Stripe's begin with what was created last. */
export function newestFirst<Item>(items: Iterable<Item>): Item[] {
  return [...items].reverse();
}

function indexOf(items: { id: string }[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) throw refusal(`No such object: '${id}'`, { code: "resource_missing", param });
  return index;
}
