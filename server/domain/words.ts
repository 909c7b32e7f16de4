/** Letters that Unicode doesn't decompose into a base letter and marks. */
const latinLetters: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  ħ: "h",
  ł: "l",
  ŧ: "t",
  þ: "th",
};

/** The words of a text, runs of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A text for comparison: without case, accents and ligatures. `Straße`, `STRASSE` and `strasse` are the same, and `Łódź`
 * is `lodz`.
 */
export function folded(text: string): string {
  // Most texts are plain ASCII, for which this takes a tenth of the time.
  if (/^[\x20-\x7e\s]*$/.test(text)) return text.toLowerCase();
  const marked = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  // Upper case first: it turns `ß` into `ss` and unifies the two small sigmas.
  return marked
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/[æœøðđħłŧþ]/g, (letter) => latinLetters[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
}

/** `Harbour at First Light` as `harbour-at-first-light`; null for a text without letters and digits. */
export function slugOf(...texts: string[]): string | null {
  return texts.flatMap(wordsOf).join("-") || null;
}
