import { html } from "hono/html";
import { ImageRefused } from "../../../merchants/images/image-refused.ts";
import { maxImageBytes } from "../../../merchants/images/prepare-image.ts";
import type { Html, Services, StoreRequest } from "../../route.ts";
import { labelled } from "../../view/forms.ts";

/** Of a form with an image. A little more than an image may have, so that a larger one is refused beside its field. */
export const imageFormBytes = maxImageBytes + 2 * 1024 * 1024;

const name = "image";

/** A field to choose an image's file. */
export function imageField(fault: string | undefined): Html {
  const hint = `PNG, JPEG or WebP, up to ${maxImageBytes >> 20} MB`;
  return labelled(
    { label: "Image", name, hint, fault },
    (attributes) =>
      html`<input id="${name}" name="${name}" type="file" accept="image/png,image/jpeg,image/webp"${attributes}>`,
  );
}

/** The URL of the image that was chosen in the form, or why it was refused. Empty if none was chosen. */
export async function takeImage(
  { form, store }: Pick<StoreRequest, "form" | "store">,
  { images }: Pick<Services, "images">,
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
