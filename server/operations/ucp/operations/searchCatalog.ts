import { ApiError } from "@counterpart/server/errors";
import type { Product } from "../../../domain/product.ts";
import { storableText } from "../../../domain/storable.ts";
import type { Services } from "../../../operation.ts";
import { metadataOf } from "../capabilities.ts";
import { withVariants } from "../find-by-ids.ts";
import { negotiate } from "../negotiate.ts";
import { noProducts } from "../no-checkout.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { requestedFilter } from "../requested-filter.ts";
import { productView } from "../views/product-view.ts";

type Needed = Pick<Services, "database" | "readPlatformProfile" | "publicUrl">;

/** The default of the document. */
const usualLimit = 10;
const maxLimit = 50;
/** Products that are read at once, and how often, until enough of them have what the filters demand. */
const perRead = 100;
const maxReads = 5;
/** Characters. */
const maxQuery = 200;

export async function searchCatalog(
  input: Input<"searchCatalog">,
  services: Needed,
): Promise<Output<"searchCatalog">> {
  return { status: 200, body: await found(input, services).catch(noProducts) };
}

async function found(
  input: Input<"searchCatalog">,
  services: Needed,
): Promise<Schemas["CatalogSearchResponse"]> {
  const { store, active } = await negotiate(input, services, "dev.ucp.shopping.catalog.search");
  const { body } = input;
  const { category, isWanted, messages } = requestedFilter(body, store);
  const { products, next } = await findProducts(
    { storeId: store.id, category, q: queryIn(body), ...pageIn(body) },
    isWanted,
    services,
  );
  const grouped = await withVariants(products, store, services);
  return {
    ucp: metadataOf(active),
    products: grouped.map((one) => productView(one, { store, publicUrl: services.publicUrl })),
    pagination: next === undefined ? { has_next_page: false } : { has_next_page: true, cursor: next },
    messages,
  };
}

/** @throws ApiError 400 if nothing is looked for, which the protocol refuses */
function queryIn({ query = "", filters }: Schemas["CatalogSearch"]): string | undefined {
  const words = storableText(query.trim().slice(0, maxQuery));
  if (words !== "") return words;
  if ((filters?.categories?.length ?? 0) > 0 || filters?.price) return undefined;
  throw new ApiError("VALIDATION_ERROR", "Send a query, or filters of categories or prices.");
}

function pageIn({ pagination: { limit = usualLimit, cursor } = {} }: Schemas["CatalogSearch"]) {
  return { limit: Math.min(limit, maxLimit), after: cursor === undefined ? undefined : storableText(cursor) };
}

type Wanted = Parameters<Services["database"]["productPages"]["read"]>[0];

/** Reads on until there are enough, or a bounded number was looked at. `next` is the last of these if there may be more. */
async function findProducts(
  { limit, ...wanted }: Wanted,
  isWanted: (product: Product) => boolean,
  { database }: Pick<Services, "database">,
): Promise<{ products: Product[]; next?: string | undefined }> {
  const products: Product[] = [];
  let { after } = wanted;
  for (let reads = 0; reads < maxReads; reads++) {
    const page = await database.productPages.read({ ...wanted, after, limit: perRead });
    if (!page) throw unknownCursor();
    for (const [at, product] of page.products.entries()) {
      after = product._id;
      if (isWanted(product)) products.push(product);
      const hasMore = at + 1 < page.products.length || page.hasMore;
      if (products.length === limit) return { products, next: hasMore ? after : undefined };
    }
    if (!page.hasMore) return { products };
  }
  return { products, next: after };
}

function unknownCursor(): ApiError {
  const message = "Send the cursor of the previous response.";
  return new ApiError("VALIDATION_ERROR", message, {
    details: [{ in: "body", pointer: "/pagination/cursor", rule: "cursor", message }],
  });
}
