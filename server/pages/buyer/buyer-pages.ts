import type { Page } from "@counterpart/server/express";
import type { Response } from "express";
import { html } from "hono/html";
import type { Store } from "../../database/queries/stores.ts";
import { amountParts, totalOf } from "../../domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { formatAmount } from "../../domain/money.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { type CheckoutMessage, cancelled, messageFor } from "./checkout-message.ts";
import { createFindCheckout, type FindCheckoutParts, type FoundCheckout } from "./find-checkout.ts";
import { createFindStore } from "./find-store.ts";
import { type Html, sendPage } from "./layout.ts";

/** In development, pages also show how to read their session through the API. */
export interface DeveloperHelp {
  /** Without a trailing slash. */
  apiUrl: string;
  /** The demo store's key. The keys of other stores aren't known. */
  demo?: { key: string; storeId: string } | undefined;
}

export interface BuyerPageParts extends FindCheckoutParts {
  developer?: DeveloperHelp | undefined;
}

/** The pages that the payment provider redirects to if the store has set no URLs. */
export function buyerPages({ developer, ...parts }: BuyerPageParts): Page[] {
  const findCheckout = createFindCheckout(parts);
  const findStore = createFindStore(parts.services.database.stores);

  function checkoutPage(path: string, messageOf: (found: FoundCheckout) => CheckoutMessage): Page {
    return {
      method: "GET",
      path,
      handler: async (req, res) => {
        let found: FoundCheckout | undefined;
        try {
          found = await findCheckout(req.query.session_id);
        } catch (err) {
          parts.log.error({ err }, "could not look up the checkout of a buyer page");
          return sendUnavailable(res);
        }
        if (!found) return sendUnknown(res);
        const { session, store } = found;
        const message = messageOf(found);
        const content = html`<p class="state ${message.state.tone}">${message.state.label}</p>
<h1>${message.title}</h1>
<p>${message.text}</p>
${!found.isUpToDate && html`<p class="ways"><a class="button" href="${req.originalUrl}">Check again</a></p>`}
${summary(session)}
<h2>What happens next</h2>
<ul class="next">${[...message.next, ...contactOf(store)].map((item) => html`<li>${item}</li>`)}</ul>
${nextLinks(found)}`;
        await sendPage(res, {
          title: message.title,
          storeName: store.name,
          content,
          developer: developer && developerHelp(found, developer),
        });
      },
    };
  }

  return [
    checkoutPage("/checkout/success", ({ session, store, isUpToDate }) =>
      messageFor(session, store.name, isUpToDate),
    ),
    checkoutPage("/checkout/cancelled", ({ session, store, isUpToDate }) =>
      session.status === "open" && isUpToDate ? cancelled : messageFor(session, store.name, isUpToDate),
    ),
    {
      method: "GET",
      path: "/portal/returned",
      handler: async (req, res) => {
        const store = await findStore(req.query.store_id).catch(() => undefined);
        await sendPage(res, {
          title: portalTitle,
          storeName: store?.name ?? null,
          content: portalContent(store),
        });
      },
    },
  ];
}

const portalTitle = "You have left the billing portal";

function portalContent(store: Store | undefined): Html {
  const home = store && homeOf(store);
  return html`<h1>${portalTitle}</h1>
<p>Anything you changed there is in effect. A subscription that you cancelled runs until the end of the period that you have
paid for. To check, open the portal again from your account at ${store?.name ?? "the shop"}.</p>
${home ? html`<p class="ways"><a class="button" href="${home}">Back to ${store?.name}</a></p>` : closing}`;
}

const closing = html`<p class="closing">You can close this page.</p>`;

/** Links for the buyer: to the payment page while the session can be paid, and to the shop. */
function nextLinks({ session, store, isUpToDate }: FoundCheckout): Html {
  const home = homeOf(store);
  const payment = session.status === "open" && isUpToDate ? session.url : null;
  if (payment === null && home === null) return closing;
  return html`<p class="ways">
${payment !== null && html`<a class="button" href="${payment}">Continue to payment</a>`}
${home !== null && html`<a class="button${payment !== null && " quiet"}" href="${home}">Back to ${store.name}</a>`}
</p>`;
}

/** The shop's website, guessed from the first of its cancel, success and portal return URLs. */
function homeOf({ cancelUrl, successUrl, portalReturnUrl }: Store): string | null {
  const own = cancelUrl ?? successUrl ?? portalReturnUrl;
  const url = own === null ? null : URL.parse(own);
  return url !== null && /^https?:$/.test(url.protocol) ? `${url.origin}/` : null;
}

function contactOf({ contactEmail, contactPhone }: Store): Html[] {
  const ways = [
    contactEmail !== null && html`<a href="mailto:${contactEmail}">${contactEmail}</a>`,
    contactPhone !== null && html`<a href="tel:${contactPhone.replaceAll(" ", "")}">${contactPhone}</a>`,
  ].filter((way) => way !== false);
  if (ways.length === 0) return [];
  return [html`If something is wrong, contact the shop: ${ways[0]}${ways[1] && html` or ${ways[1]}`}.`];
}

function developerHelp({ session }: FoundCheckout, { apiUrl, demo }: DeveloperHelp): Html {
  const key = demo?.storeId === session.storeId ? demo.key : "<API key of the store>";
  const id = session.providerId ?? session.id;
  return html`<div class="developer">Only in development: this is the checkout session <code>${id}</code> (${session.id}).
<pre>curl -H "Authorization: Bearer ${key}" ${apiUrl}/v1/checkout/sessions/${id}</pre></div>`;
}

async function sendUnknown(res: Response): Promise<void> {
  const title = "We don’t recognise this link";
  const content = html`<h1>${title}</h1>
<p>It doesn’t match any purchase. It may be incomplete or out of date.</p>
<p>If you have just paid, the payment is not lost. Please don’t pay a second time. Contact the shop about your order.</p>`;
  await sendPage(res, { title, storeName: null, content }, 404);
}

async function sendUnavailable(res: Response): Promise<void> {
  const title = "One moment, please";
  const content = html`<h1>${title}</h1>
<p>Your purchase can’t be looked up right now. If you have just paid, it is not lost. Please don’t pay a second time.</p>
<p>Reload this page in a minute.</p>`;
  res.set("Retry-After", "10");
  await sendPage(res, { title, storeName: null, content }, 500);
}

/** The items and what they cost. Doesn't identify the buyer, because the link may be shared. */
function summary(session: CheckoutSessionRecord): Html {
  const { lines, amounts, currency } = session;
  return html`<h2>Order summary</h2>
<table>
<thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.map((line) => {
  return html`<tr><th scope="row">${nameWithOptions(line)}</th><td class="quantity">${line.quantity}</td><td>${formatAmount(line.unitPriceInCents * line.quantity, currency)}</td></tr>
`;
})}
</tbody>
<tfoot>
${amountParts(amounts).map(({ name, amount }) => html`<tr class="part"><th scope="row" colspan="2">${name}</th><td>${formatAmount(amount, currency)}</td></tr>`)}
<tr><th scope="row" colspan="2">Total</th><td>${formatAmount(totalOf(session), currency)}</td></tr></tfoot>
</table>`;
}
