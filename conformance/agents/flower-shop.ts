import { readFile } from "node:fs/promises";
import path from "node:path";
import { allowedCountries } from "../../server/payments/checkout/shipping-countries.ts";
import { galwayHome, startUcpShop } from "../../test/helpers/ucp-shop.ts";
import { blankProduct, startWorld } from "../../test/helpers/world.ts";

type Row = Record<string, string>;

export type FlowerShop = Awaited<ReturnType<typeof startFlowerShop>>;

/**
 * A store with the data of the protocol's suite, on a shop with the payment stand-in.
 * @param folder with its CSV files
 */
export async function startFlowerShop(folder: string) {
  const rows = async (name: string) => rowsIn(await readFile(path.join(folder, `${name}.csv`), "utf8"));
  const world = await startWorld();
  const shop = await startUcpShop(world);
  const { database, promotionCodes } = world.services;
  const products = (await rows("products")).map(
    ({ id = "", title = "", price, image_url: imageUrl = "" }) => ({
      ...{ ...blankProduct, currency: "usd", type: "physical" as const },
      ...{ reference: id, name: title, priceInCents: Number(price), imageUrl },
    }),
  );
  const selling = { sellsThrough: ["ucp" as const], currency: "usd" };
  const merchant = await world.merchant(selling, products);
  const { store, products: ids } = merchant;
  for (const { product_id: reference = "", quantity } of await rows("inventory")) {
    const address = { storeId: store.id, productId: ids[reference] ?? "" };
    await database.stockLevels.change(address, { to: Number(quantity) });
  }
  for (const { code = "", type, value } of await rows("discounts")) {
    const off =
      type === "percentage"
        ? { percentOff: Number(value), amountOffInCents: null }
        : { percentOff: null, amountOffInCents: Number(value) };
    const rest = { currency: "usd", minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "conformance" } as const;
    await promotionCodes.create(store, { code, ...off, ...rest }, { token: code, by });
  }
  const rates = await rows("shipping_rates");
  const freeFrom = (await rows("promotions")).find(({ min_subtotal: minimum }) => minimum !== "");
  const rateIds: Row = {};
  for (const { id = "", country_code: country, service_level: level, price, title = "" } of rates) {
    const own = rates.filter((one) => one.service_level === level && one.country_code !== "default");
    const others = own.map((one) => one.country_code);
    const countries =
      country === "default"
        ? allowedCountries(store).filter((one) => !others.includes(one))
        : [country ?? ""];
    const rate = await database.shippingRates.add(
      { storeId: store.id, currency: "usd" },
      {
        ...{ name: title, priceInCents: Number(price), days: null },
        countries:
          others.length === 0 && country === "default" ? null : countries.map((one) => one.toLowerCase()),
        freeFromInCents: level === "standard" ? Number(freeFrom?.min_subtotal) : null,
      },
    );
    rateIds[id] = rate.id;
  }
  const addresses = (await rows("addresses")).map(
    ({ id, street_address, city, state, postal_code, country }) => ({
      ...{ id, street_address, postal_code, address_country: country },
      ...{ address_locality: city, address_region: state },
    }),
  );
  return {
    world,
    shop,
    merchant,
    agent: shop.agent(merchant),
    /** Of products, by those of the data. */
    ids,
    /** Of shipping rates, by those of the data. */
    rateIds,
    addresses: [addresses[0] ?? galwayHome, ...addresses.slice(1)],
    async close() {
      await shop.close();
      await world.close();
    },
  };
}

/** Of a CSV file whose fields have no commas, except in columns that nothing here reads. */
function rowsIn(text: string): Row[] {
  const [names = [], ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ""])));
}
