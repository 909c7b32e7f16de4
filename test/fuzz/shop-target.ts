import type { ApiDocument } from "@counterpart/testing";
import {
  type Ask,
  type Credentials,
  type KnownValues,
  type Model,
  type Party,
  plan,
  type Sender,
  sessions,
  type Target,
} from "@counterpart/testing/fuzz";
import type { ModelProduct } from "./cart-model.ts";
import { cartStory } from "./cart-story.ts";

interface ShopProduct {
  _id: string;
  name: string;
  options: { name: string; value: string }[];
  imageUrl: string | null;
  priceInCents: number;
  currency: string;
  isActive: boolean;
}

export interface ShopTarget {
  target: Target;
  models: Model[];
}

export interface ShopParts {
  document: ApiDocument;
  sender: Sender;
  credentials: Credentials;
  /** Of another store. */
  otherCredentials?: Credentials | undefined;
}

/** All cases share the store's products: a deleted one would be missing in the others. */
export function catalogChanges({ operations }: ApiDocument): string[] {
  return operations
    .filter(({ security }) => security.some(({ apiKey }) => apiKey?.includes("catalog")))
    .map(({ operationId }) => operationId);
}

/** The number of products that are tried, from the start of the catalog. */
const maxProducts = 8;

/** What a key alone reveals about a shop: products to buy, carts to create, and what only that key may see. */
export async function shopTarget({
  document,
  sender,
  credentials,
  otherCredentials,
}: ShopParts): Promise<ShopTarget> {
  const owner = await lookAround(document, sender, credentials);
  const other = otherCredentials && (await lookAround(document, sender, otherCredentials));
  const shelf = {
    currency: owner.currency,
    fillers: [],
    hasOther: other !== undefined,
    products: Object.fromEntries(
      owner.products.map((product, index) => [`product ${index + 1}`, modelProduct(product, owner.currency)]),
    ),
  };
  return {
    target: {
      document,
      sender,
      owner: owner.party,
      ...(other && { other: other.party }),
      untried: catalogChanges(document),
    },
    models: owner.products.length > 0 ? [cartStory(shelf)] : [],
  };
}

export function modelProduct(product: ShopProduct, cartCurrency: string): ModelProduct {
  const { _id, name, options, imageUrl, priceInCents, currency, isActive } = product;
  return {
    id: _id,
    name,
    options,
    imageUrl,
    priceInCents,
    isSellable: isActive && currency === cartCurrency,
  };
}

async function lookAround(document: ApiDocument, sender: Sender, credentials: Credentials) {
  const anonymous = { credentials, known: {}, markers: [] };
  const { compiled } = plan({ document, owner: anonymous });
  const session = sessions({ document, sender, owner: anonymous }, (id) => compiled.get(id))();
  const { data } = (await session.ask("getCatalog")) as {
    data: { store: { _id: string; currency: string }; products: ShopProduct[] };
  };
  const products = data.products.slice(0, maxProducts);
  const ids = products.map(({ _id }) => _id);
  const party: Party = {
    credentials,
    markers: [data.store._id, ...ids],
    known: {
      ...checkoutValues(ids[0]),
      productId: ids.map((id, index) => ({ label: `product ${index + 1}`, sample: id })),
    },
  };
  return { party, products, currency: data.store.currency };
}

/** Each case's own carts, an empty one and one with a line, and a country that every store ships to. */
export function checkoutValues(productId: string | undefined): KnownValues<Ask> {
  const sample = "cart_00000000000000000000000000";
  const create = async (ask: Ask): Promise<string> => {
    const { data } = (await ask("createCart")) as { data: { id: string } };
    return data.id;
  };
  const filled = async (ask: Ask): Promise<string> => {
    const cartId = await create(ask);
    await ask("addCartLine", { path: { cartId }, body: { productId, quantity: 2 } });
    return cartId;
  };
  return {
    shippingCountry: [{ label: "Ireland", sample: "IE" }],
    cartId: [
      ...(productId === undefined ? [] : [{ label: "cart with a line", sample, make: filled }]),
      { label: "empty cart", sample, make: create },
    ],
  };
}
