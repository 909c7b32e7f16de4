/** How large a catalog may be that is read in one response. Larger ones are read in pages. */
export interface CatalogLimits {
  /** On sale. */
  maxProducts: number;
  /** Of JSON. */
  maxBytes: number;
}

/** Above the largest stores: 300,000 products have 150 MB. */
export const defaultCatalogLimits: CatalogLimits = { maxProducts: 500_000, maxBytes: 256 * 1024 ** 2 };
