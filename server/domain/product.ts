/** The name of a variant from its group's name and its option values: `Tide Poster – A4 / Red`. */
export function variantName(groupName: string, values: string[]): string {
  return values.length > 0 ? `${groupName} – ${values.join(" / ")}` : groupName;
}

export interface ProductOption {
  name: string;
  value: string;
}

export interface NamedLine {
  name: string;
  options: ProductOption[];
}

/** How a line is called wherever people read it: `Lambswool scarf – Red`. A name that ends with its options has them once. */
export function nameWithOptions({ name, options }: NamedLine): string {
  const values = options.map(({ value }) => value);
  const ending = wordsOf(values.join(" "));
  return ending !== " " && wordsOf(name).endsWith(ending) ? name : variantName(name, values);
}

/** In lower case, with a space before each and after the last. */
function wordsOf(text: string): string {
  return ` ${text.toLowerCase()} `.replace(/[\s,;/|()–—-]+/g, " ");
}

/** What a product's optional content is if nothing is given. */
export const blankContent = {
  description: null,
  billingInterval: null,
  isActive: true,
  category: null,
  details: null,
  slug: null,
  group: null,
  options: [],
};

/** A product, with the contract's field names; the handlers' types keep both in sync. */
export interface Product {
  _id: string;
  storeId: string;
  name: string;
  description: string | null;
  /** In the currency's smallest unit. */
  priceInCents: number;
  currency: string;
  type: "digital" | "subscription" | "physical";
  /** Null except for subscriptions. */
  billingInterval: "month" | "year" | null;
  imageUrl: string | null;
  isActive: boolean;
  category: string | null;
  details: string[] | null;
  /** Unique in the store unless null. */
  slug: string | null;
  /** The product that this is a variant of. */
  group: { slug: string; name: string } | null;
  options: ProductOption[];
  /** The first is `imageUrl`. */
  images: { url: string; alt: string | null }[];
  /** The merchant's code for it, such as `TIDE-27`; several products may have the same. */
  sku: string | null;
  weightInGrams: number | null;
  /** The price before a reduction, in the currency's smallest unit. */
  compareAtPriceInCents: number | null;
  /** How long a subscription is free at first; null for no trial. */
  trialDays: number | null;
  /** Whether a subscription is shipped; null for other types. */
  requiresShipping: boolean | null;
  /** One of the provider's tax codes, such as `txcd_35010000`; null for the account's default. */
  taxCode: string | null;
  /** How many can be bought now, without those in open checkout sessions; null if they aren't counted. */
  stock: number | null;
  /** How many there are, including the reserved ones; null if they aren't counted. */
  quantity: number | null;
  /** How many are in open checkout sessions; null if they aren't counted. */
  reserved: number | null;
}
