import { type EarlierFeed, withDiscontinued } from "./feed-changes.ts";
import type { FeedProduct } from "./feed-products.ts";

/** Products in a request to the agent. */
const perRequest = 100;

export interface Pushing {
  /** What the agent was sent. */
  earlier: EarlierFeed;
  /** Records products before they are sent: it is unknown what the agent has if sending them fails. */
  record: (products: FeedProduct[]) => Promise<void>;
  push: (products: FeedProduct[]) => Promise<void>;
  /** Which of these variants agents can buy now. */
  findSold: (ids: string[]) => Promise<Set<string>>;
}

/** How many products were written, and how many sent. */
export interface FeedCounts {
  products: number;
  pushed: number;
}

/** A product in each line, and meanwhile the changes to the agent. @param counts is updated */
export async function* feedFile(
  pages: AsyncIterable<FeedProduct[]>,
  counts: FeedCounts,
  pushing?: Pushing,
): AsyncGenerator<string> {
  let waiting: FeedProduct[] = [];
  const send = async (least: number): Promise<void> => {
    for (; pushing && waiting.length >= least; waiting = waiting.slice(perRequest)) {
      const some = waiting.slice(0, perRequest);
      await pushing.record(some);
      await pushing.push(some);
      counts.pushed += some.length;
    }
  };
  for await (const products of pages) {
    const lines = products.map(jsonLine);
    waiting.push(...products.flatMap((one, n) => pushing?.earlier.changed(one, lines[n] ?? "") ?? []));
    await send(perRequest);
    counts.products += products.length;
    yield lines.map((line) => `${line}\n`).join("");
  }
  const ended = pushing?.earlier.ended() ?? [];
  for (let from = 0; pushing && from < ended.length; from += perRequest) {
    const some = ended.slice(from, from + perRequest);
    const sold = await pushing.findSold(some.flatMap(({ lost }) => lost.map(({ id }) => id)));
    for (const { product, lost } of some) {
      const [missed, gone] = [lost.filter(({ id }) => sold.has(id)), lost.filter(({ id }) => !sold.has(id))];
      const last = withDiscontinued(product, gone);
      if (last.variants.length > 0) waiting.push(last);
      // The next run compares it with this line, and sends it.
      if (missed.length > 0) yield `${jsonLine({ id: product.id, variants: missed })}\n`;
    }
    await send(perRequest);
  }
  await send(1);
}

/** In one line also for readers that end lines at U+2028 and U+2029, as Node's do. */
export function jsonLine(product: FeedProduct): string {
  return JSON.stringify(product).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
