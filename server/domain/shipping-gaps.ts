import { maxOfferedRates, type ShippingRate } from "./shipping-rate.ts";

/** What a store's rates leave out, in sentences. */
export interface ShippingGaps {
  /** Whether no country that the store ships to has a rate, so that nothing can be shipped. */
  shipsNowhere: boolean;
  /** What refuses purchases, or sells them on other terms than the rates say. */
  problems: string[];
  /** What may be intended. */
  advice: string[];
}

/** @param countries all that the store ships to, in lower case */
export function shippingGaps(rates: ShippingRate[], countries: string[]): ShippingGaps {
  const active = rates.filter(({ isActive }) => isActive);
  const gaps: ShippingGaps = { shipsNowhere: false, problems: [], advice: [] };
  if (rates.length === 0) {
    return { ...gaps, advice: ["The store has no shipping rates, so shipping costs nothing."] };
  }
  if (active.length === 0) {
    return { ...gaps, problems: ["None of the shipping rates is offered, so shipping costs nothing."] };
  }
  const ratesTo = (country: string) =>
    active.filter((rate) => rate.countries === null || rate.countries.includes(country));
  const without = countries.filter((country) => ratesTo(country).length === 0);
  if (without.length === countries.length) {
    const nowhere = "No shipping rate is for a country that the store ships to, so nothing can be shipped.";
    return { ...gaps, shipsNowhere: true, problems: [nowhere] };
  }
  if (without.length > 0) {
    gaps.problems.push(
      `Purchases shipped to ${listed(without)} are refused, because no shipping rate is for them.`,
    );
  }
  const crowded = countries.filter((country) => ratesTo(country).length > maxOfferedRates);
  if (crowded.length > 0) {
    const to = crowded.length === countries.length ? "" : ` for ${listed(crowded)}`;
    gaps.problems.push(
      `There are more than ${maxOfferedRates} shipping rates${to}, and buyers can choose from the ${maxOfferedRates} cheapest only.`,
    );
  }
  const isForAll = ({ countries: some }: ShippingRate) =>
    some === null || countries.every((country) => some.includes(country));
  if (!active.some(isForAll)) {
    gaps.advice.push(
      "No shipping rate is for all countries that the store ships to, so storefronts have to send shippingCountry.",
    );
  }
  return gaps;
}

const maxListed = 5;

function listed(countries: string[]): string {
  const codes = countries.map((code) => code.toUpperCase());
  if (codes.length <= maxListed) return codes.join(", ");
  return `${codes.slice(0, maxListed).join(", ")} and ${codes.length - maxListed} other countries`;
}
