import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import { maxDepth } from "./nesting.ts";

/** A value in a YAML text. */
export interface YamlNode {
  event: Event;
  /** Items of a list, or keys and values in turn. */
  parts: Part[];
}

interface Part {
  /** An alias starts elsewhere than its node. */
  start: number;
  node: YamlNode;
}

export interface YamlMember {
  /** The offset of the key, or of a list's item. */
  start: number;
  value: YamlNode;
}

/** The first document of a text that {@link parseSource} has accepted. */
export function readYamlRoot(text: string): YamlMember | undefined {
  const anchors = new Map<string, YamlNode>();
  const documents: Part[] = [];
  const open: Part[][] = [];
  let start = 0;
  for (const event of parseEvents(text, { maxDepth: maxDepth + 1 })) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push(documents);
      continue;
    }
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    const known = event.type === EVENT_ID.ALIAS ? anchors.get(anchor) : undefined;
    const node = known ?? { event, parts: [] };
    // An empty value has no offset.
    start = Math.max(start, offsetOf(event));
    open.at(-1)?.push({ start, node });
    if (event.type === EVENT_ID.ALIAS) continue;
    anchors.set(anchor, node);
    if (event.type !== EVENT_ID.SCALAR) open.push(node.parts);
  }
  const [root] = documents;
  return root && { start: root.start, value: root.node };
}

/** The member with a key, or the item with a number. If a key occurs twice, the last one counts. */
export function yamlMember(text: string, node: YamlNode, key: string): YamlMember | undefined {
  const { event, parts } = node;
  if (event.type === EVENT_ID.SEQUENCE) {
    const item = parts[Number(key)];
    return item && { start: item.start, value: item.node };
  }
  const nameAt = (at: number): string | undefined => {
    const named = at % 2 === 0 ? parts[at]?.node.event : undefined;
    return named?.type === EVENT_ID.SCALAR ? getScalarValue(text, named) : undefined;
  };
  const at = parts.findLastIndex((_, at) => nameAt(at) === key);
  const [name, value] = at === -1 ? [] : parts.slice(at);
  if (name && value) return { start: name.start, value: value.node };
  const merged = parts.filter((_, at) => at > 0 && nameAt(at - 1) === "<<").map(({ node }) => node);
  const sources = merged.flatMap((one) =>
    one.event.type === EVENT_ID.SEQUENCE ? one.parts.map(({ node }) => node) : [one],
  );
  for (const source of sources) {
    const found = yamlMember(text, source, key);
    if (found) return found;
  }
  return undefined;
}

function offsetOf(event: Exclude<Event, { type: typeof EVENT_ID.POP | typeof EVENT_ID.DOCUMENT }>): number {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  return event.type === EVENT_ID.SCALAR ? event.valueStart : event.start;
}
