import type { components } from "../../generated/types.ts";
import { onPaymentPage } from "./pay-page.ts";
import { type Merchant, sampleProducts } from "./world.ts";

type Schemas = components["schemas"];

/** The data of a response that must be a success. */
export function dataOf<T>({ data, error }: { data?: { data: T }; error?: unknown }): T {
  if (data === undefined) throw new Error(`This should have been a success: ${JSON.stringify(error)}`);
  return data.data;
}

/** `200` or `409 CONFLICT`, for comparing errors. */
export function answerOf({ response, error }: { response: Response; error?: { code: string } }): string {
  return error === undefined ? `${response.status}` : `${response.status} ${error.code}`;
}

/** The product of this reference. */
export function productId({ products }: Pick<Merchant, "products">, reference: string): string {
  const id = products[reference];
  if (id === undefined) throw new Error(`The merchant has no ${reference}.`);
  return id;
}

/** A cart line as the API returns it, with one of the sample products for sale. */
export function lineOf(merchant: Merchant, reference: string, quantity: number): Schemas["CartLine"] {
  const product = sampleProducts.find((one) => one.reference === reference);
  if (!product) throw new Error(`There is no sample product ${reference}.`);
  return {
    productId: productId(merchant, reference),
    quantity,
    name: product.name,
    options: product.options,
    unitPriceInCents: product.priceInCents,
    lineTotalInCents: product.priceInCents * quantity,
    imageUrl: product.imageUrl,
    isActive: true,
    isAvailable: true,
  };
}

export async function newCart({ client }: Merchant): Promise<string> {
  return dataOf(await client.POST("/v1/cart")).id;
}

export function addLine(merchant: Merchant, cartId: string, reference: string, quantity = 1) {
  return merchant.client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: productId(merchant, reference), quantity },
  });
}

export function setLine(merchant: Merchant, cartId: string, reference: string, quantity: number) {
  return merchant.client.PATCH("/v1/cart/{cartId}/lines/{productId}", {
    params: { path: { cartId, productId: productId(merchant, reference) } },
    body: { quantity },
  });
}

export function removeLine(merchant: Merchant, cartId: string, reference: string) {
  return merchant.client.DELETE("/v1/cart/{cartId}/lines/{productId}", {
    params: { path: { cartId, productId: productId(merchant, reference) } },
  });
}

export function clear({ client }: Merchant, cartId: string) {
  return client.DELETE("/v1/cart/{cartId}", { params: { path: { cartId } } });
}

export function getCart({ client }: Merchant, cartId: string) {
  return client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
}

/** The id of a new cart with these products, by reference. */
export async function cartWith(merchant: Merchant, quantities: Record<string, number>): Promise<string> {
  const cartId = await newCart(merchant);
  for (const [reference, quantity] of Object.entries(quantities)) {
    dataOf(await addLine(merchant, cartId, reference, quantity));
  }
  return cartId;
}

/** The quantities in a cart, by the products' references. */
export async function contentsOf(merchant: Merchant, cartId: string): Promise<Record<string, number>> {
  const { lines } = dataOf(await getCart(merchant, cartId));
  const referenceOf = new Map(Object.entries(merchant.products).map(([reference, id]) => [id, reference]));
  return Object.fromEntries(
    lines.map((line) => [referenceOf.get(line.productId) ?? line.productId, line.quantity]),
  );
}

type CheckoutDetails = Omit<Schemas["CreateCheckoutSessionRequest"], "cartId">;

export function openCheckout({ client }: Merchant, cartId: string, details: CheckoutDetails = {}) {
  return client.POST("/v1/checkout/session", { body: { cartId, ...details } });
}

/** The URL of a new checkout's payment page. */
export async function paymentPage(
  merchant: Merchant,
  cartId: string,
  memberSessionId?: string,
): Promise<string> {
  const details = memberSessionId === undefined ? {} : { memberSessionId };
  return dataOf(await openCheckout(merchant, cartId, details)).url;
}

/** Pays, and returns the `session_id` from the buyer's return URL. */
export async function pay(url: string, email?: string): Promise<string> {
  const { headers } = await onPaymentPage(url, "pay", email);
  const sessionId = new URL(headers.get("location") ?? "").searchParams.get("session_id");
  if (!sessionId) throw new Error("The payment was not taken.");
  return sessionId;
}

/** Whether the page can still be paid. */
export async function isPayable(url: string): Promise<boolean> {
  return (await (await fetch(url)).text()).includes('name="outcome"');
}

export async function readSession(
  { client }: Merchant,
  sessionId: string,
): Promise<Schemas["CheckoutSession"]> {
  return dataOf(await client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } }));
}

/** The order of a checkout session, by either of its ids. */
export async function orderOf({ client }: Merchant, sessionId: string): Promise<Schemas["Order"]> {
  const [order, ...others] = dataOf(await client.GET("/v1/orders", { params: { query: { sessionId } } }));
  if (!order || others.length > 0)
    throw new Error(`The session has ${order ? "several orders" : "no order"}.`);
  return order;
}

/** Buys these products as a guest who pays at once, and returns the order. */
export async function buy(merchant: Merchant, quantities: Record<string, number>): Promise<Schemas["Order"]> {
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, quantities)));
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}
