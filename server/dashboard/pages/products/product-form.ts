import { html } from "hono/html";
import type { Html } from "../../route.ts";
import { checkField, selectField, textAreaField, textField } from "../../view/forms.ts";
import { imageField } from "./image-upload.ts";
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
  /** Of a stored product: sales may change it while the form is open. */
  stockNow?: { text: string; reserved: number | null };
  /** The product's present values: edited fields show them too. */
  now?: ProductTexts | undefined;
}

/** The file of a new product's image. Later, images have a page. */
interface ImageUpload {
  /** Whether images can be uploaded. */
  takesImages: boolean;
  /** Why the chosen one was refused. */
  fault: string | undefined;
}

/** The fields of all products' forms, in sections. */
export function productFormFields(form: ProductForm): Html {
  return html`${section("Basics", basicFields(form))}
${section("Price and stock", priceFields(form))}
${section("Shipping", html`${textField({ ...fieldOf(form, "weight"), inputmode: "numeric" })}`)}
${section("Tax", html`${textField(fieldOf(form, "taxCode", taxCodeHint))}`)}
${searchFields(form)}
${variantFields(form)}`;
}

function section(title: string, fields: Html): Html {
  return html`<fieldset class="form-section"><legend>${title}</legend>
${fields}</fieldset>`;
}

/** What only the form for a new product has: later, a button takes it off sale. */
export function newProductFields(form: ProductForm, image: ImageUpload): Html {
  const isActive = form.texts.isActive !== "";
  return html`${section("Image", imageFields(form, image))}
${section("Sale", checkField({ label: productFields.isActive, name: "isActive", isChecked: isActive }))}`;
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

function basicFields(form: ProductForm): Html {
  const isVariant = form.texts.groupName !== "";
  const hint = isVariant ? "Empty: the group’s name and the options" : undefined;
  return html`${textField({ ...fieldOf(form, "name", hint), isRequired: !isVariant, maxLength: 512 })}
${selectField({ ...fieldOf(form, "kind"), options: kindOptions })}
${textField({ ...fieldOf(form, "trialDays", "Only for subscriptions; empty for none"), inputmode: "numeric" })}
${textAreaField(fieldOf(form, "description"))}
${textField({ ...fieldOf(form, "category"), suggestions: form.categories })}
${textField(fieldOf(form, "sku", "Your code for it, on packing slips and in exports"))}`;
}

function priceFields(form: ProductForm): Html {
  const currency = form.currency.toUpperCase();
  const price = { ...fieldOf(form, "price"), label: `Price in ${currency}`, isRequired: true };
  const before = fieldOf(form, "compareAtPrice", "The price before a reduction, shown crossed out");
  const { stockNow } = form;
  const open = stockNow?.reserved ? ` ${stockNow.reserved} of them are in open checkouts.` : "";
  const hint = `How many you have.${open} Leave it empty if buyers can order any quantity.`;
  return html`${textField({ ...price, inputmode: "decimal" })}
${textField({ ...before, inputmode: "decimal" })}
${stockNow && html`<input type="hidden" name="shownStock" value="${stockNow.text}">`}
${textField({ ...fieldOf(form, "stock", hint), inputmode: "numeric" })}`;
}

/** https://docs.stripe.com/tax/tax-codes */
const taxCodeHint =
  "One of Stripe’s tax codes, such as txcd_35010000 for books, if the store charges tax. Empty: the account’s default";

function imageFields(form: ProductForm, { takesImages, fault }: ImageUpload): Html {
  const hint = "A full URL that begins with https://";
  return html`${takesImages && imageField(fault)}
${textField({
  ...fieldOf(form, "imageUrl", takesImages ? `${hint}, instead of a file` : hint),
  placeholder: "https://",
})}`;
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

function searchFields(form: ProductForm): Html {
  return html`<details${fold(form, ["slug", "details"])}><summary>Search engines and details</summary>
${textField(fieldOf(form, "slug", "Part of the product’s URL in your storefront, such as tide-poster. Empty: made from the name"))}
${textAreaField({ ...fieldOf(form, "details", "Short features, one per line"), rows: 3 })}
</details>`;
}
