import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { totalOf } from "../amounts.ts";
import { type components, dataOf } from "../api.ts";
import { lineName } from "../line-name.ts";
import { money } from "../money.ts";
import type { Tools } from "../tools.ts";
import { downloadSection } from "./downloads.ts";
import { summary } from "./summary.ts";

type Order = components["schemas"]["Order"];

/** A visitor's purchases in this browser, and orders by the link in their email. With accounts, query by `memberId`. */
export function orderPages({ api, readVisitor, opensOrder, show }: Tools): Hono {
  const pages = new Hono();

  pages.get("/", async (c) => {
    const { checkouts } = await readVisitor(c);
    const answers = await Promise.all(checkouts.map((sessionId) => api.listOrders({ query: { sessionId } })));
    const orders = answers.flatMap((answer) => dataOf(answer));
    return show(c, {
      title: "Orders",
      body: html`<h1>Orders</h1>
${
  orders.length === 0
    ? html`<p>You haven’t bought anything in this browser yet. An order from another device opens with the link in its email.</p>
<p><a class="button" href="/">Browse the products</a></p>`
    : ""
}
<ul class="orders">${orders.map(
        (
          order,
        ) => html`<li><a href="/orders/${order.id}">${order.number ? `#${order.number} · ` : ""}${order.lines.map(lineName).join(", ")}</a>
<span>${date(order.createdAt)}</span> <span class="state">${state(order)}</span>
<span class="sum">${money(totalOf(order), order.totals.currency)}</span></li>`,
      )}</ul>`,
    });
  });

  pages.get("/:orderId", async (c) => {
    const order = await findOrder(c);
    const { shippingAddress, tracking, subscriptionId } = order;
    const subscription =
      subscriptionId === null ? undefined : dataOf(await api.getSubscription({ path: { subscriptionId } }));
    return show(c, {
      title: "Your order",
      body: html`<h1>Your order ${order.number ? `#${order.number}` : ""}</h1>
<p class="lede">${date(order.createdAt)} <span class="state">${state(order)}</span></p>
${subscription ? html`<p>${hasEnded(subscription) ? "Your subscription has ended." : "Your subscription is active."}</p>` : ""}
${summary(order)}
${await downloadSection(order, { api, search: searchOf(c) })}
${await invoiceSection(order, searchOf(c))}
${shippingAddress ? html`<p>Shipping to ${shippingAddress.name}, ${shippingAddress.line1}, ${shippingAddress.city}.</p>` : ""}
${tracking?.url ? html`<p><a href="${tracking.url}">Track the parcel</a></p>` : ""}`,
    });
  });

  // The link at the payment provider shows the invoice to anyone who has it, so no page has it, and no cache or log should.
  pages.get("/:orderId/invoice/:paymentId", async (c) => {
    const { id: orderId } = await findOrder(c);
    const query = { paymentId: c.req.param("paymentId") };
    const answer = await api.getOrderInvoice({ path: { orderId }, query });
    c.header("Cache-Control", "no-store");
    if (answer.status !== 404) return c.redirect(dataOf(answer).url, 302);
    const text = "There is no invoice yet. If you have just paid, try again in a minute.";
    return show(c, messagePage("Your invoice", text, `/orders/${orderId}${searchOf(c)}`));
  });

  /** A subscription has an invoice for each payment. */
  async function invoiceSection(order: Order, search: string) {
    if (!(await hasInvoice(order))) return "";
    const { id, payments } = order;
    return payments.map(
      ({ id: paymentId, paidAt }) =>
        html`<p><a class="button quiet" href="/orders/${id}/invoice/${paymentId}${search}">Invoice${payments.length > 1 ? ` of ${date(paidAt)}` : ""}</a></p>`,
    );
  }

  /** The shop asks the payment provider, so the page isn't kept waiting for long. */
  async function hasInvoice({ id: orderId, payments }: Order): Promise<boolean> {
    if (payments.length === 0) return false;
    const asked = api.getOrderInvoice({ path: { orderId }, signal: AbortSignal.timeout(3000) });
    return asked.then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  // A form, so that an address is only made when the visitor asks for the file.
  pages.post("/:orderId/downloads", async (c) => {
    const { id: orderId } = await findOrder(c);
    const { productId } = await c.req.parseBody();
    const answer = await api.createDownload({ path: { orderId }, body: { productId: String(productId) } });
    if (answer.status !== 409) return c.redirect(dataOf(answer).url, 303);
    return show(c, messagePage("Your download", answer.error.error, `/orders/${orderId}${searchOf(c)}`));
  });

  /** Ends the request with 404, unless the order was bought in this browser or the request has the query of its link. */
  async function findOrder(c: Context): Promise<Order> {
    const { checkouts } = await readVisitor(c);
    const order = dataOf(await api.getOrder({ path: { orderId: c.req.param("orderId") ?? "" } }));
    if (!checkouts.includes(order.checkoutSessionId) && !opensOrder(order.id, c.req.query())) {
      throw new HTTPException(404, { message: "No such order." });
    }
    return order;
  }

  return pages;
}

/** The query of the request, which opens an order from the link in its mail. */
function searchOf(c: Context): string {
  return new URL(c.req.url).search;
}

function messagePage(title: string, text: string, order: string) {
  const body = html`<h1>${title}</h1><p role="status">${text}</p>
<p><a href="${order}">Back to your order</a></p>`;
  return { title, body };
}

const states: Record<Order["status"], string> = {
  pending: "Payment pending",
  paid: "Paid",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  failed: "Payment failed",
};

function state({ status, fulfilledAt }: Order): string {
  return status === "paid" && fulfilledAt !== null ? "Sent" : states[status];
}

function hasEnded({ status }: components["schemas"]["Subscription"]): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

function date(iso: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(iso));
}
