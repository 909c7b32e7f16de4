import { html } from "hono/html";
import { formTokenField } from "../frame/forms.ts";
import type { Html, VisitorRequest } from "../route.ts";

/** A form to post, with the token that the server requires. */
export function postForm(
  request: Pick<VisitorRequest, "formToken">,
  action: string,
  content: Html,
  { hasFiles = false }: { hasFiles?: boolean } = {},
): Html {
  return html`<form method="post" action="${action}"${hasFiles ? html` enctype="multipart/form-data"` : ""}>
<input type="hidden" name="${formTokenField}" value="${request.formToken}">
${content}
</form>`;
}

export interface Field {
  label: string;
  name: string;
  value?: string | number | null | undefined;
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "date";
  /** Shown below the label. */
  hint?: string | undefined;
  /** The field's error message. */
  fault?: string | undefined;
  isRequired?: boolean;
  autocomplete?: string;
  maxLength?: number;
  placeholder?: string;
  inputmode?: "decimal" | "numeric";
  /** Suggestions that browsers show while typing. */
  suggestions?: string[];
}

/** A labelled single-line text field. */
export function textField(field: Field): Html {
  const { label, name, value, type = "text", hint, fault } = field;
  return html`<div class="field${fault === undefined ? "" : " faulty"}">
<label for="${name}">${label}</label>
${hintText(name, hint)}${faultText(name, fault)}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}"${[
    field.isRequired ? html` required` : "",
    field.autocomplete === undefined ? "" : html` autocomplete="${field.autocomplete}"`,
    field.maxLength === undefined ? "" : html` maxlength="${field.maxLength}"`,
    field.placeholder === undefined ? "" : html` placeholder="${field.placeholder}"`,
    field.inputmode === undefined ? "" : html` inputmode="${field.inputmode}"`,
    fault === undefined ? "" : html` aria-invalid="true"`,
    field.suggestions?.length ? html` list="${name}-suggestions"` : "",
    describedBy(name, { hint, fault }),
  ]}>
${field.suggestions?.length ? html`<datalist id="${name}-suggestions">${field.suggestions.map((text) => html`<option value="${text}"></option>`)}</datalist>` : ""}
</div>`;
}

interface TextArea {
  label: string;
  name: string;
  value: string;
  hint?: string | undefined;
  fault?: string | undefined;
  rows?: number;
}

/** A labelled multi-line text field. */
export function textAreaField({ label, name, value, hint, fault, rows = 6 }: TextArea): Html {
  return html`<div class="field${fault === undefined ? "" : " faulty"}">
<label for="${name}">${label}</label>
${hintText(name, hint)}${faultText(name, fault)}
<textarea id="${name}" name="${name}" rows="${rows}"${fault === undefined ? "" : html` aria-invalid="true"`}${describedBy(name, { hint, fault })}>
${value}</textarea>
</div>`;
}

interface Check {
  label: string;
  name: string;
  value?: string;
  /** Unique on the page; the name by default. */
  id?: string;
  isChecked: boolean;
}

/** A labelled checkbox. */
export function checkField({ label, name, value = "yes", id = name, isChecked }: Check): Html {
  return html`<div class="choice"><input type="checkbox" id="${id}" name="${name}" value="${value}"${isChecked ? html` checked` : ""}>
<label for="${id}">${label}</label></div>`;
}

interface Choice {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  hint?: string | undefined;
  fault?: string | undefined;
}

/** A labelled select field. */
export function selectField({ label, name, value, options, hint, fault }: Choice): Html {
  return html`<div class="field${fault === undefined ? "" : " faulty"}">
<label for="${name}">${label}</label>
${hintText(name, hint)}${faultText(name, fault)}
<select id="${name}" name="${name}"${fault === undefined ? "" : html` aria-invalid="true"`}${describedBy(name, { hint, fault })}>
${options.map(
  ([option, text]) =>
    html`<option value="${option}"${option === value ? html` selected` : ""}>${text}</option>`,
)}
</select>
</div>`;
}

export function hintText(name: string, hint: string | undefined): Html | "" {
  return hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`;
}

export function faultText(name: string, fault: string | undefined): Html | "" {
  return fault === undefined ? "" : html`<p class="fault" id="${name}-fault">${fault}</p>`;
}

/** Names the field's hint and fault for screen readers. */
export function describedBy(
  name: string,
  { hint, fault }: { hint?: string | undefined; fault?: string | undefined },
): Html | "" {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(fault === undefined ? [] : [`${name}-fault`]),
  ];
  return ids.length > 0 ? html` aria-describedby="${ids.join(" ")}"` : "";
}
