import type { ProductOption } from "./product.ts";
import { folded, wordsOf } from "./words.ts";

interface Searched {
  customerName: string | null;
  lines: { sku?: string | null; options: ProductOption[] }[];
  trackingNumbers: string[];
}

const highestNumber = 2 ** 31 - 1;

/** PostgreSQL's indexes take 2,700 bytes per row. */
const maxTermLength = 100;
const maxTerms = 500;

/**
 * The distinct terms that find an order: those of its buyer's name, its SKUs, its tracking numbers and its
 * variants' options. `Anne-Marie` is found as `anne-marie`, `anne` and `marie`.
 */
export function orderTerms({ customerName, lines, trackingNumbers }: Searched): string[] {
  const options = lines.flatMap((line) => line.options.map(({ value }) => value));
  const texts = [customerName, ...trackingNumbers, ...lines.map(({ sku }) => sku), ...options];
  const terms = texts.flatMap((text) =>
    text ? [...searchedTerms(text), ...wordsOf(text).map(shortened)] : [],
  );
  return [...new Set(terms)].slice(0, maxTerms);
}

/** The terms of a search: its parts between spaces. An order must have terms that begin with each of them. */
export function searchedTerms(text: string): string[] {
  return [...new Set(folded(text).split(/\s+/).filter(Boolean).map(shortened))];
}

function shortened(term: string): string {
  return term.length > maxTermLength ? [...term].slice(0, maxTermLength).join("") : term;
}

/** The order number that a text is: `1042` or `#1042`. */
export function numberIn(text: string): number | undefined {
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1]);
  return number <= highestNumber ? number : undefined;
}
