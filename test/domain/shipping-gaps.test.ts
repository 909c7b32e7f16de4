import { expect, test } from "vitest";
import { shippingGaps } from "../../server/domain/shipping-gaps.ts";
import type { ShippingRate } from "../../server/domain/shipping-rate.ts";

function rate(countries: string[] | null, isActive = true): ShippingRate {
  const rest = { id: "ship_1", name: "Post", priceInCents: 490, days: null, freeFromInCents: null };
  return { ...rest, countries, isActive };
}

const everywhere = rate(null);

test.each([
  ["no rate", [], { advice: ["no shipping rates, so shipping costs nothing"] }],
  ["only rates that aren't offered", [rate(null, false)], { problems: ["None of the shipping rates"] }],
  ["a rate for all", [everywhere], {}],
  [
    "a rate for another country",
    [rate(["us"])],
    { shipsNowhere: true, problems: ["nothing can be shipped"] },
  ],
  [
    "a rate for one of two",
    [rate(["ie"])],
    { problems: ["shipped to GB are refused"], advice: ["have to send shippingCountry"] },
  ],
  ["a rate for each", [rate(["ie"]), rate(["gb"])], { advice: ["have to send shippingCountry"] }],
  ["five rates", Array<ShippingRate>(5).fill(everywhere), {}],
  ["a sixth that isn't offered", [...Array<ShippingRate>(5).fill(everywhere), rate(null, false)], {}],
  ["six rates", Array<ShippingRate>(6).fill(everywhere), { problems: ["more than 5 shipping rates, and"] }],
  [
    "a sixth rate for one country",
    [...Array<ShippingRate>(5).fill(everywhere), rate(["ie"])],
    { problems: ["more than 5 shipping rates for IE, and"] },
  ],
])("%s", (_, rates, { shipsNowhere = false, problems = [], advice = [] }: Expected) => {
  const containing = (texts: string[]) => texts.map((text) => expect.stringContaining(text));
  expect(shippingGaps(rates, ["ie", "gb"])).toEqual({
    ...{ shipsNowhere, problems: containing(problems), advice: containing(advice) },
  });
});

type Expected = { shipsNowhere?: boolean; problems?: string[]; advice?: string[] };

test("many countries are counted", () => {
  const codes = ["at", "be", "de", "es", "fr", "ie", "it"];
  expect(shippingGaps([rate(["ie"])], codes).problems[0]).toContain(
    "AT, BE, DE, ES, FR and 1 other countries",
  );
});
