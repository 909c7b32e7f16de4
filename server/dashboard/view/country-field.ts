import { html } from "hono/html";
import { shippingCountries } from "../../payments/checkout/shipping-countries.ts";
import type { Html } from "../route.ts";
import { countryName } from "./country-name.ts";
import { checkField, faultText } from "./forms.ts";

interface CountryField {
  label: string;
  name: string;
  hint: string;
  fault: string | undefined;
}

/** A checkbox per country, those that are chosen first. @param chosen lower-case codes, separated by commas */
export function countryField(chosen: string, { label, name, hint, fault }: CountryField): Html {
  const codes = new Set(chosen.toUpperCase().split(/[\s,]+/));
  const countries = shippingCountries
    .map((code) => ({ code, country: countryName(code), isChosen: codes.has(code) }))
    .sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || (a.country < b.country ? -1 : 1));
  return html`<fieldset${fault === undefined ? "" : html` class="faulty"`}><legend>${label}</legend>
<p class="hint">${hint}</p>
${faultText(name, fault)}
<div class="countries" tabindex="0" role="group" aria-label="${label}">${countries.map(
    ({ code, country, isChosen }) => {
      const value = code.toLowerCase();
      return checkField({ label: country, name, id: `${name}-${value}`, value, isChecked: isChosen });
    },
  )}</div>
</fieldset>`;
}
