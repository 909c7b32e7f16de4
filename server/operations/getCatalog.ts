import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";

export async function getCatalog(
  { caller }: Input<"getCatalog">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getCatalog">> {
  const catalog = await database.catalogs.read(caller.storeId);
  if (catalog === "gone") throw new ApiError("NOT_FOUND", "The store of this API key no longer exists.");
  if (catalog === "changing") {
    throw new ApiError("CONFLICT", "The catalog kept changing while it was read. Try again in a moment.");
  }
  return { status: 200, body: cachedEnvelope(catalog) };
}
