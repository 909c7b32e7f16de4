import type { Stripe } from "stripe";
import { refusal } from "./errors.ts";

export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * One page of the matching `items`, which are in Stripe's order: those after `starting_after`, or right
 * before `ending_before`. The cursor may no longer match, because open sessions may close between two pages.
 */
export function listOf<Item extends { id: string }>(
  items: Item[],
  url: string,
  page: Page,
  matches: (item: Item) => boolean = () => true,
): Stripe.ApiList<Item> {
  const limit = page.limit ?? 10;
  const { starting_after: after, ending_before: before } = page;
  if (before !== undefined) {
    const newer = items.slice(0, indexOf(items, before, "ending_before")).filter(matches);
    return { object: "list", data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const start = after === undefined ? 0 : indexOf(items, after, "starting_after") + 1;
  const rest = items.slice(start).filter(matches);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

/** Most of Stripe's lists start with the newest item. */
export function newestFirst<Item>(items: Iterable<Item>): Item[] {
  return [...items].reverse();
}

function indexOf(items: { id: string }[], id: string, param: "starting_after" | "ending_before"): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1)
    throw refusal(`No such object: '${id}'`, {
      code: "resource_missing",
      param,
    });
  return index;
}
