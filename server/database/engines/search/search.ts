import type { SelectQueryBuilder } from "kysely";
import type { SearchTerms } from "../../../domain/product-search.ts";
import type { ProductRow, Tables } from "../../schema.ts";
import type { Queries } from "../queries.ts";

export type ProductQuery = SelectQueryBuilder<Tables, "products", object>;

/** Which of a store's products to search for, and how many. */
export interface Search {
  storeId: string;
  /** Whether they are for sale. */
  isActive: boolean;
  terms: SearchTerms;
  /** Only products after this position. */
  after: number;
  limit: number;
  /** Adds further conditions. */
  narrow: (query: ProductQuery) => ProductQuery;
}

/** Finds the products that have all terms, in the listing's order. */
export type SearchProducts = (db: Queries, search: Search) => Promise<ProductRow[]>;
