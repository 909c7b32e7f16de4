import type { Database } from "../../database/database.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { ProductWrite } from "../../database/queries/products/product-write.ts";
import { type ProductOption, variantName } from "../../domain/product.ts";
import { slugOf } from "../../domain/words.ts";
import { copyOf } from "./copy-product.ts";
import { editWrite, newProduct, type ProductChange, refuseChanged } from "./edit-product.ts";
import { freeSlugs } from "./free-slug.ts";

/** A variant as it is to be; without one, a new one. */
export interface WantedVariant {
  variant: ManagedProduct | undefined;
  version: string;
  options: ProductOption[];
  change: ProductChange & { priceInCents: number };
}

type Products = Pick<Database, "managedProducts">;

/** The group of a product's variants under a name: its own one, or a new one. */
export async function groupNamed(
  { managedProducts }: Products,
  { storeId, group, slug }: ManagedProduct,
  name: string,
): Promise<{ slug: string; name: string }> {
  if (group) return { slug: group.slug, name };
  const wanted = slug ?? slugOf(name) ?? "product";
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? wanted : `${wanted}-${n}`;
    const taken = await managedProducts.list({ storeId, group: candidate, limit: 1 });
    if (!taken?.products.length) return { slug: candidate, name };
  }
}

/**
 * The changes that make a product's variants those that are wanted, in their order. New ones are copies of the product.
 * @param removed those that go
 */
export async function variantWrites(
  database: Products,
  product: ManagedProduct,
  group: { slug: string; name: string },
  { wanted, removed }: { wanted: WantedVariant[]; removed: { id: string; version: string }[] },
): Promise<ProductWrite[]> {
  const names = wanted.map(({ options }) => nameIn(group, options));
  const added = wanted.flatMap(({ variant }, at) => (variant ? [] : (names[at] ?? [])));
  const slugs = await freeSlugs(database, product.storeId, added);
  const kept = wanted.map(({ variant, version, options, change }, at): ProductWrite => {
    const name = names[at] ?? group.name;
    if (variant) {
      const isOwnName = variant.group !== null && variant.name !== nameIn(variant.group, variant.options);
      return editWrite(variant._id, version, { ...change, group, options, ...(!isOwnName && { name }) });
    }
    return creation(product, { name, slug: slugs.shift() ?? null, group, options, ...change });
  });
  return [...kept, ...removed.map(deletion)];
}

/** The name that a variant of a group has if none is typed. */
function nameIn(group: { name: string }, options: ProductOption[]): string {
  const values = options.map(({ value }) => value);
  return variantName(group.name, values);
}

function creation(product: ManagedProduct, { imageUrl, ...fields }: ProductChange): ProductWrite {
  const images =
    imageUrl === product.imageUrl || imageUrl === undefined ? product.images : withImage(imageUrl);
  const { stock: _, ...copied } = copyOf(product);
  const input = () => newProduct({ ...copied, ...fields, images }, product.currency);
  return { action: "create", given: fields, make: input };
}

const withImage = (url: string | null) => (url === null ? [] : [{ url, alt: null }]);

function deletion({ id, version }: { id: string; version: string }): ProductWrite {
  return { action: "delete", product: id, check: refuseChanged(version) };
}
