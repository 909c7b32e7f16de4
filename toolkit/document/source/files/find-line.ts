import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import { pointerParts } from "../../references.ts";

/** Finds the line, from 1, of a JSON pointer of the file (`#/paths/~1pets`), or else of the nearest node around it. */
export type FindLine = (pointer: string) => number;

/** Positions in a file, in YAML or JSON. Parses the text again when the first is asked for: few files have notes. */
export function createFindLine(text: string): FindLine {
  let nodes: Nodes | undefined;
  return (pointer) => {
    nodes ??= readNodes(text);
    return nodes.lineAt(offsetOf(nodes, pointer.length > 1 ? pointerParts(pointer) : []));
  };
}

interface Nodes {
  events: Event[];
  membersOf: (node: number) => Map<string, Member>;
  /** The node that an alias stands for, or the node itself. */
  withoutAlias: (node: number) => number;
  lineAt: (offset: number) => number;
}

/** Indexes of events. */
interface Member {
  /** Undefined for the item of a list. */
  key?: number;
  value: number;
}

function offsetOf({ events, membersOf, withoutAlias }: Nodes, parts: string[]): number {
  let place: Member = { value: 1 };
  for (const part of parts) {
    const member = membersOf(withoutAlias(place.value)).get(part);
    if (!member) break;
    place = member;
  }
  const event = events[place.key ?? place.value];
  if (event === undefined) return 0;
  if ("start" in event) return event.start;
  if ("valueStart" in event) return event.valueStart;
  return "anchorStart" in event ? event.anchorStart : 0;
}

function readNodes(text: string): Nodes {
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
    const members = known.get(node) ?? readMembers(node);
    known.set(node, members);
    return members;
  };
  const readMembers = (node: number): Map<string, Member> => {
    const members = new Map<string, Member>();
    const type = events[node]?.type;
    const end = ends.get(node) ?? node;
    if (type === EVENT_ID.SEQUENCE) {
      for (let item = node + 1; item < end; item = after(item))
        members.set(`${members.size}`, { value: item });
    }
    if (type !== EVENT_ID.MAPPING) return members;
    const merged: number[] = [];
    for (let key = node + 1; key < end; key = after(after(key))) {
      const event = events[key];
      if (event?.type !== EVENT_ID.SCALAR) continue;
      const name = getScalarValue(text, event);
      if (name === "<<") merged.push(after(key));
      else members.set(name, { key, value: after(key) });
    }
    for (const alias of merged) {
      const source = withoutAlias(alias);
      const isList = events[source]?.type === EVENT_ID.SEQUENCE;
      const mappings = isList ? [...membersOf(source).values()].map(({ value }) => value) : [source];
      for (const mapping of mappings) {
        for (const [name, member] of membersOf(withoutAlias(mapping)))
          if (!members.has(name)) members.set(name, member);
      }
    }
    return members;
  };
  const lineStarts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  return { events, membersOf, withoutAlias, lineAt: (offset) => countUpTo(lineStarts, offset) + 1 };
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

/** How many of the ascending numbers aren't above the bound. */
function countUpTo(numbers: number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
