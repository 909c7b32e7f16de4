import { setTimeout as delay } from "node:timers/promises";
import express, { type Response, type Router } from "express";
import type { Stripe } from "stripe";
import { applyCode, checkCode, chooseShipping, removeCode, setPlace } from "../checkout/buyer-choices.ts";
import {
  canPayLater,
  challenge,
  payByCard,
  payLater,
  refuseChallenge,
} from "../checkout/checkout-payment.ts";
import { successUrlOf } from "../checkout/checkout-sessions.ts";
import { refreshSums } from "../checkout/session-sums.ts";
import { formatMoney } from "../conventions/money.ts";
import { isEmail } from "../conventions/parameters.ts";
import type { Webhooks } from "../events/webhooks.ts";
import { authenticationFailed, declineMessages } from "../payments/declines.ts";
import { testCard, testCards, visa } from "../payments/payment-methods.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import type { Buyer, TestCard } from "../state/buyer.ts";
import type { State } from "../state/state.ts";
import { sendPage, sendUnknown } from "./layout.ts";
import { asksBilling, authenticationPage, closedPage, type FormState, knownEmail, payPage } from "./pay.ts";

interface Found {
  account: AccountState;
  record: SessionRecord;
}

type Values = FormState["values"];
type Problem = NonNullable<FormState["problem"]>;

/** The test cards behind the page's other buttons. */
const endings: Record<string, TestCard | undefined> = {
  decline: testCards["4000000000000002"],
  insufficient_funds: testCards["4000000000009995"],
  authentication: testCards["4000002500003155"],
  dispute: testCards["4000000000000259"],
  failing_refund: testCards["4000000000005126"],
};
const challengeAdvice =
  "The bank asks the buyer to confirm this payment. Send outcome=authenticated, or outcome=authentication_failed.";
// Like Checkout, waits this long for the shop to receive the events before redirecting the buyer.
const maxWaitMs = 10_000;

/** The page where a buyer pays. */
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
    // Programs that pay get the redirect as JSON.
    const isProgram = request.accepts(["html", "json"]) === "json";
    const changed = changes[values.outcome ?? ""]?.(found, values, state);
    if (changed) {
      if (!isProgram) return show(response, found, { values, ...changed });
      const error = changed.problem?.message;
      return error === undefined
        ? response.json({ amount_total: session.amount_total })
        : response.status(402).json({ error });
    }
    const problem = choose(found, values, state) ?? pay(found, values, state);
    if (problem && isProgram) return response.status(402).json({ error: problem.message });
    if (problem) return show(response, found, { values, problem });
    if (found.record.challenge && isProgram) return response.status(402).json({ error: challengeAdvice });
    if (found.record.challenge) return sendPage(response, authenticationPage(challengeOf(found.record)));
    await Promise.race([webhooks.idle(), delay(maxWaitMs, undefined, { ref: false })]);
    const url = successUrlOf(found.record);
    if (isProgram) response.json({ session_id: session.id, url });
    else response.redirect(303, url);
  });

  return router;
}

function challengeOf({ session, shopName, challenge: asked }: SessionRecord) {
  const amount = session.amount_total ?? 0;
  return { amount, currency: session.currency ?? "usd", shopName, last4: asked?.card.last4 };
}

interface Changed {
  problem?: Problem;
}

/** What the buyer can do before paying. */
const changes: Record<string, ((found: Found, values: Values, state: State) => Changed) | undefined> = {
  apply_code({ account, record }, values, state) {
    const message = applyCode(record, values.promotion_code ?? "", { state, account });
    return message === undefined ? {} : { problem: { field: "promotion_code", message } };
  },
  remove_code({ account, record }, _values, state) {
    removeCode(record, { state, account });
    return {};
  },
  update(found, { total: _shown, ...values }, state) {
    const problem = choose(found, values, state);
    return problem ? { problem } : {};
  },
};

/**
 * Applies the chosen shipping and the place of tax. A buyer who saw another total is asked again; programs
 * don't send the total.
 */
function choose({ account, record }: Found, values: Values, state: State): Problem | undefined {
  const { session, shipsTo } = record;
  const rateId = values.shipping_rate;
  if (rateId !== undefined && !chooseShipping(record, rateId)) {
    return { message: "Please choose one of the shipping options." };
  }
  const country = shipsTo.length > 0 ? values.shipping_country : values.billing_country;
  if (country) record.taxCountry = country;
  refreshSums(state, account, record);
  const message = checkCode(record, { state, account });
  if (message !== undefined) return { message: `${message} It has been removed.` };
  if (values.total === undefined || Number(values.total) === session.amount_total) return undefined;
  const total = formatMoney(session.amount_total ?? 0, session.currency ?? "usd");
  return { message: `The total is now ${total}. Please check your order, and pay again.` };
}

/**
 * Applies the buyer's choice, or returns the problem. If the
 * card requires authentication, that is stored in the record.
 */
function pay(found: Found, values: Values, state: State): Problem | undefined {
  const { record, account } = found;
  const at = { state, account };
  const { outcome = "" } = values;
  const { challenge: challenged } = record;
  if (outcome === "authenticated" && challenged) {
    return payWith(record, challenged.buyer, challenged.card, at);
  }
  if (outcome === "authentication_failed") {
    refuseChallenge(record, at);
    return { message: authenticationFailed };
  }
  const buyer = readBuyer(found, values);
  if (!("message" in buyer)) setPlace(record, buyer, at);
  const card = endings[outcome];
  if (card && (outcome === "decline" || outcome === "insufficient_funds")) {
    return payWith(record, "message" in buyer ? unknownBuyer : buyer, card, at);
  }
  if (outcome === "pay_later") {
    if ("message" in buyer) return buyer;
    if (!canPayLater(record)) return { message: "This order cannot be paid later." };
    payLater(record, buyer, at);
    return undefined;
  }
  if (!card && outcome !== "pay") return { message: "Please choose how to pay." };
  if ("message" in buyer) return buyer;
  const chosen = card ?? chosenCard(values);
  if ("message" in chosen) return chosen;
  if (!chosen.authenticates) return payWith(record, buyer, chosen, at);
  challenge(record, buyer, chosen, at);
  return undefined;
}

function chosenCard({ card_number: number }: Values): TestCard | Problem {
  const card = number === undefined ? visa : testCard(number);
  if (card) return card;
  return {
    field: "card_number",
    message: `${declineMessages.generic_decline} This is test mode, and that is not a test card. Use 4242 4242 4242 4242.`,
  };
}

function payWith(
  record: SessionRecord,
  buyer: Buyer,
  card: TestCard,
  at: { state: State; account: AccountState },
): Problem | undefined {
  if (payByCard(record, buyer, card, at)) return undefined;
  return { field: "card_number", message: declineMessages[card.declineCode ?? "generic_decline"] };
}

const unknownBuyer: Buyer = { email: "", name: null, phone: null, shipping: null };

/** Stripe's example buyer, for programs that omit these fields. */
const example = {
  name: "Jenny Rosen",
  business: "Rosen Prints Ltd",
  phone: "+1 415 555 0100",
  address: {
    city: "San Francisco",
    country: "US",
    line1: "510 Townsend Street",
    line2: null,
    postal_code: "94103",
    state: "CA",
  },
};

function readBuyer({ account, record }: Found, values: Values): Buyer | Problem {
  const email = knownEmail(account, record.session) ?? values.email ?? "";
  if (!isEmail(email)) return { field: "email", message: "Please enter a complete email address." };
  const asksPhone = record.session.phone_number_collection?.enabled ?? false;
  const phone = values.phone ?? (asksPhone ? example.phone : "");
  if (asksPhone && phone === "") return { field: "phone", message: "Please enter your phone number." };
  const shipping = record.shipsTo.length > 0 ? readShipping(record.shipsTo, values) : null;
  if (shipping && "message" in shipping) return shipping;
  const billing = asksBilling(record) ? readBilling(values) : null;
  const business = record.session.tax_id_collection?.enabled ? readBusiness(values) : null;
  if (business && "message" in business) return business;
  return { email, name: values.name || null, phone: phone || null, shipping, billing, business };
}

/** Both fields or neither. */
function readBusiness({
  business_name: name,
  tax_id: taxId,
}: Values): NonNullable<Buyer["business"]> | Problem | null {
  if (!name && !taxId) return null;
  if (!taxId) return { field: "tax_id", message: "Please enter the tax ID of your business." };
  if (!/^[A-Za-z0-9 .-]{4,30}$/.test(taxId)) return { field: "tax_id", message: "Your tax ID is invalid." };
  return { name: name || example.business, taxId };
}

/** Stripe asks for a country and, in some of them, a postal code. */
function readBilling(values: Values): Stripe.Address {
  if (!values.billing_country) return example.address;
  return {
    city: null,
    country: values.billing_country,
    line1: null,
    line2: null,
    postal_code: values.billing_postal_code || null,
    state: null,
  };
}

function readShipping(countries: string[], values: Values): NonNullable<Buyer["shipping"]> | Problem {
  if (!Object.keys(values).some((name) => name.startsWith("shipping_") && name !== "shipping_rate")) {
    const country = countries.find((one) => one === example.address.country) ?? countries[0] ?? null;
    return { name: example.name, address: { ...example.address, country } };
  }
  const required = ["shipping_name", "shipping_line1", "shipping_postal_code", "shipping_city"];
  const missing = required.find((name) => !values[name]);
  if (missing) return { field: missing, message: "Please fill in this field." };
  const country = values.shipping_country ?? countries[0] ?? "";
  if (!countries.includes(country)) {
    return { message: "This shop does not ship to that country." };
  }
  return {
    name: values.shipping_name ?? "",
    address: {
      city: values.shipping_city ?? null,
      country,
      line1: values.shipping_line1 ?? null,
      line2: values.shipping_line2 || null,
      postal_code: values.shipping_postal_code ?? null,
      state: values.shipping_state || null,
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
  sendPage(response, payPage({ account, record, form: { values, ...(problem && { problem }) } }));
}

/** A form's fields as trimmed text. */
export function textsIn(body: unknown): Values {
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(fields);
}
