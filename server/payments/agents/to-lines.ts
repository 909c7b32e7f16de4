import { ApiError } from "@counterpart/server/errors";
import type { WantedLine } from "../../domain/agent-session.ts";
import { maxLineItems } from "../../domain/checkout.ts";
import { storableText } from "../../domain/storable.ts";

/**
 * One line for each product: one that is listed twice is bought twice, at the price that was shown first.
 * @throws ApiError 400 for more products than can be paid for at once
 */
export function toLines(items: WantedLine[]): WantedLine[] {
  const lines = new Map<string, WantedLine>();
  for (const item of items) {
    const productId = storableText(item.productId);
    const known = lines.get(productId);
    const { shownPrice } = known ?? item;
    lines.set(productId, { productId, quantity: item.quantity + (known?.quantity ?? 0), shownPrice });
  }
  const { payment: maxLines } = maxLineItems;
  if (lines.size <= maxLines) return [...lines.values()];
  const message = `At most ${maxLines} different products can be bought at once.`;
  throw new ApiError("maximum_exceeded", message, {
    status: 400,
    details: [{ in: "body", pointer: "/line_items", rule: "maxItems", message }],
  });
}
