import type { Command } from "commander";
import { displayAmount } from "../domain/money.ts";
import { filled } from "./option-values.ts";
import { table } from "./table.ts";
import { type AnswerOptions, addCommand, answerReading, shopOf, type Terminal } from "./terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

export function addOrderCommands(counterpart: Command, terminal: Terminal): void {
  const orders = counterpart.command("orders").description("what a store has sold");

  addCommand(
    orders,
    "list",
    "List the orders of a store, the newest first. Paid sessions make one order each.",
  )
    .requiredOption("--store <slug>", "whose orders", filled)
    .action((options: Options) =>
      answerReading(terminal, options, async (store) => {
        const shop = await shopOf(store, options.store);
        const list = (await store.orders.list(shop.id)).map((order) => ({
          ...order,
          createdAt: new Date(order.createdAt).toISOString(),
        }));
        const rows = list.map(({ id, createdAt, customerEmail, lines, total, refunded, currency }) => [
          id,
          createdAt,
          customerEmail ?? "",
          lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", "),
          displayAmount(total, currency),
          refunded > 0 ? displayAmount(refunded, currency) : "",
        ]);
        const heading = ["id", "created", "customer", "lines", "total", "refunded"];
        return { value: list, text: rows.length > 0 ? table(heading, rows) : "The store has no orders yet." };
      }),
    );
}
