import { html } from "hono/html";
import { shippingCountries } from "../../../payments/checkout/shipping-countries.ts";
import type { Html } from "../../route.ts";
import { countryName } from "../../view/country-name.ts";
import { checkField, faultText } from "../../view/forms.ts";
import { countriesLabel } from "./setting-fields.ts";

/** A checkbox per country, those that are chosen first. @param chosen lower-case codes, separated by commas */
export function countryField(
  chosen: string,
  { hint, fault }: { hint: string; fault: string | undefined },
): Html {
  const codes = new Set(chosen.toUpperCase().split(/[\s,]+/));
  const countries = shippingCountries
    .map((code) => ({ code, name: countryName(code), isChosen: codes.has(code) }))
    .sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || (a.name < b.name ? -1 : 1));
  return html`<fieldset${fault === undefined ? "" : html` class="faulty"`}><legend>${countriesLabel}</legend>
<p class="hint">${hint}</p>
${faultText("shipsTo", fault)}
<div class="countries" tabindex="0" role="group" aria-label="${countriesLabel}">${countries.map(
    ({ code, name, isChosen }) => {
      const value = code.toLowerCase();
      return checkField({ label: name, name: "shipsTo", id: `shipsTo-${value}`, value, isChecked: isChosen });
    },
  )}</div>
</fieldset>`;
}
