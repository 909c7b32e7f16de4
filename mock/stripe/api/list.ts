import type { Stripe } from "stripe";
import { refusal } from "./errors.ts";

export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
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
  const limit = page.limit ?? 10;
  const start = page.starting_after === undefined ? 0 : indexOf(items, page.starting_after) + 1;
  const after = items.slice(start).filter(matches);
  return { object: "list", data: after.slice(0, limit), has_more: after.length > limit, url };
}

/** Most lists of Stripe's begin with what was created last. */
export function newestFirst<Item>(items: Iterable<Item>): Item[] {
  return [...items].reverse();
}

function indexOf(items: { id: string }[], id: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1)
    throw refusal(`No such object: '${id}'`, {
      code: "resource_missing",
      param: "starting_after",
    });
  return index;
}
