import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import { displayAmount } from "../../domain/money.ts";
import type { ShippingRate } from "../../domain/shipping-rate.ts";
import { faultsByFlag } from "../input/faults-by-flag.ts";
import { filled } from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
import { fieldList, table, yesNo } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface StoreOptions extends AnswerOptions {
  store: string;
}

interface AddOptions extends StoreOptions {
  name: string;
  price: string;
  days?: string;
  freeFrom?: string;
  countries?: string;
}

const flags = {
  name: "--name",
  price: "--price",
  days: "--days",
  freeFrom: "--free-from",
  countries: "--countries",
};

export function addShippingCommands(counterpart: Command, terminal: Terminal): void {
  const shipping = counterpart
    .command("shipping")
    .description("a store's shipping rates, from which buyers choose on the payment page");

  addCommand(shipping, "list", "List a store's shipping rates.")
    .requiredOption(...storeOption)
    .action((options: StoreOptions) =>
      answerReading(terminal, options, async (database) => {
        const { id, currency } = await storeOf(database, options.store);
        const rates = await database.shippingRates.list(id);
        const heading = ["id", "name", "price", "free from", "days", "countries", "offered"];
        const rows = rates.map((rate) => {
          const { name, price, freeFrom, days, countries } = textsOf(rate, currency);
          return [rate.id, name, price, freeFrom, days, countries, yesNo(rate.isActive)];
        });
        const text = rates.length > 0 ? table(heading, rows) : "The store has no shipping rates.";
        return { value: rates, text };
      }),
    );

  addCommand(shipping, "add", "Add a shipping rate. New checkouts offer it to buyers of physical products.")
    .requiredOption(...storeOption)
    .requiredOption("--name <text>", "its name on the payment page", filled)
    .requiredOption("--price <amount>", "its price in the store's currency, such as 4.90", filled)
    .option("--days <number>", "the delivery time in business days, such as 3 or 2-4")
    .option("--free-from <amount>", "the subtotal from which it costs nothing")
    .option("--countries <codes>", "where it is valid, such as ie,gb (default: wherever the store ships to)")
    .addHelpText(
      "after",
      "\nA payment page offers the five cheapest. Rates for some countries need `shippingCountry` in createCheckoutSession.",
    )
    .action((options: AddOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId, currency } = await storeOf(database, options.store);
        const { shippingRateIn } = await import("../../merchants/shipping/shipping-rate-in.ts");
        const { name, price, days = "", freeFrom = "", countries = "" } = options;
        const { rate, faults } = {
          rate: undefined,
          ...shippingRateIn({ name, price, days, freeFrom, countries }, currency),
        };
        if (!rate) throw new ApiError("INVALID_REQUEST", faultsByFlag(flags, faults ?? {}));
        const added = await database.shippingRates.add({ storeId, currency }, rate, by);
        return {
          value: added,
          text: `${added.name} was added.\n\n${fieldList({ id: added.id, ...textsOf(added, currency) })}`,
        };
      }),
    );

  addCommand(shipping, "remove", "Remove a shipping rate. Open payment pages still offer it.")
    .argument("<id>", "its id, ship_…, as `shipping list` shows it")
    .requiredOption(...storeOption)
    .action((rateId: string, options: StoreOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId } = await storeOf(database, options.store);
        const removed = await database.shippingRates.remove({ storeId, rateId }, by);
        if (!removed)
          throw new ApiError("NOT_FOUND", `The store has no shipping rate with the id ${rateId}.`);
        return { value: { id: rateId, removed: true }, text: `${removed.name} was removed.` };
      }),
    );
}

function textsOf({ name, priceInCents, freeFromInCents, days, countries }: ShippingRate, currency: string) {
  return {
    name,
    price: displayAmount(priceInCents, currency),
    freeFrom: freeFromInCents === null ? "" : displayAmount(freeFromInCents, currency),
    days: days === null ? "" : days.min === days.max ? String(days.min) : `${days.min}-${days.max}`,
    countries: countries?.join(", ") ?? "all",
  };
}
