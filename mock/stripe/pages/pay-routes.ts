import { setTimeout as delay } from "node:timers/promises";
import express, { type Response, type Router } from "express";
import { isEmail } from "../api/parameters.ts";
import type { Webhooks } from "../events/webhooks.ts";
import { type Buyer, canPayLater, payByCard, payLater } from "../resources/checkout-payment.ts";
import { type TestCard, testCard, visa } from "../resources/payment-methods.ts";
import { type AccountState, idOf, type SessionRecord, type State } from "../state.ts";
import { sendPage, sendUnknown } from "./layout.ts";
import { closedPage, type FormState, payPage } from "./pay.ts";

interface Found {
  account: AccountState;
  record: SessionRecord;
}

type Values = FormState["values"];
type Problem = NonNullable<FormState["problem"]>;

const declined: TestCard = { brand: "visa", last4: "0002", funding: "credit", refuses: "at_once" };
const declinedMessage = "Your card was declined.";
// Checkout gives a shop this long to hear of the payment, before it sends the buyer back.
const patienceMs = 10_000;

/** The page on which a buyer pays. */
export function payRoutes(state: State, webhooks: Webhooks): Router {
  const router = express.Router();

  router.get("/pay/:id", (request, response) => {
    const found = findSession(state, request.params.id);
    if (!found) return sendUnknown(response);
    show(response, found, { values: {} });
  });

  router.post("/pay/:id", async (request, response) => {
    const found = findSession(state, request.params.id);
    if (!found) return sendUnknown(response);
    const values = textsIn(request.body);
    const { session } = found.record;
    if (session.status !== "open") return show(response, found, { values });
    if (values.outcome === "cancel" && session.cancel_url) return response.redirect(303, session.cancel_url);
    const problem = pay(found, values, state);
    // A program that pays in a person's place wants to know what the browser would bring back to the shop.
    const isProgram = request.accepts(["html", "json"]) === "json";
    if (problem && isProgram) return response.status(402).json({ error: problem.message });
    if (problem) return show(response, found, { values, problem });
    await Promise.race([webhooks.idle(), delay(patienceMs, undefined, { ref: false })]);
    const url = successUrlOf(found.record);
    if (isProgram) response.json({ session_id: session.id, url });
    else response.redirect(303, url);
  });

  return router;
}

/** Carries out what the buyer chose, or says why not. */
function pay(found: Found, values: Values, state: State): Problem | undefined {
  const at = { state, account: found.account };
  const buyer = readBuyer(found, values);
  switch (values.outcome) {
    case "decline":
      payByCard(found.record, "message" in buyer ? nobody : buyer, declined, at);
      return { message: declinedMessage };
    case "pay_later":
      if ("message" in buyer) return buyer;
      if (!canPayLater(found.record)) return { message: "This order cannot be paid later." };
      payLater(found.record, buyer, at);
      return undefined;
    case "pay": {
      if ("message" in buyer) return buyer;
      const card = values.card_number === undefined ? visa : testCard(values.card_number);
      if (!card) {
        return {
          field: "card_number",
          message: `${declinedMessage} This is test mode, and that is not a test card: use 4242 4242 4242 4242.`,
        };
      }
      return payByCard(found.record, buyer, card, at)
        ? undefined
        : { field: "card_number", message: declinedMessage };
    }
    default:
      return { message: "Please choose how to pay." };
  }
}

const nobody: Buyer = { email: "", name: null, phone: null, shipping: null };

function readBuyer({ account, record }: Found, values: Values): Buyer | Problem {
  const email = account.customers.get(idOf(record.session.customer) ?? "")?.email ?? values.email ?? "";
  if (!isEmail(email)) return { field: "email", message: "Please enter a complete email address." };
  if (record.session.phone_number_collection?.enabled && !values.phone) {
    return { field: "phone", message: "Please enter your phone number." };
  }
  const shipping = record.shipsTo.length > 0 ? readShipping(record.shipsTo, values) : null;
  if (shipping && "message" in shipping) return shipping;
  return { email, name: values.name || null, phone: values.phone || null, shipping };
}

function readShipping(countries: string[], values: Values): NonNullable<Buyer["shipping"]> | Problem {
  const required = ["shipping_name", "shipping_line1", "shipping_postal_code", "shipping_city"];
  const missing = required.find((name) => !values[name]);
  if (missing) return { field: missing, message: "Please fill in this field." };
  return {
    name: values.shipping_name ?? "",
    address: {
      city: values.shipping_city ?? null,
      country: countries.find((country) => country === values.shipping_country) ?? countries[0] ?? null,
      line1: values.shipping_line1 ?? null,
      line2: values.shipping_line2 ?? null,
      postal_code: values.shipping_postal_code ?? null,
      state: values.shipping_state ?? null,
    },
  };
}

function findSession(state: State, id: string): Found | undefined {
  for (const account of state.accounts()) {
    const record = account.sessions.get(id);
    if (record) return { account, record };
  }
  return undefined;
}

function show(response: Response, { account, record }: Found, { values, problem }: FormState): void {
  if (record.session.status !== "open") {
    sendPage(response, closedPage(record));
    return;
  }
  const filled = { email: record.session.customer_email ?? "", ...values };
  sendPage(response, payPage({ account, record, form: { values: filled, ...(problem && { problem }) } }));
}

/** The fields of a form, as trimmed text. */
export function textsIn(body: unknown): Values {
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(fields);
}

export function successUrlOf({ session }: SessionRecord): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
