import express, { type Router } from "express";
import { visitPortal } from "../billing/portal.ts";
import { cancelAtPeriodEnd, changeSubscription, resumeSubscription } from "../billing/subscriptions.ts";
import { newCard, testCard } from "../payments/payment-methods.ts";
import type { PortalSessionRecord } from "../state/account-state.ts";
import { previousValues } from "../state/event-log.ts";
import { find, idOf, type State } from "../state/state.ts";
import { notice, sendPage, sendUnknown } from "./layout.ts";
import type { FormState } from "./pay.ts";
import { textsIn } from "./pay-routes.ts";
import { cancelPage, liveSubscriptions, type PortalPage, portalPage } from "./portal.ts";

type Problem = NonNullable<FormState["problem"]>;

/** The billing portal, where a subscriber manages a subscription. */
export function portalRoutes(state: State): Router {
  const router = express.Router();

  router.get("/portal/:id", (request, response) => {
    const open = openPortal(state, request.params.id);
    if (!open) return sendUnknown(response);
    if (!visitPortal(state, open.record)) return sendPage(response, expiredPage(open.record));
    const done = typeof request.query.done === "string" ? request.query.done : undefined;
    sendPage(response, portalPage({ ...open.portal, done }));
  });

  router.get("/portal/:id/cancel/:subscription", (request, response) => {
    const open = openPortal(state, request.params.id);
    const subscription = open && ownSubscription(open.portal, request.params.subscription);
    if (!open || !subscription) return sendUnknown(response);
    if (!visitPortal(state, open.record)) return sendPage(response, expiredPage(open.record));
    sendPage(response, cancelPage(open.portal, subscription));
  });

  router.post("/portal/:id", (request, response) => {
    const open = openPortal(state, request.params.id);
    if (!open) return sendUnknown(response);
    if (!visitPortal(state, open.record)) return sendPage(response, expiredPage(open.record));
    const values = textsIn(request.body);
    const result = act(state, open.portal, values);
    if (typeof result === "string")
      return response.redirect(303, `/portal/${open.portal.session.id}?done=${result}`);
    sendPage(response, portalPage({ ...open.portal, form: { values, problem: result } }));
  });

  return router;
}

/** Applies the submitted action. Returns what was done, or the problem. */
function act(state: State, portal: PortalPage, values: Record<string, string>): string | Problem {
  const { features } = portal;
  const subscription = ownSubscription(portal, values.subscription ?? "");
  switch (values.action) {
    case "cancel": {
      if (!subscription || !features.subscription_cancel.enabled)
        return { message: "This cannot be canceled here." };
      cancelAtPeriodEnd(state, portal.account, subscription);
      return "canceled";
    }
    case "resume": {
      if (!subscription || !features.subscription_cancel.enabled)
        return { message: "This cannot be resumed here." };
      resumeSubscription(state, portal.account, subscription);
      return "resumed";
    }
    case "replace_card":
      if (!features.payment_method_update.enabled) return { message: "The card cannot be replaced here." };
      return replaceCard(state, portal, values.card_number ?? "") ?? "card";
    default:
      return { message: "Please choose what to do." };
  }
}

function replaceCard(state: State, { account, session }: PortalPage, number: string): Problem | undefined {
  const card = testCard(number);
  const customer = find(account.customers, "customer", session.customer);
  if (!card || card.refuses === "at_once") {
    const advice = card ? "" : " This is test mode, and that is not a test card. Use 4242 4242 4242 4242.";
    return { field: "card_number", message: `Your card was declined.${advice}` };
  }
  const payer = { email: customer.email, name: customer.name ?? null, phone: customer.phone ?? null };
  const method = newCard(state.timeline.nowSeconds(), customer.id, payer, card);
  account.testCards.set(method.id, card);
  if (card.refuses) account.refusedCards.set(method.id, "generic_decline");
  account.paymentMethods.set(method.id, method);
  state.events.emit(account, "payment_method.attached", method);
  const previous = previousValues(customer, () => {
    customer.invoice_settings.default_payment_method = method.id;
  });
  state.events.emit(account, "customer.updated", customer, previous);
  for (const subscription of liveSubscriptions(account, customer.id)) {
    changeSubscription(state, account, subscription, () => {
      subscription.default_payment_method = method.id;
    });
  }
  return undefined;
}

function openPortal(
  state: State,
  id: string,
): { portal: PortalPage; record: PortalSessionRecord } | undefined {
  for (const account of state.accounts()) {
    const record = account.portalSessions.get(id);
    if (!record) continue;
    const { session } = record;
    const { features } = find(account.portalConfigurations, "configuration", idOf(session.configuration));
    return { record, portal: { account, session, features, form: { values: {} } } };
  }
  return undefined;
}

function ownSubscription({ account, session }: PortalPage, id: string) {
  return liveSubscriptions(account, session.customer).find((subscription) => subscription.id === id);
}

function expiredPage({ session }: PortalSessionRecord) {
  const back = session.return_url ? { url: session.return_url, label: "Return to the shop" } : undefined;
  return notice("This link has expired", "For your security, billing links expire after a short time.", back);
}
