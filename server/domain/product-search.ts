import { hash } from "node:crypto";
import { wordsOf } from "./words.ts";

interface Searched {
  name: string;
  description: string | null;
  category: string | null;
  type: string;
}

/** A parsed search; a product must match all of it. */
export interface SearchTerms {
  /** Prefixes of words. */
  prefixes: string[];
  /** Terms that must match exactly. */
  exact: string[];
}

/** PostgreSQL's text search takes 2046 bytes per word. */
const maxWordLength = 64;
/** PostgreSQL's text search takes 1 MiB per product. Only the beginning of a longer description is searchable. */
const maxCharacters = 100_000;

/**
 * A product's distinct search terms, separated by spaces: its words, type and category. Words contain only
 * letters and digits, so terms that begin with `_` aren't words.
 */
export function searchText({ name, description, category, type }: Searched): string {
  const terms = new Set([typeTerm(type), ...(category === null ? [] : [categoryTerm(category)])]);
  let characters = 0;
  for (const text of [name, category, description]) {
    // Words with an apostrophe are indexed both ways: Sailor’s as `sailors` and `sailor s`.
    for (const word of spellingsIn(text ?? "")) {
      if (terms.has(word)) continue;
      characters += word.length + 1;
      if (characters > maxCharacters) return [...terms].join(" ");
      terms.add(word);
    }
  }
  return [...terms].join(" ");
}

/**
 * Parses a search. Undefined when the text contains no word, and so matches nothing.
 * @param text as the user typed it
 */
export function searchTerms(
  text: string,
  { category, type }: { category?: string | undefined; type?: string | undefined },
): SearchTerms | undefined {
  const words = [...new Set(wordsIn(text))];
  if (words.length === 0) return undefined;
  return {
    // A match for `tide` also matches `ti`.
    prefixes: words.filter((word) => !words.some((other) => other !== word && other.startsWith(word))),
    exact: [
      ...(type === undefined ? [] : [typeTerm(type)]),
      ...(category === undefined ? [] : [categoryTerm(category)]),
    ],
  };
}

function spellingsIn(text: string): string[] {
  const words = wordsIn(text);
  return /['’]/.test(text) ? [...words, ...wordsIn(text.replaceAll(/['’]/g, ""))] : words;
}

function wordsIn(text: string): string[] {
  return wordsOf(text).map((word) =>
    word.length > maxWordLength ? [...word].slice(0, maxWordLength).join("") : word,
  );
}

function typeTerm(type: string): string {
  return `_t${type}`;
}

/** Encodes a category, which may be any text, as letters and digits. */
function categoryTerm(category: string): string {
  return `_c${hash("sha256", category, "hex").slice(0, 16)}`;
}
