import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@counterpart/toolkit/errors";
import type { Command } from "commander";
import { FaultyFile } from "../../catalog-import/faulty-file.ts";
import type { ImportResult } from "../../catalog-import/import-products.ts";
import type { Product } from "../../database/queries/products/products.ts";
import { displayAmount } from "../../domain/money.ts";
import { filled } from "../input/option-values.ts";
import { progressBar } from "../output/progress-bar.ts";
import { table, yesNo } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

/** Several times what 100,000 products need. */
const maxBytes = 256 * 1024 * 1024;

export function addProductCommands(counterpart: Command, terminal: Terminal): void {
  const products = counterpart.command("products").description("what a store sells");

  addCommand(products, "import", "Create and update products from a file: all of it, or nothing.")
    .argument("<file>", "our JSON, or Shopify's product CSV")
    .requiredOption("--store <slug>", "where they are sold; its currency is that of a CSV", filled)
    .addHelpText("after", fileHelp)
    .action((file: string, options: Options) =>
      answer(terminal, options, async (database, by) => {
        const store = await storeOf(database, options.store);
        const name = path.basename(file);
        const bytes = await readBytes(file);
        const bar = progressBar(terminal, options, "products");
        try {
          const { importProducts } = await import("../../catalog-import/import-products.ts");
          const result = await importProducts(database, store, { name, bytes }, bar.show, by);
          bar.stop();
          return { value: result, text: summary(result, store.slug) };
        } catch (error) {
          bar.stop();
          throw error instanceof FaultyFile ? withFileName(name, error) : error;
        }
      }),
    );

  addCommand(products, "list", "List the products of a store, those that aren't for sale included.")
    .requiredOption("--store <slug>", "whose products", filled)
    .action((options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const list = await database.products.listAll(store.id);
        const rows = list.map((product) => [
          product.reference,
          product.name,
          price(product),
          product.type,
          yesNo(product.isActive),
        ]);
        const heading = ["reference", "name", "price", "type", "active"];
        return { value: list, text: rows.length > 0 ? table(heading, rows) : "The store has no products." };
      }),
    );
}

const fileHelp = `
JSON: an array of products with
  reference        your own id of it; importing it again updates the product
  name, type       type is physical, digital or subscription
  priceInCents     an integer in the currency's smallest unit
  billingInterval  month or year, for a subscription
and, where you like, description, currency, imageUrl, isActive, category, details (a list of short texts), slug, group
(its slug and name), options (a list of name and value) and images (a list of up to 20, each with url and alt).

CSV: the file that Shopify's admin exports. Each variant becomes a product, known again by its handle and option
values, with up to 20 images. Products that the file doesn't mention stay as they are.`;

async function readBytes(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new FaultyFile(`${file} has more than ${maxBytes >> 20} MB. Split it.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new ApiError("NOT_FOUND", `There is no file ${file}.`);
    throw new FaultyFile(`${file} can't be read: ${message}.`);
  }
}

function withFileName(name: string, { message, faults }: FaultyFile): FaultyFile {
  return new FaultyFile(`${name} wasn't imported, and nothing was changed. ${message}`, faults);
}

function summary({ created, updated, unchanged, skipped }: ImportResult, slug: string): string {
  const rows = skipped === 1 ? "1 row carries" : `${skipped} rows carry`;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged`;
  return `Products of ${slug}: ${counts}.${skipped > 0 ? ` ${rows} no product.` : ""}`;
}

function price({ priceInCents, currency, type, billingInterval }: Product): string {
  return `${displayAmount(priceInCents, currency)}${type === "subscription" ? ` a ${billingInterval}` : ""}`;
}
