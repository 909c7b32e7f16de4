import { ApiError } from "@counterpart/server/errors";
import type { Product } from "../../../domain/product.ts";
import { chooseVariants, optionSignals } from "../../../domain/variant-choice.ts";
import type { Services } from "../../../operation.ts";
import { metadataOf } from "../capabilities.ts";
import { findByIds, withVariants } from "../find-by-ids.ts";
import { negotiate } from "../negotiate.ts";
import { reason } from "../no-checkout.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { requestedFilter } from "../requested-filter.ts";
import { productView, type ShownProduct, selectedView } from "../views/product-view.ts";

/** Variants in a response. */
const maxVariants = 100;

export async function getProduct(
  input: Input<"getProduct">,
  services: Pick<Services, "database" | "readPlatformProfile" | "publicUrl">,
): Promise<Output<"getProduct">> {
  const { store, active } = await negotiate(input, services, "dev.ucp.shopping.catalog.lookup");
  const { body } = input;
  const { isWanted, messages } = requestedFilter(body, store);
  const { variant, product } = (await findByIds([body.id], store, services))(body.id);
  const [known] = await withVariants(variant ? [variant] : product, store, services);
  const { selected, chosen } = chosenOf(known?.all ?? [], variant, body);
  const [first, ...others] = chosen.filter(isWanted);
  if (!known || !first) return { status: 200, body: reason("not_found", "No such product.") };
  const shown: ShownProduct = { first, others: others.slice(0, maxVariants - 1), all: known.all };
  const options = optionSignals(known.all, selected).map(({ name, values }) => ({
    name,
    values: values.map(({ value: label, exists, isAvailable: available }) => ({ label, exists, available })),
  }));
  return {
    status: 200,
    body: {
      ucp: metadataOf(active),
      product: {
        ...productView(shown, { store, publicUrl: services.publicUrl }),
        ...(options.length > 0 && { options, selected: selected.map(selectedView) }),
      },
      messages,
    },
  };
}

/** The options of the variant that the request names or, if it chooses none, of the one to show; and the variants that have them. */
function chosenOf(
  all: Product[],
  variant: Product | undefined,
  { selected = [], preferences = [] }: Schemas["ProductRequest"],
) {
  if (new Set(selected.map(({ name }) => name)).size < selected.length) {
    const message = "Send each option at most once.";
    throw new ApiError("VALIDATION_ERROR", message, {
      details: [{ in: "body", pointer: "/selected", rule: "uniqueItems", message }],
    });
  }
  const byStock = [...all].sort((one, other) => Number(one.stock === 0) - Number(other.stock === 0));
  const shown = variant ?? (selected.length === 0 ? byStock[0] : undefined);
  const wanted = selected.map(({ name, label: value }) => ({ name, value }));
  const { selected: effective, chosen } = chooseVariants(byStock, shown?.options ?? wanted, preferences);
  const rest = chosen.filter(({ _id }) => _id !== shown?._id);
  return { selected: effective, chosen: shown ? [shown, ...rest] : rest };
}
