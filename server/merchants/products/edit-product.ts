import { ApiError } from "@counterpart/server/errors";
import type { Mismatch } from "../../catalog-import/contract.ts";
import { checkProduct } from "../../catalog-import/product-faults.ts";
import type { Database } from "../../database/database.ts";
import type { AuditEntry } from "../../database/queries/audit/audit-trail.ts";
import type { ManagedProduct, ProductAddress } from "../../database/queries/products/managed-products.ts";
import type { ProductWrite } from "../../database/queries/products/product-write.ts";
import type { ProductInput } from "../../database/queries/products/products.ts";
import type { Actor } from "../../domain/actor.ts";
import type { FieldChanges } from "../../domain/audit.ts";
import { blankContent } from "../../domain/product.ts";

/** The fields that can be edited by hand; omitted fields stay unchanged. */
export type ProductChange = Partial<Omit<ProductInput, "reference" | "currency">>;

/** The invalid fields of a change: `/priceInCents`, `is less than 0`. */
export class InvalidProduct extends ApiError {
  readonly mismatches: Mismatch[];

  constructor(mismatches: Mismatch[]) {
    super("VALIDATION_ERROR", mismatches.map(({ at, what }) => `${at.slice(1)} ${what}.`).join(" "), {
      details: mismatches.slice(0, maxDetails).map(({ at, what }) => ({
        in: "body",
        pointer: at,
        rule: "product",
        message: what,
      })),
    });
    this.name = "InvalidProduct";
    this.mismatches = mismatches;
  }
}

/** As many as the contract's error body has. */
const maxDetails = 20;

/** The product has changed since it was read, so this change wasn't applied. */
export class ProductChanged extends ApiError {
  readonly current: ManagedProduct;
  /** The changes meanwhile, by field; undefined after an import, which isn't recorded by field. */
  readonly changes: FieldChanges | undefined;
  /** The actor of the last change; undefined when unknown. */
  readonly by: Actor | undefined;

  constructor(
    current: ManagedProduct,
    { changes, by }: Partial<Pick<ProductChanged, "changes" | "by">> = {},
  ) {
    const what = changes === undefined ? "" : `: ${Object.keys(changes).join(", ")}`;
    super("CONFLICT", `The product has changed since you read it${what}. Nothing was saved.`);
    this.name = "ProductChanged";
    this.current = current;
    this.changes = changes;
    this.by = by;
  }
}

export interface Edit {
  /** The version that was read, to detect concurrent changes; undefined to change the current one. */
  version: string | undefined;
  change: ProductChange;
  by: Actor;
  /** Whether changes of what variants share are made to all variants of the group. */
  withVariants?: boolean;
}

/**
 * Changes a product. Undefined when the store has no such product.
 * @throws ProductChanged when the version differs, InvalidProduct when the contract can't represent it
 */
export async function editProduct(
  { managedProducts, auditTrail }: Pick<Database, "managedProducts" | "auditTrail">,
  address: ProductAddress,
  { version, change, by, withVariants = false }: Edit,
): Promise<ManagedProduct | undefined> {
  let stale: ManagedProduct | undefined;
  const product = await managedProducts.edit(
    address,
    (current) => {
      stale = version !== undefined && version !== current.version ? current : undefined;
      return stale ? toInput(stale) : edited(current, change);
    },
    by,
    change,
    withVariants ? variantEdited : undefined,
  );
  if (!stale || version === undefined) return product;
  const { storeId, _id: objectId } = stale;
  const page = await auditTrail.list({ storeId, objectId, limit: maxEntries });
  throw new ProductChanged(stale, changesSince(version, stale.version, page?.entries ?? []));
}

/** A product as given by a caller, who may leave out what has a default. */
export type GivenProduct = Pick<ProductInput, "name" | "priceInCents" | "type"> &
  Partial<Omit<ProductInput, "reference" | "currency" | "imageUrl">>;

/**
 * A new product in the store's currency; what isn't given is empty. Throws InvalidProduct.
 * @param replaced whose slugs it may keep
 */
export function newProduct(
  given: GivenProduct,
  currency: string,
  replaced?: Pick<ProductInput, "slug" | "group">,
): ProductInput {
  const { images = [] } = given;
  const candidate = {
    reference: "new",
    ...blankContent,
    ...{ sku: null, weightInGrams: null, compareAtPriceInCents: null },
    ...{ trialDays: null, requiresShipping: null, taxCode: null },
    ...given,
    images,
    currency,
    imageUrl: images[0]?.url ?? null,
  };
  const checked = checkProduct(candidate, { keptSlugs: slugsOf(replaced) });
  if (!checked.product) throw new InvalidProduct(checked.mismatches);
  return checked.product;
}

function slugsOf(product: Pick<ProductInput, "slug" | "group"> | undefined): string[] {
  return [product?.slug, product?.group?.slug].filter((slug) => typeof slug === "string");
}

/** More changes than happen while a form is open. */
const maxEntries = 50;

function toInput(product: ManagedProduct): ProductInput {
  const { _id, storeId, version, stock, quantity, reserved, ...input } = product;
  return input;
}

/** Images of which the first is replaced or, by null, removed. */
export function withMainImage(images: ProductInput["images"], url: string | null): ProductInput["images"] {
  if (url === (images[0]?.url ?? null)) return images;
  const others = images.slice(1).filter((image) => image.url !== url);
  return url === null ? others : [{ url, alt: null }, ...others];
}

/** The changed product. Throws InvalidProduct. */
export function edited(current: ManagedProduct, change: ProductChange): ProductInput {
  const { imageUrl, ...fields } = change;
  const candidate = { ...toInput(current), ...fields };
  if (candidate.type !== "subscription") {
    candidate.trialDays = fields.trialDays ?? null;
    candidate.requiresShipping = fields.requiresShipping ?? null;
  }
  if (fields.images !== undefined) candidate.imageUrl = fields.images[0]?.url ?? null;
  if (imageUrl !== undefined && imageUrl !== current.imageUrl) {
    candidate.images = withMainImage(current.images, imageUrl);
    candidate.imageUrl = candidate.images[0]?.url ?? null;
  }
  // An older version may have stored a price that can't be charged. The product can still be taken off sale.
  const keepsPrice =
    candidate.priceInCents === current.priceInCents && (!candidate.isActive || current.isActive);
  const checked = checkProduct(candidate, { keepsPrice, keptSlugs: slugsOf(current) });
  if (!checked.product) throw new InvalidProduct(checked.mismatches);
  return checked.product;
}

/** A variant after the edit of another one: what all variants share changes in the same way. Throws InvalidProduct. */
function variantEdited(current: ManagedProduct, before: ManagedProduct, after: ManagedProduct): ProductInput {
  const changes = sharedFields
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => [name, after[name]]);
  return edited(current, Object.fromEntries(changes));
}

const sharedFields = [
  ...(["group", "type", "billingInterval", "trialDays", "requiresShipping", "taxCode"] as const),
  ...(["description", "category", "details"] as const),
];

/** Follows the entries back to the version that was read. Entries of the same millisecond are unordered. */
function changesSince(
  version: string,
  current: string,
  entries: AuditEntry[],
): Partial<Pick<ProductChanged, "changes" | "by">> {
  const followed: AuditEntry[] = [];
  let at = current;
  while (at !== version) {
    const entry = entries.find((one) => one.changes.version?.to === at && !followed.includes(one));
    if (!entry) break;
    followed.push(entry);
    at = String(entry.changes.version?.from);
  }
  if (at !== version) return {};
  const changes: FieldChanges = {};
  for (const entry of followed.toReversed()) {
    const { version: _, ...fields } = entry.changes;
    for (const [name, { from, to }] of Object.entries(fields)) {
      changes[name] = { from: changes[name] ? changes[name].from : from, to };
    }
  }
  return { changes, by: followed[0]?.by };
}

/** Throws ProductChanged unless the product is in the version that was read; undefined for any. */
export function refuseChanged(version: string | undefined): (current: ManagedProduct) => void {
  return (current) => {
    if (version !== undefined && version !== current.version) throw new ProductChanged(current);
  };
}

/** An edit among several that are made together. It is refused if the product isn't in the version that was read. */
export function editWrite(product: string, version: string | undefined, change: ProductChange): ProductWrite {
  return {
    ...{ action: "edit", product, given: change },
    apply: (current) => {
      if (version === current.version) return edited(current, change);
      throw new ProductChanged(current);
    },
  };
}
