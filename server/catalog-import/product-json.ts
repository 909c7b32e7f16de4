import { blankContent } from "../domain/product.ts";
import { createFaultList, FaultyFile, tooManyProducts } from "./faulty-file.ts";
import { checkProduct } from "./product-faults.ts";
import type { ProductFile } from "./product-file.ts";
import { usableSlugs } from "./usable-slugs.ts";

/** Our own format: an array of products, each with the merchant's `reference`. */
export function readProductJson(
  text: string,
  currency: string,
  maxProducts = Number.POSITIVE_INFINITY,
): ProductFile {
  // Counted before parsing: a million empty objects take many times the memory of their text.
  const lines = elementLines(text, maxProducts);
  const values = parseArray(text);
  const products: ProductFile["products"] = [];
  const list = createFaultList();
  const lineOf = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const line = lines[index] ?? 1;
    const checked = checkProduct(withDefaults(value, currency));
    if (!checked.product) {
      for (const { at, what } of checked.mismatches) list.note(line, `${at.slice(1) || "This"} ${what}.`);
      continue;
    }
    const { reference } = checked.product;
    const before = lineOf.get(reference);
    if (before !== undefined) {
      list.note(line, `The reference "${reference}" is already used in line ${before}.`);
    }
    lineOf.set(reference, before ?? line);
    products.push(checked.product);
  }
  return { products, skipped: 0, ...list.read(), leftOut: [], offSale: [] };
}

function parseArray(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new FaultyFile(`This isn't JSON: ${(error as SyntaxError).message}.`);
  }
  if (!Array.isArray(parsed)) throw new FaultyFile("The JSON must be an array of products.");
  return parsed;
}

function withDefaults(value: unknown, currency: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const given: Record<string, unknown> = { ...value };
  if (typeof given.currency === "string") given.currency = given.currency.toLowerCase();
  const { imageUrl = null, images } = withImages(given);
  return { ...blankContent, currency, ...given, ...usableSlugs(given), imageUrl, images };
}

/** A file may contain `imageUrl`, `images` or both. */
function withImages({ imageUrl, images }: Record<string, unknown>): Record<string, unknown> {
  if (images === undefined) {
    return { imageUrl, images: typeof imageUrl === "string" ? [{ url: imageUrl, alt: null }] : [] };
  }
  return { imageUrl: imageUrl ?? (Array.isArray(images) ? images[0]?.url : undefined), images };
}

/** On average per product. A parsed value takes up to 30 times the memory of its text. */
const maxValuesPerProduct = 50;

/** The line where each element of a valid JSON array begins. Throws FaultyFile when there are more than `max`. */
function elementLines(text: string, max: number): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let isInString = false;
  let isExpected = false;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "\n") line++;
    if (isInString) {
      if (character === "\\") i++;
      else if (character === '"') isInString = false;
      continue;
    }
    if (character === undefined || /\s/.test(character)) continue;
    if (isExpected && character !== "]") {
      if (lines.length === max) throw tooManyProducts(max);
      lines.push(line);
      isExpected = false;
    }
    if (character === '"') isInString = true;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (character === "," || character === "[" || character === "{") {
      if (++values > max * maxValuesPerProduct) throw new FaultyFile("It has too many values. Split it.");
    }
    if (depth === 1 && (character === "," || lines.length === 0)) isExpected = true;
  }
  return lines;
}
