import type { Store } from "../../database/queries/stores.ts";
import { isForAgents, productKey } from "../../domain/for-agents.ts";
import type { Product } from "../../domain/product.ts";
import { storableText } from "../../domain/storable.ts";
import type { Services } from "../../operation.ts";
import type { ShownProduct } from "./views/product-view.ts";

/** What an id names: a variant, or all variants of a product. */
export interface Identified {
  variant?: Product | undefined;
  /** Empty if the id is unknown. */
  product: Product[];
}

/** Finds what agents can buy, by ids of variants and of products. */
export async function findByIds(
  ids: string[],
  { id: storeId, currency }: Store,
  { database }: Pick<Services, "database">,
): Promise<(id: string) => Identified> {
  const stored = ids.map(storableText);
  const page = await database.productPages.read({ storeId, ids: stored, limit: stored.length });
  const variants = new Map(
    page?.products.filter((one) => isForAgents(one, currency)).map((one) => [one._id, one]),
  );
  const slugs = stored.filter((id) => !variants.has(id));
  const groups = await database.productPages.ofGroups({ storeId, slugs });
  return (id) => {
    const variant = variants.get(storableText(id));
    const product = groups.get(storableText(id)) ?? [];
    return { variant, product: product.filter((one) => isForAgents(one, currency)) };
  };
}

/** The products of variants, each once, in the order of their first, with the variants that aren't shown. */
export async function withVariants(
  variants: Product[],
  { id: storeId, currency }: Store,
  { database }: Pick<Services, "database">,
): Promise<ShownProduct[]> {
  const slugs = [...new Set(variants.flatMap(({ group }) => group?.slug ?? []))];
  const groups = await database.productPages.ofGroups({ storeId, slugs });
  return [...Map.groupBy(variants, productKey).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = (first.group && groups.get(first.group.slug)) ?? [first];
    return { first, others, all: all.filter((one) => isForAgents(one, currency)) };
  });
}
