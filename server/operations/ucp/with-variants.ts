import type { Store } from "../../database/queries/stores.ts";
import { isForAgents, productKey } from "../../domain/for-agents.ts";
import type { Product } from "../../domain/product.ts";
import type { Services } from "../../operation.ts";
import type { ShownProduct } from "./views/product-view.ts";

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
