import type { Endpoint } from "../api/endpoint.ts";
import { resourceMissing } from "../api/errors.ts";
import { listOf, newestFirst } from "../api/list.ts";
import { isWithin, list, object, pageOfList, range, read, text } from "../api/parameters.ts";

export const retrieveEvent: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const event = state.events.of(account).find((item) => item.id === id);
  if (!event) throw resourceMissing("event", id);
  return event;
};

const listParams = object({
  ...pageOfList,
  created: range().optional(),
  type: text().optional(),
  types: list(text()).max(20).optional(),
});

export const listEvents: Endpoint = ({ state, account, form }) => {
  const { created, type, types = type ? [type] : undefined, ...page } = read(listParams, form);
  return listOf(
    newestFirst(state.events.of(account)),
    "/v1/events",
    page,
    (event) => isWithin(created, event.created) && (types?.includes(event.type) ?? true),
  );
};
