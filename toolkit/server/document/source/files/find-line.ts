import { EVENT_ID, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { pointerParts } from "../../references.ts";
import { originalOffset } from "./indent-closings.ts";
import { type JsonMember, jsonMember, jsonRoot } from "./json-members.ts";
import { closingQuote } from "./nesting.ts";
import type { SourceFile } from "./parse-source.ts";
import { readYamlRoot, type YamlMember, yamlMember } from "./yaml-members.ts";

/**
 * Finds the line, counted from 1, of a JSON pointer in the file (`#/paths/~1pets`), or of its nearest
 * ancestor.
 */
export type FindLine = (pointer: string) => number;

type Source = Pick<SourceFile, "text" | "isJson">;

/** Finds lines in a file. The text is parsed again on first use only, because few files have notes. */
export function createFindLine({ text, isJson }: Source): FindLine {
  let find: FindLine | undefined;
  return (pointer) => {
    find ??= isJson ? findLineIn(text, createFindJson(text)) : findLineIn(text, createFindYaml(text));
    return find(pointer);
  };
}

interface Found<M> {
  /** That of the nearest ancestor if `isExact` is false. */
  member: M | undefined;
  isExact: boolean;
}

function findLineIn(text: string, find: (pointer: string) => Found<{ start: number }>): FindLine {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (pointer) => {
    const { start } = find(pointer).member ?? { start: 0 };
    return starts.findLastIndex((one) => one <= start) + 1;
  };
}

/** A string in a file, with its quotes or the header of its block. */
export interface StringPlace {
  start: number;
  end: number;
  style: "plain" | "single" | "double" | "block";
}

/** Finds the string at a JSON pointer; undefined if there is none. The string of an alias is that of its anchor. */
export function createFindString({
  text,
  isJson,
  original = text,
}: Source & Pick<SourceFile, "original">): (pointer: string) => StringPlace | undefined {
  if (isJson) {
    const find = createFindJson(text);
    return (pointer) => {
      const { member, isExact } = find(pointer);
      if (!member || !isExact || text[member.value] !== '"') return undefined;
      return { start: member.value, end: closingQuote(text, member.value) + 1, style: "double" };
    };
  }
  const find = createFindYaml(text);
  const inFile = originalOffset(original, text);
  return (pointer) => {
    const { member, isExact } = find(pointer);
    const event = member?.value.event;
    if (!isExact || event?.type !== EVENT_ID.SCALAR) return undefined;
    const { start, end, style } = placeOf(text, event);
    return { start: inFile(start), end: inFile(end), style };
  };
}

function createFindJson(text: string): (pointer: string) => Found<JsonMember> {
  const memberOf = jsonMember(text);
  const root = jsonRoot(text);
  return (pointer) => follow(pointer, root, memberOf);
}

function createFindYaml(text: string): (pointer: string) => Found<YamlMember> {
  const root = readYamlRoot(text);
  return (pointer) => follow(pointer, root, ({ value }, key) => yamlMember(text, value, key));
}

function follow<M>(
  pointer: string,
  root: M | undefined,
  memberOf: (member: M, key: string) => M | undefined,
): Found<M> {
  let member = root;
  for (const part of pointer.length > 1 ? pointerParts(pointer) : []) {
    const next = member && memberOf(member, part);
    if (next === undefined) return { member, isExact: false };
    member = next;
  }
  return { member, isExact: true };
}

/** The parser's offsets leave out quotes and the header of a block. */
function placeOf(text: string, { style, valueStart, valueEnd }: ScalarEvent): StringPlace {
  if (style === SCALAR_STYLE.PLAIN) return { start: valueStart, end: valueEnd, style: "plain" };
  if (style === SCALAR_STYLE.SINGLE_QUOTED)
    return { start: valueStart - 1, end: valueEnd + 1, style: "single" };
  if (style === SCALAR_STYLE.DOUBLE_QUOTED)
    return { start: valueStart - 1, end: valueEnd + 1, style: "double" };
  const line = text.lastIndexOf("\n", valueStart - 2) + 1;
  const header = text.slice(line, valueStart).search(/[|>][-+\d]*([ \t]+#.*)?\s*$/);
  return { start: line + header, end: valueEnd, style: "block" };
}
