import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import { displayAmount } from "../../domain/money.ts";
import { daysRange, type ShippingRate } from "../../domain/shipping-rate.ts";
import { faultsByFlag } from "../input/faults-by-flag.ts";
import { filled } from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
import { prose } from "../output/prose.ts";
import { fieldList, table, yesNo } from "../output/table.ts";
import {
  addCommand,
  answerOfStore,
  answerReadingStore,
  type StoreOptions,
  type Terminal,
} from "../terminal.ts";

interface AddOptions extends StoreOptions {
  name: string;
  price: string;
  days?: string;
  freeFrom?: string;
  countries?: string;
}

interface UpdateOptions extends StoreOptions, Pick<Partial<AddOptions>, "name" | "price"> {
  days?: string | false;
  freeFrom?: string | false;
  countries?: string | false;
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
    .description("Manage shipping rates, from which buyers choose on the payment page.");

  addCommand(shipping, "list", "List a store's shipping rates.")
    .requiredOption(...storeOption)
    .action((options: StoreOptions) =>
      answerReadingStore(terminal, options, async ({ id, currency }, database) => {
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
      prose(
        "\nA payment page offers the five cheapest. Rates for some countries need `shippingCountry` in createCheckoutSession.",
      ),
    )
    .action((options: AddOptions) =>
      answerOfStore(terminal, options, async ({ id: storeId, currency }, database, by) => {
        const { shippingRateIn } = await import("../../merchants/shipping/shipping-rate-in.ts");
        const { name, price, days = "", freeFrom = "", countries = "" } = options;
        const typed = shippingRateIn({ name, price, days, freeFrom, countries }, currency);
        if (typed.faults) throw new ApiError("INVALID_REQUEST", faultsByFlag(flags, typed.faults));
        const added = await database.shippingRates.add({ storeId, currency }, typed.rate, by);
        return {
          value: added,
          text: `${added.name} was added.\n\n${fieldList({ id: added.id, ...textsOf(added, currency) })}`,
        };
      }),
    );

  addCommand(shipping, "update", "Change a shipping rate. Only the given fields change.")
    .argument(...rateArgument)
    .requiredOption(...storeOption)
    .option("--name <text>", "its name on the payment page", filled)
    .option("--price <amount>", "its price in the store's currency, such as 4.90", filled)
    .option("--days <number>", "the delivery time in business days, such as 3 or 2-4")
    .option("--no-days", "state no delivery time")
    .option("--free-from <amount>", "the subtotal from which it costs nothing")
    .option("--no-free-from", "it always costs its price")
    .option("--countries <codes>", "where it is valid, such as ie,gb")
    .option("--no-countries", "it is valid wherever the store ships to")
    .addHelpText(
      "after",
      prose("\nNew checkouts offer the changed rate. Open payment pages keep the old one."),
    )
    .action((rateId: string, options: UpdateOptions) =>
      answerOfStore(terminal, options, async ({ id: storeId, currency }, database, by) => {
        const { rateTextsOf, shippingRateIn } = await import("../../merchants/shipping/shipping-rate-in.ts");
        const rate = (await database.shippingRates.list(storeId)).find(({ id }) => id === rateId);
        if (!rate) throw noSuchRate(rateId);
        const old = rateTextsOf(rate, currency);
        const given = (name: "days" | "freeFrom" | "countries") =>
          options[name] === false ? "" : (options[name] ?? old[name]);
        const { name = old.name, price = old.price } = options;
        const optional = { days: given("days"), freeFrom: given("freeFrom"), countries: given("countries") };
        const typed = shippingRateIn({ name, price, ...optional }, currency);
        if (typed.faults) throw new ApiError("INVALID_REQUEST", faultsByFlag(flags, typed.faults));
        const saved = await database.shippingRates.update({ storeId, rateId, currency }, typed.rate, by);
        if (!saved) throw noSuchRate(rateId);
        return {
          value: saved,
          text: `${saved.name} was saved. Open payment pages keep the old rate.\n\n${fieldList({ id: saved.id, ...textsOf(saved, currency) })}`,
        };
      }),
    );

  addCommand(shipping, "activate", "Offer a shipping rate again.")
    .argument(...rateArgument)
    .requiredOption(...storeOption)
    .action((rateId: string, options: StoreOptions) => setActive(rateId, options, true));

  addCommand(shipping, "deactivate", "Stop offering a shipping rate. Open payment pages still offer it.")
    .argument(...rateArgument)
    .requiredOption(...storeOption)
    .action((rateId: string, options: StoreOptions) => setActive(rateId, options, false));

  addCommand(shipping, "remove", "Remove a shipping rate. Open payment pages still offer it.")
    .argument(...rateArgument)
    .requiredOption(...storeOption)
    .action((rateId: string, options: StoreOptions) =>
      answerOfStore(terminal, options, async ({ id: storeId }, database, by) => {
        const removed = await database.shippingRates.remove({ storeId, rateId }, by);
        if (!removed) throw noSuchRate(rateId);
        return { value: { id: rateId, removed: true }, text: `${removed.name} was removed.` };
      }),
    );

  function setActive(rateId: string, options: StoreOptions, isActive: boolean): Promise<void> {
    return answerOfStore(terminal, options, async ({ id: storeId }, database, by) => {
      const rate = await database.shippingRates.setActive({ storeId, rateId }, isActive, by);
      if (!rate) throw noSuchRate(rateId);
      return { value: rate, text: `${rate.name} is ${isActive ? "offered again" : "no longer offered"}.` };
    });
  }
}

const rateArgument = ["<id>", "its id, ship_…, as `shipping list` shows it"] as const;

function noSuchRate(rateId: string): ApiError {
  return new ApiError("NOT_FOUND", `The store has no shipping rate with the id ${rateId}.`);
}

function textsOf({ name, priceInCents, freeFromInCents, days, countries }: ShippingRate, currency: string) {
  return {
    name,
    price: displayAmount(priceInCents, currency),
    freeFrom: freeFromInCents === null ? "" : displayAmount(freeFromInCents, currency),
    days: daysRange(days),
    countries: countries?.join(", ") ?? "all",
  };
}
