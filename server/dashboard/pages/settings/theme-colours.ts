import { html } from "hono/html";
import type { Theme } from "../../../database/queries/stores.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html } from "../../route.ts";
import { type Field, labelled } from "../../view/forms.ts";

/** A storefront's defaults for values that the theme doesn't set. */
export const themeDefaults: Record<keyof Theme, string> = {
  primary: "#1f3a5f",
  primaryForeground: "#ffffff",
  background: "#ffffff",
  foreground: "#1a2330",
  muted: "#f0f3f7",
  border: "#e2e6ec",
  fontBody: "system-ui",
  fontHeading: "system-ui",
  radius: "8px",
};

/** The field's name in the form: `theme.primary`. */
const fieldName = (member: keyof Theme) => `theme.${member}`;
const pickerName = (member: keyof Theme) => `${fieldName(member)}.picker`;
const shownName = (member: keyof Theme) => `${fieldName(member)}.shown`;

/** A colour as `#rrggbb`, which is all that pickers understand: of another CSS value, the default. */
function pickerValue(text: string, member: keyof Theme): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : themeDefaults[member];
}

/** A colour picker beside a text field for any CSS value. The script `dashboard.js` keeps both the same. */
export function colourField(
  member: keyof Theme,
  field: Pick<Field, "label" | "hint" | "fault"> & { value: string },
): Html {
  const { label, value } = field;
  const name = fieldName(member);
  return labelled(
    { ...field, name },
    (
      attributes,
    ) => html`<div class="colour"><input type="color" name="${pickerName(member)}" value="${pickerValue(value, member)}" aria-label="Pick: ${label}" data-picks="${name}">
<input id="${name}" name="${name}" type="text" value="${value}" placeholder="${themeDefaults[member]}" autocomplete="off"${attributes}></div>
<input type="hidden" name="${shownName(member)}" value="${value}">`,
  );
}

/** The colour in a form: the picked one if only the picker was changed, the typed text otherwise. */
export function colourIn(form: FormData, member: keyof Theme): string {
  const typed = textOf(form, fieldName(member));
  const [picked, shown] = [textOf(form, pickerName(member)), textOf(form, shownName(member))];
  const isPicked = form.has(pickerName(member)) && typed === shown && picked !== pickerValue(shown, member);
  return isPicked ? picked : typed;
}
