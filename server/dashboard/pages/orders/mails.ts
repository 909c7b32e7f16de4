import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { SentMail } from "../../../database/queries/mails/order-mails.ts";
import type { OrderMail } from "../../../domain/mails/mail-kinds.ts";
import type { Order } from "../../../domain/order.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { instant, type Tone, tag } from "../../view/texts.ts";
import { findOrder, orderAddress } from "./find-order.ts";

export const kindNames: Record<OrderMail["kind"], string> = {
  order_confirmation: "Order confirmation",
  payment_pending: "Payment pending",
  payment_failed: "Payment failed",
  shipping_notice: "Shipping notice",
  address_change: "Corrected address",
  refund: "Refund",
  renewal: "Renewal of a subscription",
  renewal_failed: "Failed renewal",
  subscription_ending: "Scheduled end of a subscription",
};

const states: Record<SentMail["status"], [name: string, tone: Tone]> = {
  pending: ["Waiting", "wait"],
  sent: ["Sent", "good"],
  failed: ["Failed", "bad"],
  dropped: ["Not needed", "plain"],
};

/** The emails to the buyer, which are kept for thirty days. */
export async function mailSection(
  order: Order,
  request: StoreRequest,
  { database: { mails } }: Pick<Services, "database">,
): Promise<Html | ""> {
  const sent = await mails.ofOrder(order);
  if (sent.length === 0) return "";
  const mayChange = includesRole(request.role, "staff");
  const mayResend = mayChange && (await mails.hasSender());
  return html`<section class="card">
<h2>Emails to the customer</h2>
<ul class="plain-list">${sent.map(
    (mail) => html`<li>${kindNames[mail.kind]} ${tag(...states[mail.status])}
<p class="hint">${instant(mail.settledAt ?? mail.createdAt, request.store.timeZone)}${mail.lastOutcome !== null && html` · ${reasonOf(mail.lastOutcome)} (<code>${mail.lastOutcome}</code>)`}</p>
${mayResend && isResendable(mail) && resendForm(order, mail, request)}
${mayChange && needsAttention(mail) && dismissForm(order, mail, request)}</li>`,
  )}</ul>
</section>`;
}

function isResendable({ status }: SentMail): boolean {
  return status === "sent" || status === "failed";
}

function needsAttention({ status, dismissedAt }: SentMail): boolean {
  return status === "failed" && dismissedAt === null;
}

function resendForm({ id }: Order, mail: OrderMail, request: StoreRequest): Html {
  return postForm(request, request.link(`/orders/${id}/mails`), mailButton(mail, "Send again"));
}

/** Takes a failed mail off the overview, for example because the buyer got the news by phone. */
function dismissForm({ id }: Order, mail: OrderMail, request: StoreRequest): Html {
  return postForm(request, request.link(`/orders/${id}/mails/dismissed`), mailButton(mail, "Dismiss"));
}

function mailButton({ kind, eventKey }: OrderMail, text: string): Html {
  return html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="about" value="${eventKey}">
<button class="link">${text}<span class="hidden-text">: ${kindNames[kind]}</span></button>`;
}

/** @param outcome such as `EENVELOPE 550` */
function reasonOf(outcome: string): string {
  const [code] = outcome.split(" ");
  if (code === "EENVELOPE" || code === "EMESSAGE") return "The mail server refused the email";
  if (code === "EAUTH") return "The mail server refused the sign-in";
  if (code === "could" || code === "too") return "The email wasn’t sent";
  return "The mail server couldn’t be reached";
}

/** The order's mail that a form is about; undefined if it has no such email. */
async function findMail(request: StoreRequest, services: Services): Promise<SentMail | undefined> {
  const { form } = request;
  const order = await findOrder(request, services);
  const [kind, eventKey] = [textOf(form, "kind"), textOf(form, "about")];
  const mails = await services.database.mails.ofOrder(order);
  return mails.find((one) => one.kind === kind && one.eventKey === eventKey);
}

function addressOf(request: StoreRequest, { kind, eventKey }: OrderMail) {
  return { ...orderAddress(request), kind, eventKey };
}

const noSuchEmail = () => new ApiError("NOT_FOUND", "This order has no such email.");

export async function dismissMail(request: StoreRequest, services: Services): Promise<Reply> {
  const { path, by, link } = request;
  const { mails } = services.database;
  const mail = await findMail(request, services);
  if (!mail || !(await mails.dismiss(addressOf(request, mail), by))) throw noSuchEmail();
  return { redirect: link(`/orders/${path.orderId}`), notice: "The email no longer needs attention." };
}

export async function resendMail(request: StoreRequest, services: Services): Promise<Reply> {
  const { path, by, link } = request;
  const { mails } = services.database;
  const mail = await findMail(request, services);
  if (!(await mails.hasSender())) {
    throw new ApiError("CONFLICT", "This installation sends no email, because it has no mail server.");
  }
  const isQueued =
    mail && isResendable(mail)
      ? await mails.resend(addressOf(request, mail), by)
      : mail?.status === "pending";
  if (!isQueued) throw noSuchEmail();
  return { redirect: link(`/orders/${path.orderId}`), notice: "The email will be sent again." };
}
