import type { AST } from "@eslint-community/regexpp";

/** The first and last code point of a range. */
export type Range = [first: number, last: number];

type SetNode = AST.Character | AST.CharacterSet | AST.CharacterClass;

export interface SetFlags {
  unicode: boolean;
  ignoreCase: boolean;
  dotAll: boolean;
}

/**
 * The code points that a character, escape or class matches, in ascending ranges; code units without the flag
 * `u`. JavaScript's RegExp answers questions that depend on Unicode tables or case.
 */
export function codePointsOf(node: SetNode, flags: SetFlags): Range[] {
  const ranges = exactCase(node, flags);
  return flags.ignoreCase ? withOtherCases(ranges, node, flags) : ranges;
}

function exactCase(node: SetNode | AST.CharacterClassRange, flags: SetFlags): Range[] {
  if (node.type === "Character") return [[node.value, node.value]];
  if (node.type === "CharacterClassRange") return [[node.min.value, node.max.value]];
  if (node.type === "CharacterClass") {
    const elements = node.elements as (SetNode | AST.CharacterClassRange)[];
    const ranges = union(elements.flatMap((element) => exactCase(element, flags)));
    return node.negate ? complement(ranges, lastOf(flags)) : ranges;
  }
  if (node.kind === "any") return flags.dotAll ? [[0, lastOf(flags)]] : complement(lineEnds, lastOf(flags));
  if (node.kind === "property") return matchedBy(node.raw, flags.unicode);
  // None of these is above U+FFFF.
  const ranges = matchedBy(escapes[node.kind], false);
  return node.negate ? complement(ranges, lastOf(flags)) : ranges;
}

const escapes = { digit: "\\d", space: "\\s", word: "\\w" };

const lineEnds: Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

function lastOf({ unicode }: SetFlags): number {
  return unicode ? 0x10ffff : 0xffff;
}

const known = new Map<string, Range[]>();

/** The code points that an expression for one character matches. */
function matchedBy(source: string, unicode: boolean): Range[] {
  const key = `${unicode} ${source}`;
  const ranges = known.get(key) ?? rangesWhere(testOf(source, unicode), unicode ? 0x10ffff : 0xffff);
  known.set(key, ranges);
  return ranges;
}

function testOf(source: string, unicode: boolean): (code: number) => boolean {
  const expression = new RegExp(`^(?:${source})$`, unicode ? "u" : "");
  return (code) => expression.test(String.fromCodePoint(code));
}

function rangesWhere(isIn: (code: number) => boolean, last: number): Range[] {
  const ranges: Range[] = [];
  let first: number | undefined;
  for (let code = 0; code <= last + 1; code++) {
    const matches = code <= last && isIn(code);
    if (matches) first ??= code;
    else if (first !== undefined) {
      ranges.push([first, code - 1]);
      first = undefined;
    }
  }
  return ranges;
}

/** Only cased characters can match in another case. */
function withOtherCases(ranges: Range[], node: SetNode, flags: SetFlags): Range[] {
  const cased = matchedBy("[\\p{Changes_When_Casefolded}\\p{Changes_When_Casemapped}]", true);
  const matches = testOf(`(?i:${node.raw})`, flags.unicode);
  const codes = cased.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const inAnyCase = codes.filter((code) => code <= lastOf(flags) && matches(code));
  const others = complement(union([...complement(ranges, 0x10ffff), ...cased]), lastOf(flags));
  return union([...others, ...inAnyCase.map((code): Range => [code, code])]);
}

function union(ranges: Range[]): Range[] {
  const joined: Range[] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** @param ranges in ascending order */
function complement(ranges: Range[], end: number): Range[] {
  const rest: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) rest.push([next, Math.min(first - 1, end)]);
    next = last + 1;
  }
  if (next <= end) rest.push([next, end]);
  return rest;
}
