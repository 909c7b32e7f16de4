import { refusal, resourceMissing, StripeApiError } from "../conventions/errors.ts";
import { AccountState } from "./account-state.ts";
import { EventLog } from "./event-log.ts";
import { newAccount } from "./new-account.ts";
import type { Timeline } from "./timeline.ts";

export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** Receives events of connected accounts instead of the platform's. */
  connect?: boolean;
  /** The types reported by the API; all by default. The stand-in sends all types regardless. */
  events?: string[];
  isDisabled?: boolean;
}

/** The stand-in's whole state. A connected account is created when first named. */
export class State {
  readonly timeline: Timeline;
  readonly events: EventLog;
  readonly platform: AccountState;
  /** The endpoints that events are sent to. */
  webhookEndpoints: WebhookEndpoint[] = [];
  /** The base URL of the hosted pages, without a trailing slash; known once the stand-in listens. */
  url = "";
  readonly #connected = new Map<string, AccountState>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.platform = new AccountState(newAccount("acct_1CounterpartPlatform", timeline.nowSeconds()));
    this.events = new EventLog(timeline, this.platform);
  }

  /** Restores saved accounts, the platform's first. */
  adopt([platform, ...connected]: AccountState[]): void {
    Object.assign(this.platform, platform);
    for (const saved of connected) {
      this.#connected.set(saved.account.id, Object.assign(new AccountState(saved.account), saved));
    }
  }

  accounts(): AccountState[] {
    return [this.platform, ...this.#connected.values()];
  }

  /** The account of a request; the platform's own without an id. Throws if access was revoked. */
  account(id: string | undefined): AccountState {
    const account = this.accountOf(id);
    if (account.isRevoked) throw noAccess(account.account.id);
    return account;
  }

  /** Like `account`, but ignores revoked access, as the dashboard does. */
  accountOf(id: string | undefined): AccountState {
    if (id === undefined || id === this.platform.account.id) return this.platform;
    if (!/^acct_\w+$/.test(id)) throw noAccess(id);
    const account = this.#connected.get(id) ?? new AccountState(newAccount(id, this.timeline.nowSeconds()));
    this.#connected.set(id, account);
    return account;
  }
}

export function find<Item>(items: Map<string, Item>, kind: string, id: string, param?: string): Item {
  const item = items.get(id);
  if (!item) throw resourceMissing(kind, id, param);
  return item;
}

/** Like `find`, for an id in a parameter: Stripe answers 400 for these and 404 for an id in the path. */
export function findNamed<Item>(items: Map<string, Item>, kind: string, id: string, param: string): Item {
  const item = items.get(id);
  if (!item) throw refusal(`No such ${kind}: '${id}'`, { code: "resource_missing", param });
  return item;
}

/** The id of a reference that the SDK's types allow to be expanded. The stand-in only stores ids. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}

function noAccess(id: string): StripeApiError {
  return new StripeApiError(
    403,
    "invalid_request_error",
    `The provided key does not have access to account '${id}' (or that account does not exist). ` +
      "Application access may have been revoked.",
    { code: "account_invalid" },
  );
}
