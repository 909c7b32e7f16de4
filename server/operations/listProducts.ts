import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";
import { nextPage } from "../views/next-page.ts";

export async function listProducts(
  { query, caller: { storeId } }: Input<"listProducts">,
  { database, catalogs }: Pick<Services, "database" | "catalogs">,
): Promise<Output<"listProducts">> {
  if (Object.keys(query).length > 0) return readPage(storeId, query, database);
  const catalog = await catalogs.read(storeId);
  if (!catalog) throw new ApiError("NOT_FOUND", "The store of this API key no longer exists.");
  return { status: 200, body: cachedEnvelope(catalog.products) };
}

async function readPage(
  storeId: string,
  query: Input<"listProducts">["query"],
  database: Services["database"],
): Promise<Output<"listProducts">> {
  const page = await database.productPages.read({ storeId, ...query, limit: query.limit ?? maxPerPage });
  if (!page) throw new ApiError("NOT_FOUND", "No such product.");
  const last = page.hasMore ? page.products.at(-1) : undefined;
  return {
    status: 200,
    body: { data: page.products },
    ...(last && { headers: { Link: nextPage("/v1/products", { ...query, after: last._id }) } }),
  };
}

/** The default page size (document, `limit`). */
const maxPerPage = 100;
