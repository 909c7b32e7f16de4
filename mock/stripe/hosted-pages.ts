import express, { type Response, type Router } from "express";
import { completePayment } from "./checkout-payment.ts";
import { notice, pageHeaders } from "./pages/layout.ts";
import { closedPage, payPage } from "./pages/pay.ts";
import { isEmail } from "./parameters.ts";
import type { AccountState, SessionRecord, State } from "./state.ts";

/** What a buyer's browser opens. An id is all that a page asks for, as at Stripe. */
export function hostedPages(state: State): Router {
  const router = express.Router();
  router.use(express.urlencoded({ extended: false, limit: "16kb" }));

  router.get("/pay/:id", (request, response) => {
    const found = findSession(state, request.params.id);
    if (!found) return sendUnknown(response);
    sendPayPage(response, found);
  });

  router.post("/pay/:id", (request, response) => {
    const found = findSession(state, request.params.id);
    if (!found) return sendUnknown(response);
    const { record, account } = found;
    const { session } = record;
    if (session.status !== "open") return sendPayPage(response, found);
    const fields: Record<string, unknown> = request.body ?? {};
    const email = typeof fields.email === "string" ? fields.email.trim() : "";
    switch (fields.outcome) {
      case "cancel":
        if (session.cancel_url) return response.redirect(303, session.cancel_url);
        return sendPayPage(response, found);
      case "decline":
        return sendPayPage(response, { ...found, email, problem: "Your card was declined." });
      case "pay":
        if (!isEmail(email)) {
          return sendPayPage(response, { ...found, email, problem: "Your email is incomplete." });
        }
        completePayment(record, { state, account, email });
        return response.redirect(303, successUrlOf(record));
      default:
        return sendPayPage(response, { ...found, email, problem: "Choose how this payment ends." });
    }
  });

  return router;
}

interface Found {
  account: AccountState;
  record: SessionRecord;
}

function findSession(state: State, id: string): Found | undefined {
  for (const account of state.accounts()) {
    const record = account.sessions.get(id);
    if (record) return { account, record };
  }
  return undefined;
}

function sendUnknown(response: Response): void {
  response
    .set(pageHeaders)
    .status(404)
    .send(notice("Page not found", "This link is not known here. Return to the shop and try again."));
}

function sendPayPage(
  response: Response,
  { account, record, email, problem }: Found & { email?: string; problem?: string },
): void {
  response.set(pageHeaders);
  if (record.session.status !== "open") {
    response.send(closedPage(record));
    return;
  }
  response.send(
    payPage({
      record,
      shopName: record.shopName ?? account.account.business_profile?.name ?? null,
      email: email ?? record.session.customer_email ?? "",
      problem,
    }),
  );
}

function successUrlOf({ session }: SessionRecord): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
