import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";

export async function getCatalog(
  { caller }: Input<"getCatalog">,
  { catalogs }: Pick<Services, "catalogs">,
): Promise<Output<"getCatalog">> {
  const catalog = await catalogs.read(caller.storeId);
  if (!catalog) throw new ApiError("NOT_FOUND", "The store of this API key no longer exists.");
  return { status: 200, body: cachedEnvelope(catalog) };
}
