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

/** A label, hint and fault around an input. @param input gets the attributes that refer to them */
export function labelled(
  { label, name, hint, fault }: Pick<Field, "label" | "name" | "hint" | "fault">,
  input: (attributes: Html) => Html,
): Html {
  const attributes = html`${fault === undefined ? "" : html` aria-invalid="true"`}${describedBy(name, { hint, fault })}`;
  return html`<div class="field${fault === undefined ? "" : " faulty"}">
<label for="${name}">${label}</label>
${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}${faultText(name, fault)}
${input(attributes)}
</div>`;
}

/** A labelled single-line text field. */
export function textField(field: Field): Html {
  const { name, value, type = "text", suggestions = [] } = field;
  return labelled(
    field,
    (attributes) => html`<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}"${[
      field.isRequired ? html` required` : "",
      field.autocomplete === undefined ? "" : html` autocomplete="${field.autocomplete}"`,
      field.maxLength === undefined ? "" : html` maxlength="${field.maxLength}"`,
      field.placeholder === undefined ? "" : html` placeholder="${field.placeholder}"`,
      field.inputmode === undefined ? "" : html` inputmode="${field.inputmode}"`,
      suggestions.length > 0 ? html` list="${name}-suggestions"` : "",
      attributes,
    ]}>
${suggestions.length > 0 ? html`<datalist id="${name}-suggestions">${suggestions.map((text) => html`<option value="${text}"></option>`)}</datalist>` : ""}`,
  );
}

interface TextArea extends Pick<Field, "label" | "name" | "hint" | "fault"> {
  value: string;
  rows?: number;
}

/** A labelled multi-line text field. */
export function textAreaField({ value, rows = 6, ...field }: TextArea): Html {
  const { name } = field;
  return labelled(
    field,
    (attributes) => html`<textarea id="${name}" name="${name}" rows="${rows}"${attributes}>
${value}</textarea>`,
  );
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

interface Choice extends Pick<Field, "label" | "name" | "hint" | "fault"> {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** A labelled select field. */
export function selectField({ value, options, ...field }: Choice): Html {
  const { name } = field;
  const isSelected = (option: string) => (option === value ? html` selected` : "");
  return labelled(
    field,
    (attributes) => html`<select id="${name}" name="${name}"${attributes}>
${options.map(([option, text]) => html`<option value="${option}"${isSelected(option)}>${text}</option>`)}
</select>`,
  );
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
