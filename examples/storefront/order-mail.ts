import { partsOf, totalOf } from "./amounts.ts";
import type { components } from "./api.ts";
import { lineName } from "./line-name.ts";
import { money } from "./money.ts";

type Order = components["schemas"]["Order"];

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * The email to a buyer about a paid order; undefined if the buyer has no email address.
 * @param link to the order's page
 */
export function orderMail(order: Order, store: string, link: string): Mail | undefined {
  const { customerEmail, customerName, shippingAddress, lines, totals, id, number } = order;
  if (customerEmail === null) return undefined;
  const name = number ? `#${number}` : id;
  const sum = (amount: number) => money(amount, totals.currency);
  const rows = [
    ...lines.map((line) => [
      `${line.quantity} × ${lineName(line)}`,
      sum(line.unitPriceInCents * line.quantity),
    ]),
    ...partsOf(order).map(([name, amount]) => [name, sum(amount)]),
    ["Total", sum(totalOf(order))],
  ];
  return {
    to: customerEmail,
    subject: `Your order ${name} from ${store}`,
    text: [
      `Hello${customerName === null ? "" : ` ${customerName}`},`,
      `thank you for your order ${name}. Your payment has arrived.`,
      columns(rows),
      ...(shippingAddress ? [["Shipping to:", ...addressLines(shippingAddress)].join("\n")] : []),
      `Your order, and when it is sent:\n${link}`,
      store,
    ].join("\n\n"),
  };
}

/** Aligns the right column at its end. */
function columns(rows: string[][]): string {
  const [left, right] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(([name = "", amount = ""]) => `${name.padEnd(left ?? 0)}  ${amount.padStart(right ?? 0)}`)
    .join("\n");
}

function addressLines(address: NonNullable<Order["shippingAddress"]>): string[] {
  const { name, line1, line2, postalCode, city, state, country } = address;
  const place = [postalCode, city, state].filter((one) => one !== null).join(" ");
  return [name, line1, line2, place, country].filter((one) => one !== null && one !== "").map(String);
}
