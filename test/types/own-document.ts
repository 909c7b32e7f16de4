// Nothing here is run. `tsc` fails if a line below a directive compiles after all. The test beside it also checks that
// each line's error is the one that the directive names.
import { createApiClient } from "../../generated/client.ts";
import type { Handlers, Input, Output } from "../../generated/operations.ts";

interface Caller {
  storeId: string;
}

declare const all: Handlers<Caller, object>;

export const everyHandler: Handlers<Caller, object> = { ...all };

const { clearCart, ...others } = all;
// @ts-expect-error: Property 'clearCart' is missing
export const oneTooFew: Handlers<Caller, object> = others;

// @ts-expect-error: 'clearCarts' does not exist
export const oneMisspelt: Handlers<Caller, object> = { ...others, clearCarts: clearCart };

/** A handler that knows its response at once returns it, and others return a promise. */
export const atOnce: Handlers<Caller, object> = { ...all, getCart: ({ path }) => answerAtOnce(path.cartId) };
export const later: Handlers<Caller, object> = {
  ...all,
  getCart: async ({ path }) => answerAtOnce(path.cartId),
};

function answerAtOnce(id: string): Output<"getCart"> {
  return { status: 200, body: { data: { ...cart, id } } };
}

function undocumented(): { status: 201; body: { data: typeof cart } } {
  return { status: 201, body: { data: cart } };
}

// @ts-expect-error: Type '201' is not assignable to type '200'.
export const undocumentedAtOnce: Handlers<Caller, object> = { ...all, getCart: undocumented };

const totals = { subtotal: 0, total: 0, currency: "eur", hasUnavailableLines: false };
const cart = { id: "cart_1", storeId: "store_1", lines: [], totals };

export async function right({ path, caller }: Input<"getCart", Caller>): Promise<Output<"getCart">> {
  return { status: 200, body: { data: { ...cart, id: path.cartId, storeId: caller.storeId } } };
}

export async function undocumentedStatus(): Promise<Output<"getCart">> {
  // @ts-expect-error: Type '201' is not assignable to type '200 | 304 | 401 | 403 | 404 | 429 | 500'.
  return { status: 201, body: { data: cart } };
}

export async function undocumentedProperty(): Promise<Output<"getCart">> {
  // @ts-expect-error: 'passwordHash' does not exist in type 'Sent<Cart>'
  return { status: 200, body: { data: { ...cart, passwordHash: "$2b$" } } };
}

export async function propertyBesideTheEnvelope(): Promise<Output<"getCart">> {
  // @ts-expect-error: 'passwordHash' does not exist in type 'Sent<GetCart200Body>'
  return { status: 200, body: { data: cart, passwordHash: "$2b$" } };
}

export async function undocumentedHeader(): Promise<Output<"getCart">> {
  // @ts-expect-error: '"X-Secret"' does not exist in type 'NoHeaders'.
  return { status: 200, body: { data: cart }, headers: { "X-Secret": "1" } };
}

export async function headersFromAnywhere(headers: { "X-Secret": string }): Promise<Output<"getCart">> {
  // @ts-expect-error: Type '{ "X-Secret": string; }' has no properties in common with type 'NoHeaders'.
  return { status: 200, body: { data: cart }, headers };
}

export async function unknownMember(): Promise<Output<"getCart">> {
  // @ts-expect-error: 'cached' does not exist in type 'Reply<200, "application/json", GetCart200Body, NoHeaders>'.
  return { status: 200, body: { data: cart }, cached: true };
}

export async function bodyWithoutEnvelope(): Promise<Output<"getCart">> {
  // @ts-expect-error: Property 'data' is missing
  return { status: 200, body: cart };
}

export async function bodyWithoutProperty(): Promise<Output<"getCart">> {
  // @ts-expect-error: Property 'totals' is missing
  return { status: 200, body: { data: { id: "cart_1", storeId: "store_1", lines: [] } } };
}

export async function bodyOfOtherType(): Promise<Output<"getCart">> {
  // @ts-expect-error: Type 'string' is not assignable to type 'number'.
  return { status: 200, body: { data: { ...cart, totals: { ...totals, total: "0" } } } };
}

export async function noBody(): Promise<Output<"getCart">> {
  // @ts-expect-error: Property 'body' is missing in type '{ status: 200; }' but required in type 'Reply<200, "application/json", GetCart200Body, NoHeaders>'.
  return { status: 200 };
}

export async function undocumentedCode(): Promise<Output<"getCart">> {
  // @ts-expect-error: Type '"TEAPOT"' is not assignable to type '"NOT_FOUND"'.
  return { status: 404, body: { error: "No.", code: "TEAPOT" } };
}

export async function unknownInput(input: Input<"getCart", Caller>): Promise<Output<"getCart">> {
  // @ts-expect-error: Property 'productId' does not exist
  input.path.productId;
  // @ts-expect-error: Property 'page' does not exist
  input.query.page;
  // @ts-expect-error: is possibly 'undefined'
  input.body.quantity;
  return { status: 200, body: { data: cart } };
}

const client = createApiClient({ auth: { apiKey: "cp_1" } });

export async function calls() {
  const { data } = await client.GET("/v1/cart/{cartId}", { params: { path: { cartId: "cart_1" } } });
  // @ts-expect-error: is possibly 'undefined'
  data.data;
  // @ts-expect-error: Property 'price' does not exist
  data?.data.totals.price;
  // @ts-expect-error: "/v1/carts"
  await client.GET("/v1/carts", {});
  // @ts-expect-error: "/v1/cart/{cartId}/lines"
  await client.GET("/v1/cart/{cartId}/lines", {});
  // @ts-expect-error: Expected 2 arguments
  await client.GET("/v1/cart/{cartId}");
  // @ts-expect-error: Property 'cartId' is missing
  await client.GET("/v1/cart/{cartId}", { params: { path: {} } });
  // @ts-expect-error: Property 'cartId' is missing
  await client.POST("/v1/checkout/session", { body: {} });
  const line = { productId: "prod_1", quantity: "1" };
  const params = { path: { cartId: "cart_1" } };
  // @ts-expect-error: Type 'string' is not assignable to type 'number'
  await client.POST("/v1/cart/{cartId}/lines", { params, body: line });
}

export async function answers() {
  const answer = await client.POST("/v1/checkout/session", { body: { cartId: "cart_1" } });
  if (answer.status === 200) {
    const url: string = answer.data.data.url;
    // @ts-expect-error: Type 'undefined' is not assignable to type 'string'
    const none: string = answer.error;
    return url + none;
  }
  if (answer.status === 409) {
    if (answer.error.code === "CART_EMPTY") return answer.error.error;
    // @ts-expect-error: have no overlap
    if (answer.error.code === "UNAUTHORIZED") return answer.error.error;
    // @ts-expect-error: Type 'undefined' is not assignable to type 'object'
    const none: object = answer.data;
    return none;
  }
  // @ts-expect-error: have no overlap
  if (answer.status === 418) return "tea";
  // @ts-expect-error: have no overlap
  if (answer.status === 404 && answer.error.code === "CART_EMPTY") return "";
  // The other errors remain, each with its own code.
  const status: 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 = answer.status;
  // @ts-expect-error: Type '400 | 401 | 403 | 404 | 413 | 415 | 429 | 500' is not assignable to type '500'
  const last: 500 = answer.status;
  return `${status} ${last} ${answer.error.error}`;
}
