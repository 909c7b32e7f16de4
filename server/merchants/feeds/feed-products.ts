import type { components } from "../../../generated/acp/types.ts";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { isForAgents } from "../../domain/for-agents.ts";
import { type FeedStore, feedProductView } from "../../views/acp/feed-product-view.ts";

export type FeedProduct = components["schemas"]["FeedProduct"];

export interface FeedParts {
  database: Pick<Database, "productPages">;
  store: FeedStore & Pick<Store, "id" | "currency">;
}

/** Read and shown at once, in a few milliseconds. */
const perPage = 100;

/** What agents can buy, in the merchant's order, in parts: there may be more than fit into memory. */
export async function* feedProducts({ database, store }: FeedParts): AsyncGenerator<FeedProduct[]> {
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page = await database.productPages.readGroups({ storeId: store.id, limit: perPage, from });
    yield page.groups.flatMap((group) => {
      const [first, ...others] = group.filter((product) => isForAgents(product, store.currency));
      return first ? feedProductView([first, ...others], store) : [];
    });
    from = page.next;
  }
}

/** Creates a function that finds which of these products agents can buy. A feed misses one that moves while it is read. */
export function createFindSold({ database, store }: FeedParts) {
  return async (ids: string[]): Promise<Set<string>> => {
    if (ids.length === 0) return new Set();
    const page = await database.productPages.read({ storeId: store.id, limit: ids.length, ids });
    const sold = page?.products.filter((product) => isForAgents(product, store.currency)) ?? [];
    return new Set(sold.map(({ _id }) => _id));
  };
}
