import type { Stripe } from "stripe";
import { refusal, resourceMissing } from "../api/errors.ts";
import type { Failure, Failures } from "../api/failures.ts";
import type { ApiKeys } from "../api/keys.ts";
import type { AskedRequest } from "../api/router.ts";
import type { Delivery, DeliveryMode, WebhookEndpoint, Webhooks } from "../events/webhooks.ts";
import { successUrlOf } from "../pages/pay-routes.ts";
import { type AccountChange, changeAccess, changeAccount } from "../resources/accounts.ts";
import { savePortalSettings } from "../resources/billing/portal.ts";
import { methodOf } from "../resources/billing/subscriptions.ts";
import { type Buyer, payByCard, payLater, settlePayment } from "../resources/checkout/checkout-payment.ts";
import { expire } from "../resources/checkout/checkout-sessions.ts";
import { changeDispute, type DisputeStatus, openDispute } from "../resources/payments/disputes.ts";
import { testCard } from "../resources/payments/payment-methods.ts";
import { failRefund, refundCharge } from "../resources/payments/refunds.ts";
import { type AccountState, idOf, type SessionRecord, type State } from "../state/state.ts";

export interface Payment extends Partial<Buyer> {
  email: string;
  /** A test card's number; 4242 4242 4242 4242 when left out. */
  card?: string;
  /** `now` by card, or `later` by bank debit, which waits for `settle`. */
  paid?: "now" | "later";
  /** What a promotion of the dashboard takes off a single payment, in the currency's smallest unit. */
  discount?: number;
}

export interface DeliveryOrder {
  /** All held events when left out. */
  ids?: readonly string[];
  order?: "as_happened" | "reverse";
  /** How often each is sent; once when left out. */
  times?: number;
}

export interface ControlParts {
  state: State;
  webhooks: Webhooks;
  failures: Failures;
  keys: ApiKeys;
  asked: AskedRequest[];
}

/** What Stripe has no API for: its dashboard, its customers, its clock and its bad days. */
export class Control {
  readonly #state: State;
  readonly #webhooks: Webhooks;
  readonly #failures: Failures;
  readonly #keys: ApiKeys;
  readonly #asked: AskedRequest[];

  constructor({ state, webhooks, failures, keys, asked }: ControlParts) {
    this.#state = state;
    this.#webhooks = webhooks;
    this.#failures = failures;
    this.#keys = keys;
    this.#asked = asked;
  }

  now(): Date {
    return new Date(this.#state.timeline.nowMs());
  }

  /**
   * Moves the clock forward. Resolves when everything that became due is done, and told. Whoever has moved a clock of
   * their own catches up with 0.
   */
  async advance(seconds: number): Promise<void> {
    await this.#state.timeline.advance(seconds * 1000, () => this.#webhooks.idle());
  }

  setWebhooks(settings: { mode?: DeliveryMode; endpoints?: WebhookEndpoint[] }): void {
    if (settings.mode) this.#webhooks.mode = settings.mode;
    if (settings.endpoints) this.#webhooks.endpoints = settings.endpoints;
  }

  /** Resolves when no webhook is on its way. */
  async idle(): Promise<void> {
    await this.#webhooks.idle();
  }

  events(type?: string): Stripe.EventBase[] {
    return this.#state.events.all
      .map(({ event }) => event)
      .filter((event) => event.type === (type ?? event.type));
  }

  deliveries(): readonly Delivery[] {
    return this.#webhooks.deliveries;
  }

  /** Sends events, held ones or any others again. Resolves when the receiver has answered. */
  async deliver({
    ids = this.#webhooks.held(),
    order = "as_happened",
    times = 1,
  }: DeliveryOrder = {}): Promise<void> {
    const chosen = order === "reverse" ? [...ids].reverse() : ids;
    const found = chosen.map((id) => {
      const stored = this.#state.events.find(id);
      if (!stored) throw resourceMissing("event", id);
      return stored;
    });
    this.#webhooks.unhold(ids);
    for (const stored of found) {
      for (let time = 0; time < times; time += 1) this.#webhooks.send(stored);
    }
    await this.#webhooks.idle();
  }

  fail(failure: Failure): void {
    this.#failures.plan(failure);
  }

  /** Every answer of the API takes this long from now on, in milliseconds. */
  delayAnswers(ms: number): void {
    this.#failures.delayMs = ms;
  }

  /** The platform's own keys expire, or are good again. Every request is 401 meanwhile. */
  expireKeys(areExpired = true): void {
    this.#keys.areExpired = areExpired;
  }

  /** From now on the key lacks these rights, such as `checkout_session_write`, and no others. */
  denyRights(...rights: string[]): void {
    this.#keys.missingRights = new Set(rights);
  }

  /** Takes failures and delays back. */
  clearFailures(): void {
    this.#failures.clear();
  }

  /** What the API was asked, the oldest first. */
  requests(): readonly AskedRequest[] {
    return this.#asked;
  }

  setAccount(id: string | undefined, change: AccountChange): Stripe.Account {
    return changeAccount(this.#state, this.#state.accountForTest(id), change);
  }

  /** The owner of an account takes the platform's access away, or gives it back. */
  setAccess(id: string, isGranted: boolean): void {
    changeAccess(this.#state, this.#state.accountForTest(id), isGranted);
  }

  /** As if someone had saved the portal settings in the dashboard: without that, portal sessions need a configuration. */
  savePortalSettings(id?: string): void {
    savePortalSettings(this.#state, this.#state.accountForTest(id));
  }

  /** Pays a session as its page would. Answers where the buyer is sent, or null when the card was declined. */
  async pay(
    sessionId: string,
    { card = "4242424242424242", paid = "now", discount = 0, ...buyer }: Payment,
  ): Promise<string | null> {
    const { account, record } = this.#session(sessionId);
    if (record.session.status !== "open") throw refusal(`Session ${sessionId} is not open.`);
    const at = { state: this.#state, account };
    const whole = { name: null, phone: null, shipping: null, ...buyer };
    const known = testCard(card);
    if (!known) throw refusal("Not a test card.");
    takeOff(record, discount);
    if (paid === "later") payLater(record, whole, at);
    else if (!payByCard(record, whole, known, at)) return null;
    await this.#webhooks.idle();
    return successUrlOf(record);
  }

  /** How a payment that was begun `later` ends. */
  async settle(sessionId: string, outcome: "succeed" | "fail"): Promise<void> {
    const { account, record } = this.#session(sessionId);
    settlePayment(record, outcome === "succeed", { state: this.#state, account });
    await this.#webhooks.idle();
  }

  async expire(sessionId: string): Promise<void> {
    const { account, record } = this.#session(sessionId);
    if (record.session.status !== "open") throw refusal(`Session ${sessionId} is not open.`);
    expire(this.#state, account, record);
    await this.#webhooks.idle();
  }

  /** Refunds what a session, a payment intent or a charge took, as someone does in the dashboard. */
  async refund(id: string, amount?: number): Promise<Stripe.Refund> {
    const { account, item } = this.#find("charge", (candidate) => chargeOf(candidate, id), id);
    const refund = refundCharge(this.#state, account, item, { amount });
    await this.#webhooks.idle();
    return refund;
  }

  /** The bank sends a refund back, as it does for a card that is gone. */
  async failRefund(refundId: string): Promise<Stripe.Refund> {
    const { account, item } = this.#find("refund", ({ refunds }) => refunds.get(refundId), refundId);
    failRefund(this.#state, account, item);
    await this.#webhooks.idle();
    return item;
  }

  /** The buyer disputes what a session, a payment intent or a charge took. */
  async dispute(id: string, reason?: string): Promise<Stripe.Dispute> {
    const { account, item } = this.#find("charge", (candidate) => chargeOf(candidate, id), id);
    const dispute = openDispute(this.#state, account, item, reason);
    await this.#webhooks.idle();
    return dispute;
  }

  /** The shop has answered a dispute (`under_review`), or the bank has decided it. */
  async changeDispute(disputeId: string, status: DisputeStatus): Promise<Stripe.Dispute> {
    const { account, item } = this.#find("dispute", ({ disputes }) => disputes.get(disputeId), disputeId);
    changeDispute(this.#state, account, item, status);
    await this.#webhooks.idle();
    return item;
  }

  /** What becomes of subscriptions whose renewal failed for the last time: `canceled` unless set. */
  endDunningIn(status: "canceled" | "unpaid", accountId?: string): void {
    this.#state.accountForTest(accountId).dunningEndsIn = status;
  }

  /** The bank refuses the card of a subscription from now on, or takes it again. */
  refuseRenewals(subscriptionId: string, refuses = true): void {
    for (const account of this.#state.accounts()) {
      const subscription = account.subscriptions.get(subscriptionId);
      const method = subscription && methodOf(account, subscription);
      if (!method) continue;
      if (refuses) account.refusedCards.set(method.id, "generic_decline");
      else account.refusedCards.delete(method.id);
      return;
    }
    throw resourceMissing("subscription", subscriptionId);
  }

  #session(id: string) {
    const { account, item } = this.#find("checkout.session", ({ sessions }) => sessions.get(id), id);
    return { account, record: item };
  }

  #find<Item>(kind: string, search: (account: AccountState) => Item | undefined, id: string) {
    for (const account of this.#state.accounts()) {
      const item = search(account);
      if (item) return { account, item };
    }
    throw resourceMissing(kind, id);
  }
}

function takeOff({ session }: SessionRecord, discount: number): void {
  session.amount_total = (session.amount_total ?? 0) - discount;
  if (session.total_details) session.total_details.amount_discount += discount;
  if (session.amount_total === 0) session.payment_status = "no_payment_required";
}

function chargeOf(account: AccountState, id: string): Stripe.Charge | undefined {
  const intentId = account.sessions.get(id)?.intentId ?? id;
  return account.charges.get(idOf(account.paymentIntents.get(intentId)?.latest_charge) ?? id);
}
