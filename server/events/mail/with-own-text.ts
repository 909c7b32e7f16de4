import { filledLine, type OwnText, paragraphsIn } from "../../domain/mails/own-text.ts";
import type { Order } from "../../domain/order.ts";
import { nameOf, type OrderEmail } from "./order-letters.ts";

/** The letter with a store's own subject and paragraphs. What it lists, and its links, stay. */
export function withOwnText(
  { letter, values }: OrderEmail,
  text: OwnText,
  order: Order,
  { name: store }: { name: string },
): OrderEmail {
  const name = order.customerName ?? order.customerEmail ?? "";
  const all = { ...values, store, name, order: nameOf(order) };
  const paragraphs = paragraphsIn(text).map((line) => filledLine(line, all));
  return {
    subject: filledLine(text.subject, all),
    letter: { ...letter, paragraphs },
    ...(values && { values }),
  };
}

/** A usual text as one to start from: with placeholders where it has values of the order. */
export function asOwnText({ subject, letter, values }: OrderEmail, order: Order): OwnText {
  const placed = (text: string) =>
    Object.entries({ ...values, order: nameOf(order) }).reduce(
      (line, [name, value]) => line.replaceAll(value, `{${name}}`),
      text,
    );
  return { subject: placed(subject), body: letter.paragraphs.map(placed).join("\n") };
}
