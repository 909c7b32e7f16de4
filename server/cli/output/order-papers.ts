import type { Store } from "../../database/queries/stores.ts";
import type { Order } from "../../domain/order.ts";
import type { PackingSlip } from "../../domain/packing-slip.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { localTime } from "../../domain/time-zone.ts";
import { type PickList, waitingNote } from "../../merchants/orders/pick-list.ts";
import { printable } from "./table.ts";

/** Characters per line, as on an ordinary terminal and on paper. */
const lineWidth = 80;
const quantityWidth = 6;

export function pickListText({ lines, orders }: PickList, storeName: string): string {
  if (lines.length === 0) return "Nothing is left to send.";
  const sum = lines.reduce((total, { quantity }) => total + quantity, 0);
  const heading = `Pick list of ${storeName}: ${counted(sum, "item")} of ${counted(orders, "order")}`;
  const entries = lines.flatMap((line) => {
    const wanted = line.orders.map((order) => {
      const note = waitingNote(order);
      return note === "" ? orderText(order) : `${orderText(order)} (${note})`;
    });
    return [...itemText(line), ...indented(wanted.join(", "))];
  });
  return [...wrapped(heading, lineWidth), "", ...entries].join("\n");
}

export function slipText(
  { lines, isPart }: PackingSlip,
  order: Pick<Order, "id" | "number" | "createdAt" | "shippingAddress" | "shippingRate">,
  store: Pick<Store, "name" | "contactEmail" | "contactPhone" | "timeZone">,
): string {
  const address = Object.values(order.shippingAddress ?? {}).filter((part) => part !== null);
  const contact = [store.contactEmail, store.contactPhone].filter((one) => one !== null).join(" · ");
  return [
    ...wrapped(store.name, lineWidth),
    ...wrapped(
      `Packing slip of order ${orderText(order)}, ${localTime(order.createdAt, store.timeZone).day}`,
      lineWidth,
    ),
    ...(order.shippingRate ? wrapped(`Shipping: ${order.shippingRate.name}`, lineWidth) : []),
    "",
    ...(address.length > 0
      ? ["Ship to", ...address.flatMap((part) => wrapped(part, lineWidth - 2).map((line) => `  ${line}`)), ""]
      : []),
    ...lines.flatMap(itemText),
    ...(isPart ? ["", "Other items of this order are sent separately."] : []),
    ...(contact === "" ? [] : ["", ...wrapped(contact, lineWidth)]),
  ].join("\n");
}

/** `   2 ×  SCARF-R  Lambswool scarf – Red` */
function itemText(line: PackingSlip["lines"][number]): string[] {
  const { quantity, sku } = line;
  const name = nameWithOptions(line);
  const [first = "", ...others] = indented(sku ? `${sku}  ${name}` : name);
  return [`${`${quantity} ×`.padStart(quantityWidth)}${first.slice(quantityWidth)}`, ...others];
}

function indented(text: string): string[] {
  const indent = quantityWidth + 2;
  return wrapped(text, lineWidth - indent).map((line) => " ".repeat(indent) + line);
}

/** Lines of at most so many characters, broken at spaces where there are any. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = [...printable(text)];
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).join("").trimEnd());
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest.join("")];
}

function orderText({ number, id }: { number: number | null; id: string }): string {
  return number === null ? id : `#${number}`;
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
