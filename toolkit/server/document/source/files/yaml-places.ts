import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import type { Member, Places } from "./places.ts";

/** The places of a text that is YAML. A node is the index of the parser's event with which it begins. */
export function readYamlPlaces(text: string): Places {
  const events = parseEvents(text, { maxDepth: 10_000 });
  const { ends, anchors } = index(events, text);
  const after = (node: number): number => (ends.get(node) ?? node) + 1;
  const withoutAlias = (node: number): number => {
    const event = events[node];
    if (event?.type !== EVENT_ID.ALIAS) return node;
    return anchors.get(text.slice(event.anchorStart, event.anchorEnd)) ?? node;
  };
  const known = new Map<number, Map<string, Member>>();
  const membersOf = (node: number): Map<string, Member> => {
    const target = withoutAlias(node);
    const members = known.get(target) ?? readMembers(target);
    known.set(target, members);
    return members;
  };
  const readMembers = (node: number): Map<string, Member> => {
    const end = ends.get(node) ?? node;
    if (events[node]?.type === EVENT_ID.MAPPING) return readMapping(node, end);
    const items = new Map<string, Member>();
    if (events[node]?.type !== EVENT_ID.SEQUENCE) return items;
    for (let item = node + 1; item < end; item = after(item)) {
      items.set(String(items.size), { node: item, offset: offsetOf(events[item]) });
    }
    return items;
  };
  const readMapping = (node: number, end: number): Map<string, Member> => {
    const members = new Map<string, Member>();
    const merged: number[] = [];
    for (let key = node + 1; key < end; key = after(after(key))) {
      const event = events[key];
      if (event?.type !== EVENT_ID.SCALAR) continue;
      const name = getScalarValue(text, event);
      if (name === "<<") merged.push(after(key));
      else members.set(name, { node: after(key), offset: event.valueStart });
    }
    for (const source of merged.map(withoutAlias)) {
      const isList = events[source]?.type === EVENT_ID.SEQUENCE;
      const mappings = isList ? [...membersOf(source).values()].map((item) => item.node) : [source];
      for (const [name, member] of mappings.flatMap((one) => [...membersOf(one)])) {
        if (!members.has(name)) members.set(name, member);
      }
    }
    return members;
  };
  // The first event is the document's.
  return { root: { node: 1, offset: offsetOf(events[1]) }, membersOf };
}

/** Where each collection ends, and the node of each anchor. */
function index(events: Event[], text: string): { ends: Map<number, number>; anchors: Map<string, number> } {
  const ends = new Map<number, number>();
  const anchors = new Map<string, number>();
  const open: number[] = [];
  events.forEach((event, n) => {
    if (event.type === EVENT_ID.POP) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, n);
      return;
    }
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) open.push(n);
    if (event.type !== EVENT_ID.DOCUMENT && event.type !== EVENT_ID.ALIAS && event.anchorStart >= 0) {
      anchors.set(text.slice(event.anchorStart, event.anchorEnd), n);
    }
  });
  return { ends, anchors };
}

function offsetOf(event: Event | undefined): number {
  if (event === undefined) return 0;
  if ("start" in event) return event.start;
  if ("valueStart" in event) return event.valueStart;
  return "anchorStart" in event ? event.anchorStart : 0;
}
