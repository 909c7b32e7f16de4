import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import { storeOption } from "../input/store-option.ts";
import { prose } from "../output/prose.ts";
import { type AnswerOptions, addCommand, answerReading, storeOf, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

const help = `
Without a file, the CSV is written to standard output. Importing it into an empty store gives the same products. Shopify reads
the file too, and ignores its last column: it has what Shopify's columns can't say, such as a subscription's interval. Values
that look like formulas get a leading apostrophe, which an import removes.`;

export function addProductExport(products: Command, terminal: Terminal): void {
  addCommand(products, "export", "Write a store's products in Shopify's CSV format.")
    .argument("[file]", "the file to write; it is replaced if it exists")
    .requiredOption(...storeOption)
    .addHelpText("after", prose(help))
    .action((file: string | undefined, options: Options) => {
      if (file === undefined && options.json) {
        throw new ApiError("INVALID_REQUEST", "--json needs a file, because the CSV takes standard output.");
      }
      return answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const { exportedProducts, missingColumns, productRows, productsCsv } = await import(
          "../../merchants/products/products-csv.ts"
        );
        let count = 0;
        const counted = async function* () {
          for await (const page of exportedProducts(database, store.id)) {
            count += page.length;
            yield page;
          }
        };
        const csv = productsCsv(productRows(counted(), store));
        const missing = `Not in the file, because products here don't have it: ${missingColumns}.`;
        if (file === undefined) {
          // Terminals expect line feeds only.
          for await (const part of csv) terminal.stdout.write(part.replaceAll("\r\n", "\n"));
          terminal.stderr.write(`${missing}\n`);
          return undefined;
        }
        await writeWhole(file, csv);
        const text = `Wrote ${count} ${count === 1 ? "product" : "products"} to ${file}.`;
        return { value: { file, products: count }, text, note: missing };
      });
    });
}

/** The file has all of the text, or stays as it was. */
async function writeWhole(file: string, parts: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof ApiError || code === undefined || !code.startsWith("E")) throw error;
    throw new ApiError("INVALID_REQUEST", `${file} can't be written: ${message}.`);
  }
}
