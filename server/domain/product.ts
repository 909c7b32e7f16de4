/** What a store sells, named as in the contract; the handlers' types keep the two in sync. */
export interface Product {
  _id: string;
  storeId: string;
  name: string;
  description: string | null;
  /** In the currency's smallest unit. */
  priceInCents: number;
  currency: string;
  type: "digital" | "subscription" | "physical";
  /** Null for everything but subscriptions. */
  billingInterval: "month" | "year" | null;
  imageUrl: string | null;
  isActive: boolean;
  category: string | null;
  details: string[] | null;
  /** Unique in the store, where it isn't null. */
  slug: string | null;
  /** What it is a variant of. */
  group: { slug: string; name: string } | null;
  options: { name: string; value: string }[];
  /** The first is `imageUrl`. */
  images: { url: string; alt: string | null }[];
}
