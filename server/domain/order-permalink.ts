/** A page about an order for the buyer. @param publicUrl without a trailing slash */
export function orderPermalink(
  checkoutSessionId: string,
  { successUrl, publicUrl }: { successUrl: string | null; publicUrl: string },
): string {
  const page = new URL(successUrl ?? `${publicUrl}/checkout/success`);
  page.searchParams.set("session_id", checkoutSessionId);
  return page.href;
}
