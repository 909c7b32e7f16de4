import { ApiError } from "@counterpart/toolkit/errors";
import type { Input, Output, Services } from "../operation.ts";

export async function getCheckoutSession(
  { path, caller }: Input<"getCheckoutSession">,
  { database, checkout }: Pick<Services, "database" | "checkout">,
): Promise<Output<"getCheckoutSession">> {
  const known = await database.checkoutSessions.find({ storeId: caller.storeId, sessionId: path.sessionId });
  if (!known) throw new ApiError("NOT_FOUND", "No such checkout session.");
  const session = await checkout.refresh(known);
  const { status, lines, total, currency } = session;
  return {
    status: 200,
    body: {
      data: {
        id: session.id,
        storeId: session.storeId,
        cartId: session.cartId,
        status,
        paymentStatus: session.paymentStatus,
        paymentOutcome: session.paymentOutcome,
        mode: session.mode,
        lines,
        totals: { subtotal: total, total, currency },
        customerEmail: session.customerEmail,
        customerName: session.customerName,
        customerPhone: session.customerPhone,
        shippingAddress: session.shippingAddress,
        metadata: session.metadata,
        url: status === "open" ? session.url : null,
        createdAt: new Date(session.createdAt).toISOString(),
        expiresAt: new Date(session.expiresAt).toISOString(),
        completedAt: session.completedAt === null ? null : new Date(session.completedAt).toISOString(),
      },
    },
  };
}
