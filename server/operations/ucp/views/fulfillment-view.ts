import type { Purchase } from "../../../payments/agents/agent-purchases.ts";
import { addressView } from "../../../views/ucp/address-view.ts";
import type { Schemas } from "../operation.ts";

/** One method with one group, since all that is shipped goes to one address. What is downloaded needs neither. */
export function fulfillmentView({ session, state, quote, status }: Purchase): Schemas["Fulfillment"] {
  const { shippingAddress: address } = session;
  const shipped = quote.sold.filter(({ requiresShipping }) => requiresShipping).map((line) => line.productId);
  if (shipped.length === 0 && address === null) return { methods: [] };
  const destinationId = state.destinationId ?? "address";
  const isChoosing = status === "open" && quote.isShipped && quote.options.length > 0;
  return {
    methods: [
      {
        ...{ id: "shipping", type: "shipping", line_item_ids: shipped },
        ...(address && {
          destinations: [{ id: destinationId, ...addressView(address) }],
          selected_destination_id: destinationId,
        }),
        ...(isChoosing && {
          groups: [
            {
              ...{ id: "parcel", line_item_ids: shipped, options: quote.options.map(optionView) },
              selected_option_id: quote.chosen?.rateId ?? null,
            },
          ],
        }),
      },
    ],
  };
}

function optionView(option: Purchase["quote"]["options"][number]): Schemas["FulfillmentOption"] {
  const { rateId: id, name: title, priceInCents: amount, days } = option;
  const arrives = days && (days.min === days.max ? days.max : `${days.min} to ${days.max}`);
  return {
    ...{ id, title, totals: [{ type: "total", display_text: title, amount }] },
    ...(arrives && { description: `Arrives in ${arrives} business days.` }),
  };
}
