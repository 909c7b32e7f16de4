import { productKey } from "../../../domain/for-agents.ts";
import { nameWithOptions, type Product, type ProductOption } from "../../../domain/product.ts";
import { productPageUrl } from "../../../domain/product-page-url.ts";
import { optionsOf } from "../../../domain/variant-choice.ts";
import type { Services } from "../../../operation.ts";
import type { Negotiated } from "../negotiate.ts";
import type { Schemas } from "../operation.ts";

/** A product and what of it is shown. */
export interface ShownProduct {
  first: Product;
  others: Product[];
  /** All that agents can buy of it. */
  all: Product[];
}

/** A product of the catalog: a group of variants, or a single product, which is its only variant. */
export function productView(
  { first, others, all }: ShownProduct,
  shop: Pick<Negotiated, "store"> & Pick<Services, "publicUrl">,
): Schemas["CatalogProduct"] {
  const { group } = first;
  const options = optionsOf(all).map(({ name, values }) => ({
    name,
    values: values.map((label) => ({ label })),
  }));
  const prices = [first, ...all].map(({ priceInCents }) => priceInCents);
  const price = (amount: number) => priceOf({ ...first, priceInCents: amount });
  return {
    id: productKey(first),
    title: group?.name ?? first.name,
    ...(!group && pageOf(first, shop)),
    ...describedBy(first),
    price_range: { min: price(Math.min(...prices)), max: price(Math.max(...prices)) },
    ...(options.length > 0 && { options }),
    variants: [first, ...others].map((variant) => variantView(variant, shop)),
  };
}

export function selectedView({ name, value: label }: ProductOption): Schemas["SelectedOption"] {
  return { name, label };
}

function variantView(product: Product, shop: Parameters<typeof productView>[1]): Schemas["Variant"] {
  const { _id, sku, compareAtPriceInCents: before, options, stock } = product;
  return {
    ...{ id: _id, title: nameWithOptions(product) },
    ...(sku !== null && { sku }),
    ...pageOf(product, shop),
    ...describedBy(product),
    price: priceOf(product),
    ...(before !== null && { list_price: priceOf({ ...product, priceInCents: before }) }),
    availability: stock === 0 ? soldOut : { available: true, status: "in_stock" },
    ...(options.length > 0 && { options: options.map(selectedView) }),
  };
}

const soldOut = { available: false, status: "out_of_stock" };

function describedBy({ description, category, images }: Product) {
  return {
    description: { plain: description ?? "" },
    ...(category !== null && { categories: [{ value: category, taxonomy: "merchant" }] }),
    ...(images.length > 0 && {
      media: images.map(({ url, alt }) => ({ type: "image", url, ...(alt !== null && { alt_text: alt }) })),
    }),
  };
}

function priceOf({ priceInCents: amount, currency }: Product): Schemas["Price"] {
  return { amount, currency: currency.toUpperCase() };
}

function pageOf({ slug }: Product, { store, publicUrl }: Parameters<typeof productView>[1]) {
  if (slug === null) return undefined;
  return { handle: slug, ...(store.hasProductPages && { url: productPageUrl(slug, store, publicUrl) }) };
}
