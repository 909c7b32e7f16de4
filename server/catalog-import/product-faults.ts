import type { ProductInput } from "../database/queries/products/products.ts";
import { isCurrency, priceFault } from "../domain/money.ts";
import { isProductSlug } from "../domain/product-slug.ts";
import { compileAgainstContract, fieldsOf, type Mismatch, mismatches } from "./contract.ts";
import { isWebAddress } from "./web-address.ts";

/** References are indexed, and PostgreSQL limits an index entry to about 2,700 bytes. */
const maxReferenceLength = 512;

let isShaped: ReturnType<typeof compile> | undefined;

/** Left unchanged, or given by the store, if a file doesn't have them. */
const optional = [
  ...["sku", "weightInGrams", "compareAtPriceInCents", "trialDays", "requiresShipping", "taxCode"],
  ...["stock", "quantity", "reserved"],
];

function compile() {
  const { _id, storeId, ...fields } = fieldsOf("Product");
  return compileAgainstContract<ProductInput>({
    type: "object",
    required: ["reference", ...Object.keys(fields).filter((name) => !optional.includes(name))],
    properties: {
      reference: { type: "string", minLength: 1, maxLength: maxReferenceLength },
      ...fields,
    },
    additionalProperties: false,
  });
}

/**
 * Why this can't be a product: the contract can't represent it, or its price can't be charged. When the list
 * is empty, it is a `ProductInput`.
 * @param keepsPrice true: the price is unchanged, chargeable or not
 * @param keptSlugs slugs that it has already, whether or not they can be a part of a path
 */
export function checkProduct(
  candidate: unknown,
  { keepsPrice = false, keptSlugs = [] }: { keepsPrice?: boolean; keptSlugs?: string[] } = {},
): { product: ProductInput } | { product?: undefined; mismatches: Mismatch[] } {
  const at = crowdedPlace(candidate);
  if (at !== undefined) return { mismatches: [{ at, what: `has more than ${maxEntries} entries` }] };
  isShaped ??= compile();
  if (!isShaped(candidate)) return { mismatches: mismatches(isShaped.errors) };
  const rest = [
    ...disagreements(candidate),
    ...slugFaults(candidate, keptSlugs),
    ...(keepsPrice ? [] : priceFaults(candidate)),
  ];
  return rest.length > 0 ? { mismatches: rest } : { product: candidate };
}

/** No list of a product may have more entries than this. */
const maxEntries = 100;
/** A product, its lists, and their elements. */
const maxDepth = 3;

/** Where a value has too many entries. Each could be a fault, and all of a product's faults are in memory at once. */
function crowdedPlace(value: unknown, at = "", depth = maxDepth): string | undefined {
  if (depth === 0 || typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length > maxEntries) return at;
  for (const [name, entry] of entries) {
    const place = crowdedPlace(entry, `${at}/${name}`, depth - 1);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Rules that the contract's schema can't express. */
function* disagreements(product: ProductInput): Generator<Mismatch> {
  const { currency, type, billingInterval, imageUrl, images } = product;
  if (!isCurrency(currency)) yield { at: "/currency", what: `"${currency}" isn't a current currency code` };
  if (imageUrl !== null && !isWebAddress(imageUrl)) {
    yield { at: "/imageUrl", what: "must begin with http:// or https://" };
  }
  for (const [index, { url }] of images.entries()) {
    if (url !== imageUrl && !isWebAddress(url)) {
      yield { at: `/images/${index}/url`, what: "must begin with http:// or https://" };
    }
  }
  if (imageUrl !== (images[0]?.url ?? null)) {
    yield { at: "/imageUrl", what: "must be the URL of the first image" };
  }
  if (type === "subscription" && billingInterval === null) {
    yield { at: "/billingInterval", what: "must be month or year for a subscription" };
  }
  if (type !== "subscription" && billingInterval !== null) {
    yield { at: "/billingInterval", what: `must be null for a ${type} product` };
  }
  for (const field of ["trialDays", "requiresShipping"] as const) {
    if (type === "subscription" || (product[field] ?? null) === null) continue;
    yield { at: `/${field}`, what: `must be null for a ${type} product` };
  }
  for (const [field, value] of Object.entries(product)) {
    if (textsOf(value).some(isUnstorable)) {
      yield {
        at: `/${field}`,
        what: "has a character that can't be stored (NUL or half a surrogate pair)",
      };
    }
  }
}

function* slugFaults({ slug, group }: ProductInput, kept: string[]): Generator<Mismatch> {
  const given = { "/slug": slug, "/group/slug": group?.slug ?? null };
  for (const [at, text] of Object.entries(given)) {
    if (text === null || kept.includes(text) || isProductSlug(text)) continue;
    const what =
      "must be a part of a URL: letters, digits, hyphens, dots, underscores and tildes, not only dots";
    yield { at, what };
  }
}

function* priceFaults({ priceInCents, currency }: ProductInput): Generator<Mismatch> {
  const fault = priceFault(priceInCents, currency);
  if (fault !== undefined) yield { at: "/priceInCents", what: `is ${fault}` };
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
