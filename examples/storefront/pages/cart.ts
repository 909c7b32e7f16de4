import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { type components, dataOf } from "../api.ts";
import { lineName } from "../line-name.ts";
import { money } from "../money.ts";
import type { Tools } from "../tools.ts";
import type { Visitor } from "../visitor.ts";
import type { Html } from "./layout.ts";

type Cart = components["schemas"]["Cart"];

/** A promotion code that the shop has refused, with a sentence that says why. */
export interface RefusedCode {
  typed: string;
  reason: string;
}

/** The cart, and the forms that change it. */
export function cartPages({ api, readVisitor, saveVisitor, show }: Tools): Hono {
  const pages = new Hono();

  pages.get("/", async (c) => {
    const visitor = await readVisitor(c);
    const cart = visitor.cartId && (await api.getCart({ path: { cartId: visitor.cartId } }));
    // A cart expires after thirty days without changes.
    const isKnown = cart && cart.status !== 404;
    return show(c, { title: "Cart", body: isKnown ? cartBody(dataOf(cart)) : emptyBody });
  });

  pages.post("/lines", async (c) => {
    const { productId, quantity } = await c.req.parseBody();
    const body = { productId: String(productId), quantity: Number(quantity) };
    const visitor = await readVisitor(c);
    let { cartId } = visitor;
    let answer = cartId && (await api.addCartLine({ path: { cartId }, body }));
    if (!cartId || !answer || answer.status === 404) {
      cartId = dataOf(await api.createCart()).id;
      answer = await api.addCartLine({ path: { cartId }, body });
    }
    return showChanged(c, { ...visitor, cartId }, dataOf(answer));
  });

  pages.post("/lines/:productId", async (c) => {
    const { quantity } = await c.req.parseBody();
    const visitor = await readVisitor(c);
    const path = { cartId: visitor.cartId ?? "", productId: c.req.param("productId") };
    const answer = await api.updateCartLine({ path, body: { quantity: Number(quantity) } });
    return showChanged(c, visitor, dataOf(answer));
  });

  async function showChanged(c: Context, visitor: Visitor, { lines }: Cart): Promise<Response> {
    await saveVisitor(c, { ...visitor, pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0) });
    return c.redirect("/cart", 303);
  }

  return pages;
}

const emptyBody = html`<h1>Cart</h1>
<p class="lede">Your cart is empty.</p>
<p><a class="button" href="/">Browse the products</a></p>`;

export function cartBody({ lines, totals }: Cart, refused?: RefusedCode): Html {
  if (lines.length === 0) return emptyBody;
  const { currency } = totals;
  const canBeBought = lines.every(({ isAvailable }) => isAvailable);
  return html`<h1>Cart</h1>
${canBeBought ? "" : html`<p class="note" role="status">Your cart has an item that can’t be bought in this quantity. Change or remove it to check out.</p>`}
<ul class="lines">${lines.map((line) => lineRow(line, currency))}</ul>
<p class="total">Total <strong>${money(totals.total, currency)}</strong></p>
${canBeBought ? checkoutForm(refused) : ""}`;
}

function checkoutForm(refused: RefusedCode | undefined): Html {
  const toCorrect =
    refused && html`value="${refused.typed}" aria-invalid="true" aria-describedby="code-error" autofocus`;
  return html`<form class="pay" method="post" action="/checkout">
<label>Promotion code (optional) <input name="promotionCode" maxlength="255" autocomplete="off" autocapitalize="characters" ${toCorrect ?? ""}></label>
${refused ? html`<p class="error" id="code-error">${refused.reason}</p>` : ""}
<button>Check out</button>
</form>`;
}

function lineRow(line: Cart["lines"][number], currency: string): Html {
  const { productId, imageUrl, quantity, unitPriceInCents, lineTotalInCents, isActive, available } = line;
  const name = lineName(line);
  const action = `/cart/lines/${encodeURIComponent(productId)}`;
  const change = html`<form method="post" action="${action}">
<label><span class="unseen">Quantity of ${name}</span>
<input type="number" name="quantity" value="${quantity}" min="0" max="999" required></label>
<button class="quiet">Update<span class="unseen"> the quantity of ${name}</span></button>
</form>`;
  return html`<li>
${imageUrl === null ? html`<span class="picture none"></span>` : html`<img class="picture" src="${imageUrl}" alt="" width="96" height="96">`}
<div class="what"><a href="/products/${encodeURIComponent(productId)}">${name}</a>
<span>${isActive ? html`${money(unitPriceInCents, currency)} each` : "No longer available"}</span>
${isActive && available !== undefined ? html`<span class="stock">${available === 0 ? "Sold out" : `Only ${available} left`}</span>` : ""}</div>
${isActive ? change : ""}
<form method="post" action="${action}"><input type="hidden" name="quantity" value="0">
<button class="quiet">Remove<span class="unseen"> ${name}</span></button></form>
<span class="sum">${money(lineTotalInCents, currency)}</span>
</li>`;
}
