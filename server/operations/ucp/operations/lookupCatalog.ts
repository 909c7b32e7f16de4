import { ApiError } from "@counterpart/server/errors";
import type { Product } from "../../../domain/product.ts";
import type { Services } from "../../../operation.ts";
import { metadataOf } from "../capabilities.ts";
import { findByIds, withVariants } from "../find-by-ids.ts";
import { negotiate } from "../negotiate.ts";
import { noProducts } from "../no-checkout.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { requestedFilter } from "../requested-filter.ts";
import { productView } from "../views/product-view.ts";

type Needed = Pick<Services, "database" | "readPlatformProfile" | "publicUrl">;

const maxIds = 50;

export async function lookupCatalog(
  input: Input<"lookupCatalog">,
  services: Needed,
): Promise<Output<"lookupCatalog">> {
  return { status: 200, body: await found(input, services).catch(noProducts) };
}

async function found(
  input: Input<"lookupCatalog">,
  services: Needed,
): Promise<Schemas["CatalogLookupResponse"]> {
  const { store, active } = await negotiate(input, services, "dev.ucp.shopping.catalog.lookup");
  const ids = [...new Set(input.body.ids)];
  if (ids.length > maxIds)
    throw new ApiError("request_too_large", `Send at most ${maxIds} ids.`, { status: 400 });
  const { isWanted, messages } = requestedFilter(input.body, store);
  const byId = await findByIds(ids, store, services);
  const inputs = new Map<string, Schemas["InputCorrelation"][]>();
  const variants = new Map<string, Product>();
  for (const id of ids) {
    const { variant, product } = byId(id);
    const shown = variant ?? featured(product.filter(isWanted));
    if (!shown || !isWanted(shown)) continue;
    variants.set(shown._id, shown);
    const match = variant ? "exact" : "featured";
    inputs.set(shown._id, [...(inputs.get(shown._id) ?? []), { id, match }]);
  }
  const known = new Set([...inputs.values()].flat().map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  const products = await withVariants([...variants.values()], store, services);
  return {
    ucp: metadataOf(active),
    products: products.map((one) => {
      const view = productView(one, { store, publicUrl: services.publicUrl });
      const found = view.variants.map((variant) => ({ ...variant, inputs: inputs.get(variant.id) ?? [] }));
      return { ...view, variants: found };
    }),
    messages: [
      ...messages,
      ...missing.map((content) => ({ type: "info" as const, code: "not_found", content })),
    ],
  };
}

/** One that can be bought now, if there is one. */
function featured(variants: Product[]): Product | undefined {
  return variants.find(({ stock }) => stock !== 0) ?? variants[0];
}
