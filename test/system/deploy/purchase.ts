import { createApi, createApiClient, retry } from "../../../generated/client.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";

/**
 * Buys one of the first product from a running service whose provider is the stand-in.
 * @returns the payment status of the order
 */
export async function purchase(baseUrl: string, apiKey: string): Promise<string> {
  const api = createApi(createApiClient({ baseUrl, auth: { apiKey }, retry: retry(), timeoutMs: 10_000 }));
  const [product] = dataOf(await api.listProducts());
  if (!product) throw new Error("The store has no products.");
  const { id: cartId } = dataOf(await api.createCart());
  dataOf(await api.addCartLine({ path: { cartId }, body: { productId: product._id, quantity: 1 } }));
  const { url } = dataOf(await api.createCheckoutSession({ body: { cartId } }));
  const { headers } = await onPaymentPage(url);
  const sessionId = new URL(headers.get("location") ?? "").searchParams.get("session_id") ?? "";
  dataOf(await api.getCheckoutSession({ path: { sessionId } }));
  const [order] = dataOf(await api.listOrders({ query: { sessionId } }));
  if (!order) throw new Error("The purchase has made no order.");
  return `${order.id} ${order.status}`;
}

function dataOf<T>(answer: { status: number; data?: { data: T }; error?: unknown }): T {
  if (answer.data) return answer.data.data;
  throw new Error(`${answer.status}: ${JSON.stringify(answer.error)}`);
}

// node test/system/deploy/purchase.ts http://127.0.0.1:8080 cp_…
const [, program = "", baseUrl, apiKey] = process.argv;
if (import.meta.filename === program && baseUrl && apiKey) console.log(await purchase(baseUrl, apiKey));
