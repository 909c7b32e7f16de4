import { countryName } from "../../domain/country-name.ts";
import { isShippingCountry, shippingCountries } from "../../payments/checkout/shipping-countries.ts";

export const countryGroups = {
  eu: {
    name: "European Union",
    codes: "at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk",
  },
  eea: {
    name: "European Economic Area",
    codes: "at be bg cy cz de dk ee es fi fr gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk",
  },
};

export interface TypedCountries {
  /** In lower case, each once, in the order in which they were typed. */
  codes: string[];
  /** What names no country that the payment provider supports. */
  unknown: string[];
}

/** Reads codes, English names and groups, separated by commas: `ie, Norway, EU`. */
export function countriesIn(text: string): TypedCountries {
  const typed = text.split(/[,;\n]/).filter((one) => one.trim() !== "");
  const read = typed.map((one) => ({ one: one.trim(), codes: codesOf(one) }));
  return {
    codes: [...new Set(read.flatMap(({ codes }) => codes ?? []))],
    unknown: read.flatMap(({ one, codes }) => (codes ? [] : [one])),
  };
}

function codesOf(text: string): string[] | undefined {
  const word = comparable(text);
  if (Object.hasOwn(countryGroups, word))
    return countryGroups[word as keyof typeof countryGroups].codes.split(" ");
  if (isShippingCountry(word)) return [word];
  names ??= new Map([
    ...shippingCountries.map((code): [string, string] => [comparable(countryName(code)), code.toLowerCase()]),
    ...Object.entries(usualNames),
  ]);
  const named = names.get(word);
  if (named !== undefined) return [named];
  const codes = word.split(" ");
  return codes.length > 1 && codes.every(isShippingCountry) ? codes : undefined;
}

/** Created when the first name is read, because names of countries take 7 MB of memory. */
let names: Map<string, string> | undefined;

const usualNames = {
  uk: "gb",
  "great britain": "gb",
  usa: "us",
  "czech republic": "cz",
  turkey: "tr",
  holland: "nl",
};

/** Without accents, punctuation and upper case. */
function comparable(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}
