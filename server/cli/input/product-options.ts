import { Option } from "commander";
import type { Mismatch } from "../../catalog-import/contract.ts";
import { exampleAmount, toMinorUnits } from "../../domain/money.ts";
import type { ProductChange } from "../../merchants/products/edit-product.ts";
import type { ShopCommand } from "../shop-command.ts";
import { wrongUsage } from "../terminal.ts";
import { flagOf } from "./flags.ts";
import { filled, type NameAndValue, nameAndValue, namesAndValues, webAddress } from "./option-values.ts";

/** The options of a product's fields, as commander parses them. */
export interface ProductOptions {
  name?: string;
  type?: "physical" | "digital" | "subscription";
  billingInterval?: "month" | "year";
  price?: string;
  compareAtPrice?: string;
  description?: string;
  category?: string;
  imageUrl?: string;
  slug?: string;
  group?: NameAndValue | "";
  option?: NameAndValue[];
  detail?: string[];
  sku?: string;
  weight?: string;
  active?: boolean;
  trialDays?: string;
  shipped?: boolean;
  taxCode?: string;
}

/** Adds an option for each field. `isNew` requires what a product can't be without. */
export function withProductOptions(command: ShopCommand, { isNew = false } = {}): ShopCommand {
  const required = (flags: string, description: string) =>
    new Option(flags, description).argParser(filled).makeOptionMandatory(isNew);
  return command
    .addOption(required("--name <text>", "its name"))
    .addOption(
      new Option("--type <type>", `its type${isNew ? "; physical by default" : ""}`).choices([
        "physical",
        "digital",
        "subscription",
      ]),
    )
    .addOption(
      new Option("--billing-interval <interval>", "how often a subscription is paid").choices([
        "month",
        "year",
      ]),
    )
    .addOption(
      required("--price <amount>", `its price in ${isNew ? "the store's" : "its"} currency, such as 12.50`),
    )
    .option("--trial-days <days>", "how many days a subscription is free at first")
    .option("--shipped", "a subscription that is shipped, such as a print club's")
    .option("--no-shipped", "a subscription that isn't shipped")
    .option("--compare-at-price <amount>", "its price before a reduction")
    .option("--tax-code <code>", "how it is taxed, as one of Stripe's tax codes, such as txcd_35010000")
    .option("--description <text>", "its description")
    .option("--category <name>", "its category")
    .option("--sku <code>", "the merchant's code for it")
    .option("--weight <grams>", "the weight of one in grams")
    .option("--image-url <url>", "the URL of its main image", webAddress)
    .option("--detail <text>", "a short fact about it; repeatable", texts)
    .option("--slug <slug>", "its slug in URLs")
    .option("--group <slug=name>", "the group of its variants", nameAndValue)
    .option(
      "--option <name=value>",
      "an option that distinguishes it from other variants; repeatable",
      namesAndValues,
    );
}

/** Collects a repeatable option; an empty value adds nothing. */
function texts(text: string, before: string[] = []): string[] {
  return text === "" ? before : [...before, text];
}

/** The fields that the options give. Throws INVALID_REQUEST for an amount or a weight that isn't one. */
export function changeIn(options: ProductOptions, currency: string): ProductChange {
  const { name, type, price, compareAtPrice, group, option, detail, weight, active } = options;
  const { trialDays, shipped } = options;
  return {
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
    ...(type !== undefined &&
      type !== "subscription" && { billingInterval: null, trialDays: null, requiresShipping: null }),
    ...(trialDays !== undefined && {
      trialDays: trialDays === "" ? null : wholeNumber("--trial-days", trialDays, "days, such as 14"),
    }),
    ...(shipped !== undefined && { requiresShipping: shipped }),
    ...(options.billingInterval !== undefined && { billingInterval: options.billingInterval }),
    ...(price !== undefined && { priceInCents: amount("--price", price, currency) }),
    ...(compareAtPrice !== undefined && {
      compareAtPriceInCents:
        compareAtPrice === "" ? null : amount("--compare-at-price", compareAtPrice, currency),
    }),
    ...orNull("description", options.description),
    ...orNull("category", options.category),
    ...orNull("sku", options.sku),
    ...orNull("imageUrl", options.imageUrl),
    ...orNull("slug", options.slug),
    ...orNull("taxCode", options.taxCode),
    ...(weight !== undefined && {
      weightInGrams: weight === "" ? null : wholeNumber("--weight", weight, "grams, such as 420"),
    }),
    ...(detail !== undefined && { details: detail.length > 0 ? detail : null }),
    ...(group !== undefined && { group: group === "" ? null : { slug: group.name, name: group.value } }),
    ...(option !== undefined && { options: option }),
    ...(active !== undefined && { isActive: active }),
  };
}

type Text = "description" | "category" | "sku" | "imageUrl" | "slug" | "taxCode";

function orNull(name: Text, text: string | undefined): Pick<ProductChange, Text> {
  return text === undefined ? {} : { [name]: text === "" ? null : text };
}

function amount(flag: string, text: string, currency: string): number {
  const minorUnits = toMinorUnits(text, currency);
  if (minorUnits !== undefined) return minorUnits;
  throw wrongUsage(`${flag} takes an amount in ${currency}, such as ${exampleAmount(currency)}.`);
}

function wholeNumber(flag: string, text: string, what: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw wrongUsage(`${flag} takes whole ${what}.`);
}

/** The options that aren't named after their fields. */
const optionNames: Record<string, string> = {
  priceInCents: "price",
  compareAtPriceInCents: "compareAtPrice",
  weightInGrams: "weight",
  requiresShipping: "shipped",
  images: "imageUrl",
  options: "option",
  details: "detail",
  isActive: "active",
};

/** A sentence for each fault, which begins with the option of the field: `--name is empty.` */
export function faultsByFlag(mismatches: Mismatch[]): string {
  const sentences = mismatches.map(({ at, what }) => {
    const [, field = ""] = at.split("/");
    return `--${flagOf([optionNames[field] ?? field])} ${what}.`;
  });
  return [...new Set(sentences)].join(" ");
}
