import { expect, test } from "vitest";
import { slugOf, wordsOf } from "../../server/domain/words.ts";

test.for([
  ["case", "Tide TIDE tIdE", ["tide", "tide", "tide"]],
  ["accents, composed or not", "Café Cafe\u0301 naïve", ["cafe", "cafe", "naive"]],
  ["ß and SS", "Straße STRASSE", ["strasse", "strasse"]],
  [
    "letters that aren't a base letter with a mark",
    "Łódź Ærø smørrebrød Œuvre",
    ["lodz", "aero", "smorrebrod", "oeuvre"],
  ],
  ["both small sigmas", "ΟΔΟΣ οδος οδοσ", ["οδοσ", "οδοσ", "οδοσ"]],
  ["the dots of i in Turkish", "İstanbul ISTANBUL ıstanbul", ["istanbul", "istanbul", "istanbul"]],
  ["the width of characters, ligatures and circled digits", "Ａ４ ﬁne ①", ["a4", "fine", "1"]],
] as const)("words are compared without %s", ([, text, words]) => {
  expect(wordsOf(text)).toEqual(words);
});

test.for([
  ["hyphens and quotes", "e-mail 'quoted' “so” can’t", ["e", "mail", "quoted", "so", "can", "t"]],
  [
    "operators of search languages",
    'a:* & !b | "c"* NEAR(d) -e +f ^g',
    ["a", "b", "c", "near", "d", "e", "f", "g"],
  ],
  ["digits within words", "A4 300g 1,5 2.0", ["a4", "300g", "1", "5", "2", "0"]],
  ["control characters, half a surrogate pair and pictures", "a\0b\ud83dc🛥d\ne", ["a", "b", "c", "d", "e"]],
  ["nothing", "", []],
  ["no letter and no digit", "!? – _ \u0301", []],
] as const)("words end at any character that isn't a letter or digit: %s", ([, text, words]) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a slug is made of words", () => {
  expect(slugOf("Sailor’s Knots", "Größe 2")).toBe("sailor-s-knots-grosse-2");
  expect(slugOf("–", "!")).toBeNull();
});
