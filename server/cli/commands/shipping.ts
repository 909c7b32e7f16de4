import { ApiError } from "@counterpart/server/errors";
import { displayAmount } from "../../domain/money.ts";
import { daysRange, type ShippingRate } from "../../domain/shipping-rate.ts";
import { faultsByFlag } from "../input/flags.ts";
import { filled } from "../input/option-values.ts";
import { fieldList, listing, yesNo } from "../output/table.ts";
import type { ChangingStore, ShopCommand } from "../shop-command.ts";
import { wrongUsage } from "../terminal.ts";

interface AddOptions {
  name: string;
  price: string;
  days?: string;
  freeFrom?: string;
  countries?: string;
}

interface UpdateOptions extends Pick<Partial<AddOptions>, "name" | "price"> {
  days?: string | false;
  freeFrom?: string | false;
  countries?: string | false;
}

export function addShippingCommands(counterpart: ShopCommand): void {
  const shipping = counterpart
    .command("shipping")
    .description("Manage shipping rates, from which buyers choose on the payment page.");

  shipping
    .addOfStore("list", "List a store's shipping rates.")
    .readsStore(async ({ store: { id, currency }, database }) => {
      const rates = await database.shippingRates.list(id);
      const heading = ["id", "name", "price", "free from", "days", "countries", "offered"];
      const rows = rates.map((rate) => {
        const { name, price, freeFrom, days, countries } = textsOf(rate, currency);
        return [rate.id, name, price, freeFrom, days, countries, yesNo(rate.isActive)];
      });
      return { value: rates, text: listing(heading, rows, "The store has no shipping rates.") };
    });

  shipping
    .addOfStore("add", "Add a shipping rate. New checkouts offer it to buyers of physical products.")
    .requiredOption("--name <text>", "its name on the payment page", filled)
    .requiredOption("--price <amount>", "its price in the store's currency, such as 4.90", filled)
    .option("--days <number>", "the delivery time in business days, such as 3 or 2-4")
    .option("--free-from <amount>", "the subtotal from which it costs nothing")
    .option("--countries <codes>", "where it is valid, such as ie,gb (default: wherever the store ships to)")
    .explain(
      "\nA payment page offers the five cheapest. Rates for some countries need `shippingCountry` in createCheckoutSession.",
    )
    .changesStore(async ({ store: { id: storeId, currency }, database, by }, options: AddOptions) => {
      const { shippingRateIn } = await import("../../merchants/shipping/shipping-rate-in.ts");
      const { name, price, days = "", freeFrom = "", countries = "" } = options;
      const typed = shippingRateIn({ name, price, days, freeFrom, countries }, currency);
      if (typed.faults) throw wrongUsage(faultsByFlag(typed.faults));
      const added = await database.shippingRates.add({ storeId, currency }, typed.rate, by);
      return {
        value: added,
        text: `${added.name} was added.\n\n${fieldList({ id: added.id, ...textsOf(added, currency) })}`,
      };
    });

  shipping
    .addOfStore("update", "Change a shipping rate. Only the given fields change.")
    .argument(...rateArgument)
    .option("--name <text>", "its name on the payment page", filled)
    .option("--price <amount>", "its price in the store's currency, such as 4.90", filled)
    .option("--days <number>", "the delivery time in business days, such as 3 or 2-4")
    .option("--no-days", "state no delivery time")
    .option("--free-from <amount>", "the subtotal from which it costs nothing")
    .option("--no-free-from", "it always costs its price")
    .option("--countries <codes>", "where it is valid, such as ie,gb")
    .option("--no-countries", "it is valid wherever the store ships to")
    .explain("\nNew checkouts offer the changed rate. Open payment pages keep the old one.")
    .changesStore(
      async ({ store: { id: storeId, currency }, database, by }, rateId: string, options: UpdateOptions) => {
        const { rateTextsOf, shippingRateIn } = await import("../../merchants/shipping/shipping-rate-in.ts");
        const rate = (await database.shippingRates.list(storeId)).find(({ id }) => id === rateId);
        if (!rate) throw noSuchRate(rateId);
        const old = rateTextsOf(rate, currency);
        const given = (name: "days" | "freeFrom" | "countries") =>
          options[name] === false ? "" : (options[name] ?? old[name]);
        const { name = old.name, price = old.price } = options;
        const optional = { days: given("days"), freeFrom: given("freeFrom"), countries: given("countries") };
        const typed = shippingRateIn({ name, price, ...optional }, currency);
        if (typed.faults) throw wrongUsage(faultsByFlag(typed.faults));
        const saved = await database.shippingRates.update({ storeId, rateId, currency }, typed.rate, by);
        if (!saved) throw noSuchRate(rateId);
        return {
          value: saved,
          text: `${saved.name} was saved. Open payment pages keep the old rate.\n\n${fieldList({ id: saved.id, ...textsOf(saved, currency) })}`,
        };
      },
    );

  shipping
    .addOfStore("activate", "Offer a shipping rate again.")
    .argument(...rateArgument)
    .changesStore(setActive(true));

  shipping
    .addOfStore("deactivate", "Stop offering a shipping rate. Open payment pages still offer it.")
    .argument(...rateArgument)
    .changesStore(setActive(false));

  shipping
    .addOfStore("remove", "Remove a shipping rate. Open payment pages still offer it.")
    .argument(...rateArgument)
    .changesStore(async ({ store: { id: storeId }, database, by }, rateId: string) => {
      const removed = await database.shippingRates.remove({ storeId, rateId }, by);
      if (!removed) throw noSuchRate(rateId);
      return { value: { id: rateId, removed: true }, text: `${removed.name} was removed.` };
    });
}

function setActive(isActive: boolean) {
  return async ({ store, database, by }: ChangingStore, rateId: string) => {
    const rate = await database.shippingRates.setActive({ storeId: store.id, rateId }, isActive, by);
    if (!rate) throw noSuchRate(rateId);
    return { value: rate, text: `${rate.name} is ${isActive ? "offered again" : "no longer offered"}.` };
  };
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
