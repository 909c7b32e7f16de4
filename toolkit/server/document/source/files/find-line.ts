import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { pointerParts } from "../../references.ts";
import type { SourceFile } from "./parse-source.ts";

/**
 * Finds the line, counted from 1, of a JSON pointer in the file (`#/paths/~1pets`), or of its nearest
 * ancestor.
 */
export type FindLine = (pointer: string) => number;

/** Finds lines in a file. The text is parsed again on first use only, because few files have notes. */
export function createFindLine({ text }: Pick<SourceFile, "text">): FindLine {
  let find: FindLine | undefined;
  return (pointer) => {
    find ??= findLineIn(text);
    return find(pointer);
  };
}

interface Member {
  node: unknown;
  /** The node to point readers to: a key, or a list item. */
  start: unknown;
}

function findLineIn(text: string): FindLine {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, logLevel: "silent" });

  const withoutAlias = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);

  const memberOf = (given: unknown, key: string): Member | undefined => {
    const node = withoutAlias(given);
    if (isSeq(node)) {
      const item = node.items[Number(key)];
      return item === undefined ? undefined : { node: item, start: item };
    }
    if (!isMap(node)) return undefined;
    const pairs = node.items.filter((pair) => isScalar(pair.key));
    const nameOf = (pair: (typeof pairs)[number]) => String((pair.key as { value: unknown }).value);
    // If a key occurs twice, the last one counts.
    const pair = pairs.findLast((one) => nameOf(one) === key);
    if (pair) return { node: pair.value, start: pair.key };
    const merged = pairs.filter((one) => nameOf(one) === "<<").map(({ value }) => withoutAlias(value));
    const sources = merged.flatMap((one) => (isSeq(one) ? one.items : [one]));
    return sources.map((one) => memberOf(one, key)).find((one) => one !== undefined);
  };

  return (pointer) => {
    let at: Member = { node: document.contents, start: document.contents };
    for (const part of pointer.length > 1 ? pointerParts(pointer) : []) {
      const member = memberOf(at.node, part);
      if (!member) break;
      at = member;
    }
    const [offset = 0] = (isNode(at.start) && at.start.range) || [];
    return lineCounter.linePos(offset).line;
  };
}
