import { expect, test } from "vitest";
import { eventTypes, isEventType } from "../../../server/domain/events/event-types.ts";
import { document } from "../../helpers/document.ts";

test("the event types are the document's webhooks", () => {
  expect(eventTypes.toSorted()).toEqual(document.outgoing.map(({ name }) => name).toSorted());
  expect([isEventType("order.paid"), isEventType("order.lost"), isEventType("toString")]).toEqual([
    true,
    false,
    false,
  ]);
});
