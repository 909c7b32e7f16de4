import { Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { type components, dataOf } from "../api.ts";
import type { Tools } from "../tools.ts";
import { cartBody } from "./cart.ts";
import { downloadSection } from "./downloads.ts";
import type { Html } from "./layout.ts";
import { summary } from "./summary.ts";

type Session = components["schemas"]["CheckoutSession"];

/** Redirects to the payment page and handles the return. */
export function checkoutPages({ api, readVisitor, saveVisitor, show }: Tools): Hono {
  const pages = new Hono();

  pages.post("/", async (c) => {
    const { cartId, memberSessionId } = await readVisitor(c);
    if (!cartId) return c.redirect("/cart", 303);
    const typed = String((await c.req.parseBody()).promotionCode ?? "").trim();
    const body = {
      cartId,
      ...(memberSessionId && { memberSessionId }),
      ...(typed && { promotionCode: typed }),
    };
    const answer = await api.createCheckoutSession({ body });
    const { details = [] } = answer.status === 409 ? answer.error : {};
    const fault = details.find(({ pointer }) => pointer === "/promotionCode");
    if (!fault) return c.redirect(dataOf(answer).url, 303);
    const cart = dataOf(await api.getCart({ path: { cartId } }));
    const reason = `“${typed}” ${fault.message}.`;
    c.status(409);
    return show(c, { title: "Cart", body: cartBody(cart, { typed, reason }) });
  });

  // The store's success URL, to which the payment provider adds `session_id`.
  pages.get("/return", async (c) => {
    const visitor = await readVisitor(c);
    const sessionId = c.req.query("session_id") ?? "";
    const session = dataOf(await api.getCheckoutSession({ path: { sessionId } }));
    // A visitor can't open another visitor's purchase by its URL.
    if (session.cartId !== visitor.cartId) throw new HTTPException(404, { message: "No such checkout." });
    if (session.status !== "complete") return show(c, { title: "Checkout", body: unfinished(session) });
    const checkouts = [...new Set([session.id, ...visitor.checkouts])].slice(0, 10);
    const changed = { ...visitor, checkouts, pieces: 0 };
    await saveVisitor(c, changed);
    const title = session.paymentOutcome === "pending" ? "Your order is placed" : "Thank you";
    const [order] = dataOf(await api.listOrders({ query: { sessionId: session.id } }));
    const downloads = order ? await downloadSection(order, { api }) : "";
    return show(c, { title, body: finished(title, session, downloads) }, changed);
  });

  return pages;
}

function finished(title: string, session: Session, downloads: Html | ""): Html {
  const { paymentOutcome, customerEmail } = session;
  const isShipped = session.lines.some(({ requiresShipping }) => requiresShipping);
  return html`<h1>${title}</h1>
<p>${
    paymentOutcome === "failed"
      ? "The payment failed. Nothing was charged."
      : paymentOutcome === "pending"
        ? "Your payment is being processed. We’ll send your order as soon as it arrives."
        : html`Your order is paid.${customerEmail && isShipped ? ` We’ll email ${customerEmail} when it ships.` : ""}`
  }</p>
${downloads}
${summary(session)}
<p><a href="/orders">Your orders</a></p>`;
}

function unfinished({ status, url }: Session): Html {
  return html`<h1>Nothing was charged</h1>
<p>${status === "open" ? "Your payment isn’t finished." : "The checkout has expired. Your cart is still here."}</p>
<p>${
    url
      ? html`<a class="button" href="${url}">Continue to payment</a>`
      : html`<a class="button" href="/cart">Back to your cart</a>`
  }</p>`;
}
