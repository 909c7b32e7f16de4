import type { Stripe } from "stripe";
import { setOrigin } from "../amounts/tax-settings.ts";
import type { Failure, Failures } from "../api/failures.ts";
import type { ApiKeys } from "../api/keys.ts";
import type { ReceivedRequest } from "../api/router.ts";
import {
  changeSubscription,
  changeUnitAmount,
  discountSubscription,
  endSubscription,
  methodOf,
} from "../billing/subscriptions.ts";
import { applyCode, checkCode, chooseShipping, setPlace } from "../checkout/buyer-choices.ts";
import { payByCard, payLater, settlePayment } from "../checkout/checkout-payment.ts";
import { expire, successUrlOf } from "../checkout/checkout-sessions.ts";
import { refusal, resourceMissing } from "../conventions/errors.ts";
import type { Delivery, DeliveryMode, Webhooks } from "../events/webhooks.ts";
import { setAccess, setChargesEnabled } from "../payments/accounts.ts";
import { changeDispute, type DisputeOf, type DisputeStatus, openDispute } from "../payments/disputes.ts";
import { testCard } from "../payments/payment-methods.ts";
import { failRefund, refundCharge } from "../payments/refunds.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import type { Buyer } from "../state/buyer.ts";
import type { WebhookEndpoint } from "../state/state.ts";
import { idOf, type State } from "../state/state.ts";

export interface Payment extends Partial<Buyer> {
  email: string;
  /** A test card's number; 4242 4242 4242 4242 by default. */
  card?: string;
  /** `now` by card, or `later` by bank debit, which stays pending until `settle`. */
  paid?: "now" | "later";
  /** A promotion code's discount on a one-time payment, in the currency's smallest unit. */
  discount?: number;
  /** A code that the buyer enters. */
  promotionCode?: string;
  /** The id or the name of an offered shipping rate; the first by default. */
  shippingRate?: string;
}

interface DeliveryOrder {
  /** All held events by default. */
  ids?: readonly string[];
  order?: "as_happened" | "reverse";
  /** How many times each event is sent; once by default. */
  times?: number;
}

interface ControlParts {
  state: State;
  webhooks: Webhooks;
  failures: Failures;
  keys: ApiKeys;
  requests: ReceivedRequest[];
}

/** Controls what Stripe has no API for: its dashboard, buyers, the clock and outages. */
export class Control {
  readonly #state: State;
  readonly #webhooks: Webhooks;
  readonly #failures: Failures;
  readonly #keys: ApiKeys;
  readonly #requests: ReceivedRequest[];

  constructor({ state, webhooks, failures, keys, requests }: ControlParts) {
    this.#state = state;
    this.#webhooks = webhooks;
    this.#failures = failures;
    this.#keys = keys;
    this.#requests = requests;
  }

  /**
   * Moves the clock forward. Resolves when everything due has run and its events are delivered. Pass 0 after
   * moving the clock that was passed in.
   */
  async advance(seconds: number): Promise<void> {
    await this.#state.timeline.advance(seconds * 1000, () => this.#webhooks.idle());
  }

  setWebhooks(settings: { mode?: DeliveryMode; endpoints?: WebhookEndpoint[] }): void {
    if (settings.mode) this.#webhooks.mode = settings.mode;
    if (settings.endpoints) this.#state.webhookEndpoints = settings.endpoints;
  }

  /** Resolves when no webhook is in flight. */
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

  /** Sends held events, or any others again. Resolves when the receiver has answered. */
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

  /** Delays all further API answers by this many milliseconds. */
  delayAnswers(ms: number): void {
    this.#failures.delayMs = ms;
  }

  /** Expires the platform's keys, or makes them valid again. Requests with an expired key get 401. */
  expireKeys(areExpired = true): void {
    this.#keys.areExpired = areExpired;
  }

  /** Expires this key, as if it had been rolled. Others stay valid. */
  expireKey(key: string): void {
    this.#keys.rolled.add(key);
  }

  /** Sets the permissions that the key lacks, such as `checkout_session_write`. */
  denyRights(...rights: string[]): void {
    this.#keys.missingPermissions = new Set(rights);
  }

  /** Removes planned failures and the delay. */
  clearFailures(): void {
    this.#failures.clear();
  }

  /** The latest 1000 requests to the API, oldest first. */
  requests(): readonly ReceivedRequest[] {
    return this.#requests;
  }

  /** Without an id: the platform's own account. */
  setAccount(id: string | undefined, { chargesEnabled }: { chargesEnabled: boolean }): void {
    setChargesEnabled(this.#state, this.#state.accountOf(id), chargesEnabled);
  }

  /** Sets the origin address of an account's tax settings, or removes it. Without an id: the platform's own account. */
  setTaxOrigin(id: string | undefined, country: string | null): void {
    setOrigin(this.#state.accountOf(id), country === null ? null : { country });
  }

  /** Revokes or restores the platform's access, as the account's owner. */
  setAccess(id: string, isGranted: boolean): void {
    setAccess(this.#state, this.#state.accountOf(id), isGranted);
  }

  /** Pays a session like its page does. Resolves with the redirect URL, or null if the card was declined. */
  async pay(
    sessionId: string,
    { card = "4242424242424242", paid = "now", discount = 0, promotionCode, shippingRate, ...buyer }: Payment,
  ): Promise<string | null> {
    const { account, record } = this.#session(sessionId);
    if (record.session.status !== "open") throw refusal(`Session ${sessionId} is not open.`);
    const at = { state: this.#state, account };
    const whole = { name: null, phone: null, shipping: null, ...buyer };
    const known = testCard(card);
    if (!known) throw refusal("Not a test card.");
    choose(record, { promotionCode, shippingRate, buyer: whole }, at);
    takeOff(record, discount);
    if (paid === "later") payLater(record, whole, at);
    else if (!payByCard(record, whole, known, at)) return null;
    await this.#webhooks.idle();
    return successUrlOf(record);
  }

  /** Sets the result of a `later` payment. */
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

  /** Refunds the charge of a session, payment intent or charge, like the dashboard does. */
  async refund(id: string, amount?: number): Promise<Stripe.Refund> {
    const { account, item } = this.#find("charge", (candidate) => chargeOf(candidate, id), id);
    const refund = refundCharge(this.#state, account, item, amount);
    await this.#webhooks.idle();
    return refund;
  }

  /** Makes the bank reject a refund, as for a closed card. */
  async failRefund(refundId: string): Promise<Stripe.Refund> {
    const { account, item } = this.#find("refund", ({ refunds }) => refunds.get(refundId), refundId);
    failRefund(this.#state, account, item);
    await this.#webhooks.idle();
    return item;
  }

  /** Disputes the charge of a session, payment intent or charge as its buyer. */
  async dispute(
    id: string,
    reason?: string,
    extent: Pick<DisputeOf, "amount" | "isInquiry"> = {},
  ): Promise<Stripe.Dispute> {
    const { account, item } = this.#find("charge", (candidate) => chargeOf(candidate, id), id);
    const opened = openDispute(this.#state, account, item, { reason, ...extent });
    await this.#webhooks.idle();
    return opened;
  }

  /** Responds to a dispute (`under_review`), or sets the bank's decision. */
  async changeDispute(disputeId: string, status: DisputeStatus): Promise<Stripe.Dispute> {
    const { account, item } = this.#find("dispute", ({ disputes }) => disputes.get(disputeId), disputeId);
    changeDispute(this.#state, account, item, status);
    await this.#webhooks.idle();
    return item;
  }

  /** Sets the final status of the platform's subscriptions after the last failed retry: `canceled` by default. */
  endDunningIn(status: "canceled" | "unpaid"): void {
    this.#state.platform.dunningEndsIn = status;
  }

  /** Cancels a subscription at once, like the dashboard does. */
  async cancelSubscription(id: string): Promise<void> {
    const { account, item } = this.#find("subscription", ({ subscriptions }) => subscriptions.get(id), id);
    endSubscription(this.#state, account, item, "cancellation_requested");
    await this.#webhooks.idle();
  }

  /** Gives the items of a subscription another price from the next period, like the dashboard does. */
  async setPrice(id: string, unitAmount: number): Promise<void> {
    const { account, item } = this.#find("subscription", ({ subscriptions }) => subscriptions.get(id), id);
    changeUnitAmount(this.#state, account, item, unitAmount);
    await this.#webhooks.idle();
  }

  /** Applies a coupon to a subscription's next invoices, like the dashboard does. */
  async discount(id: string, coupon: string): Promise<void> {
    const { account, item } = this.#find("subscription", ({ subscriptions }) => subscriptions.get(id), id);
    discountSubscription(this.#state, account, item, coupon);
    await this.#webhooks.idle();
  }

  /** Makes the bank decline a subscription's card from now on, or accept it again. */
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

  /** Sets a status that would otherwise take weeks or a dashboard setting to reach. */
  async setSubscription(id: string, status: Stripe.Subscription.Status): Promise<void> {
    const { account, item } = this.#find("subscription", ({ subscriptions }) => subscriptions.get(id), id);
    changeSubscription(this.#state, account, item, () => {
      item.status = status;
    });
    await this.#webhooks.idle();
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

interface Choices {
  promotionCode: string | undefined;
  shippingRate: string | undefined;
  buyer: Buyer;
}

/** What the buyer enters on the pay page before paying. */
function choose(record: SessionRecord, choices: Choices, at: { state: State; account: AccountState }): void {
  const { promotionCode, shippingRate: wanted, buyer } = choices;
  const { account } = at;
  const rates = record.session.shipping_options.map(({ shipping_rate: rate }) => idOf(rate));
  const rate = rates.find((id) => id === wanted || account.shippingRates.get(id)?.display_name === wanted);
  if (wanted !== undefined && (rate === undefined || !chooseShipping(record, rate))) {
    throw refusal(`Session ${record.session.id} doesn't offer the shipping rate '${wanted}'.`);
  }
  setPlace(record, buyer, at);
  if (record.session.automatic_tax.enabled && record.taxCountry === null) {
    throw refusal("Automatic tax needs the buyer's `shipping` or `billing` address.");
  }
  const message = promotionCode === undefined ? checkCode(record, at) : applyCode(record, promotionCode, at);
  if (message !== undefined) throw refusal(message);
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
