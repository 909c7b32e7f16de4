import { html } from "hono/html";
import { countryName } from "../../domain/country-name.ts";
import { countriesIn, countryGroups } from "../../merchants/shipping/countries-in.ts";
import { shippingCountries } from "../../payments/checkout/shipping-countries.ts";
import { textOf } from "../frame/forms.ts";
import type { Html } from "../route.ts";
import { checkField, selectField, textField } from "./forms.ts";

interface CountryField {
  label: string;
  name: string;
  hint: string;
  fault: string | undefined;
}

const addName = (name: string) => `${name}.add`;
const groupName = (name: string) => `${name}.group`;

/**
 * The chosen countries as checkboxes, and fields that add others by name, code or group.
 * @param chosen codes, and what was typed that is none, separated by commas
 */
export function countryField(chosen: string, { label, name, hint, fault }: CountryField): Html {
  const { codes, unknown } = countriesIn(chosen);
  const countries = codes
    .map((code) => ({ code, country: countryName(code.toUpperCase()) }))
    .sort((a, b) => (a.country < b.country ? -1 : 1));
  const groups = Object.entries(countryGroups).map(([value, group]): [string, string] => [value, group.name]);
  return html`<fieldset><legend>${label}</legend>
<p class="hint">${hint}</p>
<div class="countries" data-countries="${name}" tabindex="0" role="group" aria-label="${label}">${
    countries.length > 0
      ? countries.map(({ code, country }) =>
          checkField({ label: country, name, id: `${name}-${code}`, value: code, isChecked: true }),
        )
      : html`<p class="quiet">All countries</p>`
  }</div>
<div class="row-form">
${textField({
  ...{ label: "Add countries", name: addName(name), value: unknown.join(", "), fault },
  ...{ hint: "Names or codes, separated by commas", autocomplete: "off" },
  suggestions: shippingCountries.map((code) => countryName(code)).sort(),
})}
${selectField({
  ...{ label: "Group", name: groupName(name), value: "", hint: "Adds all of its countries" },
  options: [["", "None"], ...groups, ["all", "All countries: remove the list"]],
})}
</div>
</fieldset>`;
}

/** The field's countries as codes separated by commas, and whatever was typed that names none; empty for all countries. */
export function countriesInForm(form: FormData, name: string): string {
  const group = textOf(form, groupName(name));
  if (group === "all") return textOf(form, addName(name));
  const typed = [...form.getAll(name).map(String), textOf(form, addName(name)), group].join(",");
  const { codes, unknown } = countriesIn(typed);
  return [...codes, ...unknown].join(", ");
}
