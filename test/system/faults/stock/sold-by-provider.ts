import type { Control } from "@counterpart/stripe-stand-in";

/** How many pieces of each product the provider's sessions have sold, except where the payment failed later. */
export async function soldByProvider(
  stripe: Control,
  url: string,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const sessionsOf = (type: string) =>
    stripe.events(type).map(({ data }) => (data.object as { id: string }).id);
  const failed = new Set(sessionsOf("checkout.session.async_payment_failed"));
  const sold = new Map<string, number>();
  for (const id of sessionsOf("checkout.session.completed")) {
    if (failed.has(id)) continue;
    const response = await fetch(`${url}/v1/checkout/sessions/${id}/line_items?limit=100`, {
      headers: { Authorization: "Bearer sk_test_process" },
    });
    const { data } = (await response.json()) as { data: { description: string; quantity: number }[] };
    for (const { description, quantity } of data) {
      const productId = names.get(description) ?? description;
      sold.set(productId, (sold.get(productId) ?? 0) + quantity);
    }
  }
  return sold;
}
