import type { Stripe } from "stripe";
import { resourceMissing } from "../conventions/errors.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import {
  isWithin,
  list,
  object,
  type Params,
  pageOfList,
  range,
  read,
  text,
} from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import type { State } from "../state/state.ts";

/** Events are listed for 30 days: https://docs.stripe.com/api/events */
export const eventsListedSeconds = 30 * 24 * 60 * 60;

const maxTypes = 20;

const listParams = object({
  ...pageOfList,
  created: range().optional(),
  /** One type, or a group of types: `charge.dispute.*`. */
  type: text().optional(),
  types: list(text()).max(maxTypes).optional(),
} satisfies Params<Stripe.EventListParams>);

export const listEvents: Endpoint = ({ state, account, form }) => {
  const { created, type, types, ...page } = read(listParams, form);
  const isWanted = (of: string) =>
    (types === undefined || types.includes(of)) && (type === undefined || fits(of, type));
  return listOf(
    newestFirst(listed(state, account)),
    "/v1/events",
    page,
    (event) => isWanted(event.type) && isWithin(created, event.created),
  );
};

export const retrieveEvent: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const event = listed(state, account).find((one) => one.id === id);
  if (!event) throw resourceMissing("event", id);
  return event;
};

function listed(state: State, account: AccountState): Stripe.EventBase[] {
  const since = state.timeline.nowSeconds() - eventsListedSeconds;
  return state.events.all
    .filter((stored) => stored.account === account && stored.event.created > since)
    .map(({ event }) => event);
}

function fits(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
