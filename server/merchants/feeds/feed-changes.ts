import { hash } from "node:crypto";
import { discontinuedView } from "../../views/acp/feed-product-view.ts";
import type { FeedProduct } from "./feed-products.ts";

export type EarlierFeed = ReturnType<typeof createEarlierFeed>;

type Variant = Pick<FeedProduct["variants"][number], "id" | "title">;

/** The product as the agent should get it. */
export function withDiscontinued(product: FeedProduct, lost: Variant[]): FeedProduct {
  return { ...product, variants: [...product.variants, ...lost.map(discontinuedView)] };
}

/** What an agent was sent, as small as it can be: there may be hundreds of thousands of products. */
export function createEarlierFeed() {
  const earlier = new Map<string, { digest: string | undefined; variants: Variant[] }>();
  const waiting = new Map<string, FeedProduct>();
  const current = new Set<string>();
  const digestOf = (line: string) => hash("sha256", line, "base64url");
  return {
    /** Adds a line. A product with several lines has the variants of all, and it is unknown which state the agent has. */
    add(line: string): void {
      const { id, variants: sent }: FeedProduct = JSON.parse(line);
      const variants = sent.map(({ id, title }) => ({ id, title }));
      const known = earlier.get(id);
      if (known)
        earlier.set(id, { digest: undefined, variants: without(known.variants, variants).concat(variants) });
      else earlier.set(id, { digest: digestOf(line), variants });
    },
    /** The product if it should be sent now. One that lost variants waits for `ended`. */
    changed(product: FeedProduct, line: string): FeedProduct | undefined {
      for (const { id } of product.variants) current.add(id);
      const before = earlier.get(product.id);
      const variants = without(before?.variants ?? [], product.variants);
      if (variants.length > 0) {
        earlier.set(product.id, { digest: undefined, variants });
        waiting.set(product.id, product);
        return undefined;
      }
      earlier.delete(product.id);
      return before?.digest === digestOf(line) ? undefined : product;
    },
    /**
     * After all products: what is left of those that lost variants, or are missing. A variant that another product has now
     * isn't lost.
     */
    ended: (): { product: FeedProduct; lost: Variant[] }[] =>
      [...earlier].flatMap(([id, { variants }]) => {
        const lost = variants.filter((variant) => !current.has(variant.id));
        const product = waiting.get(id);
        return product || lost.length > 0 ? { product: product ?? { id, variants: [] }, lost } : [];
      }),
  };
}

function without(variants: Variant[], others: Variant[]): Variant[] {
  const ids = new Set(others.map(({ id }) => id));
  return variants.filter(({ id }) => !ids.has(id));
}
