import { html } from "hono/html";
import type { Html } from "../../route.ts";
import { checkField, selectField, textAreaField, textField } from "../../view/forms.ts";
import { imageField, imageHint } from "./image-upload.ts";
import {
  type FieldFaults,
  kindOptions,
  type ProductField,
  type ProductTexts,
  productFields,
} from "./product-fields.ts";

/** What a product's form shows. */
export interface ProductForm {
  texts: ProductTexts;
  faults?: FieldFaults;
  currency: string;
  /** Suggested categories. */
  categories: string[];
  /** Whether images can be uploaded. */
  takesImages: boolean;
  /** Why the chosen image was refused. */
  imageFault?: string | undefined;
  /** The product's present values: edited fields show them too. */
  now?: ProductTexts | undefined;
}

/** The fields of all products' forms, in sections. */
export function productFormFields(form: ProductForm): Html {
  return html`${descriptionFields(form)}
${priceFields(form)}
${imageFields(form)}
${stockKeepingFields(form)}
${variantFields(form)}
${furtherFields(form)}`;
}

/** What only the form for a new product has: later, sales change the stock, and buttons the sale. */
export function newProductFields(form: ProductForm): Html {
  return html`${textField({
    ...fieldOf(form, "stock", "How many you have. Leave it empty if buyers can order any quantity."),
    inputmode: "numeric",
  })}
${checkField({ label: productFields.isActive, name: "isActive", isChecked: form.texts.isActive !== "" })}`;
}

/** One field's label, value, fault and hint, for the functions of `view/forms.ts`. */
function fieldOf({ texts, faults = {}, now }: ProductForm, name: ProductField, hint?: string) {
  const isEdited = now !== undefined && texts[name] !== now[name];
  return {
    name,
    label: productFields[name],
    value: texts[name],
    fault: faults[name],
    hint: isEdited ? `Current value: ${shown(name, now[name])}` : hint,
    autocomplete: "off",
  };
}

function shown(name: ProductField, text: string): string {
  const [, kind = text] = (name === "kind" && kindOptions.find(([value]) => value === text)) || [];
  return kind || "empty";
}

function descriptionFields(form: ProductForm): Html {
  const isVariant = form.texts.groupName !== "";
  const hint = isVariant ? "Empty: the group’s name and the options" : undefined;
  return html`${textField({ ...fieldOf(form, "name", hint), isRequired: !isVariant, maxLength: 512 })}
${selectField({ ...fieldOf(form, "kind"), options: kindOptions })}
${textField({ ...fieldOf(form, "trialDays", "Only for subscriptions; empty for none"), inputmode: "numeric" })}
${textAreaField(fieldOf(form, "description"))}
${textField({ ...fieldOf(form, "category"), suggestions: form.categories })}`;
}

function priceFields(form: ProductForm): Html {
  const currency = form.currency.toUpperCase();
  const price = { ...fieldOf(form, "price"), label: `Price in ${currency}`, isRequired: true };
  const before = fieldOf(form, "compareAtPrice", "The price before a reduction, shown crossed out");
  return html`${textField({ ...price, inputmode: "decimal" })}
${textField({ ...before, inputmode: "decimal" })}
${textField(fieldOf(form, "taxCode", taxCodeHint))}`;
}

/** https://docs.stripe.com/tax/tax-codes */
const taxCodeHint =
  "One of Stripe’s tax codes, such as txcd_35010000 for books, if the store charges tax. Empty: the account’s default";

function imageFields(form: ProductForm): Html {
  const { takesImages, imageFault: fault } = form;
  const hint = "A full URL that begins with https://";
  return html`${takesImages && imageField({ label: "Image", hint: imageHint, fault })}
${textField({
  ...fieldOf(form, "imageUrl", takesImages ? `${hint}, instead of a file` : hint),
  placeholder: "https://",
})}`;
}

function stockKeepingFields(form: ProductForm): Html {
  return html`${textField(fieldOf(form, "sku", "Your code for it, on packing slips and in exports"))}
${textField({ ...fieldOf(form, "weight"), inputmode: "numeric" })}`;
}

/** Open if there is something to see. */
function fold({ faults = {}, now }: ProductForm, names: ProductField[], isOpen = false): Html | "" {
  return isOpen || now !== undefined || names.some((name) => faults[name] !== undefined) ? html` open` : "";
}

function variantFields(form: ProductForm): Html {
  const { texts } = form;
  const isOpen = texts.groupName !== "" || texts.options !== "";
  return html`<details${fold(form, ["groupName", "groupSlug", "options"], isOpen)}><summary>Variants</summary>
${textAreaField({ ...fieldOf(form, "options", "What distinguishes this variant, one per line, such as “Size: A4”"), rows: 3 })}
<fieldset><legend>Group</legend><p class="hint">Products of one group are variants of each other.</p>
<div class="row-form">${textField(fieldOf(form, "groupName"))}${textField(fieldOf(form, "groupSlug"))}</div></fieldset>
</details>`;
}

function furtherFields(form: ProductForm): Html {
  return html`<details${fold(form, ["slug", "details"])}><summary>Slug and details</summary>
${textField(fieldOf(form, "slug", "Part of the product’s URL in your storefront, such as tide-poster"))}
${textAreaField({ ...fieldOf(form, "details", "Short features, one per line"), rows: 3 })}
</details>`;
}
