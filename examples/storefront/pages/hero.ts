import { html } from "hono/html";
import type { components } from "../api.ts";
import type { Html } from "./layout.ts";
import { picture } from "./product.ts";

type Product = components["schemas"]["Product"];

/** The top of the home page: what the store says about itself, and its first product with a picture. */
export function hero(
  { name, description, templateTexts }: components["schemas"]["Store"],
  products: Product[],
): Html {
  const heading = templateTexts?.hero?.heading ?? name;
  const shown = products.find(({ imageUrl, stock }) => imageUrl !== null && stock !== 0);
  return html`<section class="hero">
<div>
<h1>${heading}</h1>
${description ? html`<p class="lede text">${description}</p>` : ""}
${shown ? html`<p><a class="button" href="/products/${encodeURIComponent(shown._id)}">${shown.group?.name ?? shown.name}</a></p>` : ""}
</div>
${shown ? picture(shown) : ""}
</section>`;
}
