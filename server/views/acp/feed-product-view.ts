import type { components } from "../../../generated/acp/types.ts";
import { productKey } from "../../domain/for-agents.ts";
import { nameWithOptions, type Product } from "../../domain/product.ts";
import { productPageUrl } from "../../domain/product-page-url.ts";

type Schemas = components["schemas"];

/** The store as a feed shows it. */
export interface FeedStore {
  name: string;
  slug: string;
  hasProductPages: boolean;
  returnPolicyUrl: string | null;
  /** Of this installation, without a trailing slash. */
  publicUrl: string;
}

/** As in sessions: fewer are low. */
const fewLeft = 5;

/** A product of a feed. @param variants at least one, all of one group or a single product */
export function feedProductView(variants: [Product, ...Product[]], store: FeedStore): Schemas["FeedProduct"] {
  const [first] = variants;
  const { group } = first;
  return {
    id: productKey(first),
    title: group?.name ?? first.name,
    ...describedBy(first),
    ...(!group && pageOf(first, store)),
    media: mediaOf(first),
    variants: variants.map((variant) => variantView(variant, store)),
  };
}

function variantView(product: Product, store: FeedStore): Schemas["FeedVariant"] {
  const { category, compareAtPriceInCents: before, priceInCents, options } = product;
  const price = (amount: number) => ({ amount, currency: product.currency.toUpperCase() });
  return {
    id: product._id,
    title: nameWithOptions(product),
    ...describedBy(product),
    ...pageOf(product, store),
    price: price(priceInCents),
    ...(before !== null && { list_price: price(before) }),
    availability: availabilityOf(product.stock),
    ...(category !== null && { categories: [{ value: category, taxonomy: "merchant" }] }),
    ...(options.length > 0 && { variant_options: options.map(({ name, value }) => ({ name, value })) }),
    media: mediaOf(product),
    seller: {
      name: store.name,
      ...(store.returnPolicyUrl !== null && {
        links: [{ type: "refund_policy", url: store.returnPolicyUrl }],
      }),
    },
  };
}

/** A variant that was in a feed and isn't sold any more. */
export function discontinuedView({ id, title }: { id: string; title: string }): Schemas["FeedVariant"] {
  return { id, title, availability: { available: false, status: "discontinued" } };
}

function availabilityOf(stock: number | null): Schemas["FeedAvailability"] {
  if (stock === 0) return { available: false, status: "out_of_stock" };
  return { available: true, status: stock !== null && stock <= fewLeft ? "limited_stock" : "in_stock" };
}

function describedBy({ description }: Product) {
  return description !== null && { description: { plain: description } };
}

function pageOf({ slug }: Product, store: FeedStore) {
  if (slug === null || !store.hasProductPages) return undefined;
  return { url: productPageUrl(slug, store, store.publicUrl) };
}

function mediaOf({ images }: Product): Schemas["FeedMedia"][] {
  return images.map(({ url, alt }) => ({ type: "image", url, ...(alt !== null && { alt_text: alt }) }));
}
