import type { Product } from "../../../domain/product.ts";
import type { Cache } from "../../cache.ts";
import { acceptsPayments, type Store, type storeQueries } from "../stores.ts";
import type { productQueries } from "./products.ts";

interface Catalog {
  store: ReturnType<typeof toCatalogStore>;
  products: Product[];
}

/** How often a catalog that changed during the read is read again. */
const attempts = 3;

export function catalogQueries(
  cache: Cache,
  stores: Pick<ReturnType<typeof storeQueries>, "find">,
  products: Pick<ReturnType<typeof productQueries>, "listActive">,
) {
  return {
    /**
     * A consistent snapshot of the store and its products on sale.
     * @returns "gone" when there is no such store, "changing" when it changed during every attempt
     */
    async read(storeId: string): Promise<Catalog | "gone" | "changing"> {
      let why: "gone" | "changing" = "changing";
      const catalog = await cache.getOrLoad<Catalog>(`catalog:${storeId}`, async () => {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const before = await cache.revision();
          const store = await stores.find(storeId);
          if (!store) {
            why = "gone";
            return undefined;
          }
          const list = await products.listActive(storeId);
          if ((await cache.revision()) === before) return { store: toCatalogStore(store), products: list };
        }
        return undefined;
      });
      return catalog ?? why;
    },
  };
}

function toCatalogStore(store: Store) {
  const { id, slug, name, description, logoUrl, isPublished, currency, theme } = store;
  const { contactEmail, contactPhone, seoTitle, seoDescription, templateKey, templateTexts } = store;
  return {
    _id: id,
    slug,
    name,
    ...(description !== null && { description }),
    ...(logoUrl !== null && { logoUrl }),
    isPublished,
    currency,
    contactEmail,
    contactPhone,
    seoTitle,
    seoDescription,
    theme,
    ...(templateKey !== null && { templateKey }),
    ...(templateTexts !== null && { templateTexts }),
    paymentsConfigured: acceptsPayments(store),
  };
}
