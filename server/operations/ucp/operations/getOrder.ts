import { orderPermalink } from "../../../domain/order-permalink.ts";
import type { Services } from "../../../operation.ts";
import { ucpOrderView } from "../../../views/ucp/ucp-order-view.ts";
import { negotiate } from "../negotiate.ts";
import { reason } from "../no-checkout.ts";
import type { Input, Output } from "../operation.ts";

export async function getOrder(
  input: Input<"getOrder">,
  services: Pick<Services, "database" | "readPlatformProfile" | "publicUrl">,
): Promise<Output<"getOrder">> {
  const { store } = await negotiate(input, services, "dev.ucp.shopping.order");
  const { path, caller } = input;
  const order = await services.database.orders.find({ storeId: caller.storeId, orderId: path.id });
  // An order belongs to the key that bought it.
  if (!order || order.agent !== caller.keyId)
    return { status: 200, body: reason("not_found", "No such order.") };
  const { publicUrl } = services;
  const permalink = orderPermalink(order.checkoutSessionId, { successUrl: store.successUrl, publicUrl });
  return { status: 200, body: ucpOrderView(order, permalink) };
}
