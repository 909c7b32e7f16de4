import { html } from "hono/html";
import { ImageRefused } from "../../../merchants/images/image-refused.ts";
import { maxImageBytes } from "../../../merchants/images/prepare-image.ts";
import type { DashboardServices, Html, StoreRequest } from "../../route.ts";
import { describedBy, faultText, hintText } from "../../view/forms.ts";

/** Of a form with an image. A little more than an image may have, so that a larger one is refused beside its field. */
export const imageFormBytes = maxImageBytes + 2 * 1024 * 1024;

export const imageHint = `PNG, JPEG or WebP, up to ${maxImageBytes >> 20} MB`;

const name = "image";

interface ImageField {
  label: string;
  hint: string;
  fault?: string | undefined;
  isRequired?: boolean;
}

/** A field to choose an image's file. */
export function imageField({ label, hint, fault, isRequired = false }: ImageField): Html {
  return html`<div class="field${fault === undefined ? "" : " faulty"}"><label for="${name}">${label}</label>
${hintText(name, hint)}${faultText(name, fault)}
<input id="${name}" name="${name}" type="file" accept="image/png,image/jpeg,image/webp"${isRequired ? html` required` : ""}${fault === undefined ? "" : html` aria-invalid="true"`}${describedBy(name, { hint, fault })}>
</div>`;
}

/** The URL of the image that was chosen in the form, or why it was refused. Empty if none was chosen. */
export async function takeImage(
  { form, store }: Pick<StoreRequest, "form" | "store">,
  { images }: Pick<DashboardServices, "images">,
): Promise<{ url?: string; fault?: string }> {
  const file = form.get(name);
  if (!images || !(file instanceof File) || file.size === 0) return {};
  try {
    return { url: await images.add(store.id, Buffer.from(await file.arrayBuffer())) };
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return { fault: error.message };
  }
}
