import { hash } from "node:crypto";
import { wordsOf } from "./words.ts";

interface Searched {
  name: string;
  description: string | null;
  category: string | null;
  type: string;
}

/** What a search narrows down to; every part of it holds. */
export interface SearchTerms {
  /** Beginnings of words. */
  prefixes: string[];
  /** Terms that are there as they are. */
  exact: string[];
}

/** PostgreSQL's text search takes 2046 bytes per word. */
const maxWordLength = 64;
/** PostgreSQL's text search takes 1 MiB per product. Longer descriptions are found by what comes first in them. */
const maxCharacters = 100_000;

/**
 * The terms by which a product is found, each once, separated by spaces: its words, type and category. Words hold letters
 * and digits only, so terms that begin with `_` are no words.
 */
export function searchText({ name, description, category, type }: Searched): string {
  const terms = new Set([typeTerm(type), ...(category === null ? [] : [categoryTerm(category)])]);
  let characters = 0;
  for (const text of [name, category, description]) {
    // With an apostrophe, a word is found in one and in two: `sailors` and `sailor s` in Sailor’s.
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
 * What to look for. Undefined when the text has no word, so that it finds nothing.
 * @param text as somebody typed it
 */
export function searchTerms(
  text: string,
  { category, type }: { category?: string | undefined; type?: string | undefined },
): SearchTerms | undefined {
  const words = [...new Set(wordsIn(text))];
  if (words.length === 0) return undefined;
  return {
    // Who asks for `tide` asks for `ti` as well.
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

/** Categories are any text, and terms are letters and digits. */
function categoryTerm(category: string): string {
  return `_c${hash("sha256", category, "hex").slice(0, 16)}`;
}
